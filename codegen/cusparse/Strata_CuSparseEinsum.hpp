// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_EINSUM_HPP
#define STRATA_CUSPARSE_EINSUM_HPP

#include <string>
#include <string_view>
#include <utility>

#include <Strata_CuSparse.hpp>
#include <Strata_Einsum.hpp>
#include <impl/Strata_CompareResults.hpp>
#include <impl/Strata_CuSparseBindingImpl.hpp>

/// \file
/// Statements that cuSPARSE has an operation for, bound to it; others take the generated
/// kernel. Strata::einsum itself never does this.

namespace Strata::CuSparse {

/// Which way a statement went.
struct Binding {
  std::string operation;  ///< of cuSPARSE, "SpMV"; empty: the generated kernel ran
  std::string reason;     ///< why that did

  bool is_bound() const { return !operation.empty(); }
};

namespace Impl {
struct MadeResult {
  TensorRef tensor;
  const TensorRef& result() const { return tensor; }
};
}  // namespace Impl

/// Strata::einsum that binds the statement to an operation of cuSPARSE where there is one
/// for it (match_library_operation()) that takes its operands, and otherwise is
/// Strata::einsum. Results are the same but for the order of sums. What cuSPARSE refuses
/// when it runs is an error, not a reason to fall back: it may have written by then.
/// \throws as Strata::einsum, and LibraryError.
template <class ExecutionSpace, class Out, class... In>
Binding einsum(const Context<ExecutionSpace>& context, std::string_view notation, Out&& out,
               const In&... in) {
  Impl::BoundStatement bound = Impl::bind_statement(
      notation, Strata::Impl::bind_by_position(
                    notation, {Strata::Impl::wanted_result(out), Strata::ref(in)...}));
  if (!bound.run) {
    Strata::einsum(context.instance(), notation, std::forward<Out>(out), in...);
    return {"", std::move(bound.reason)};
  }
  const Impl::MadeResult made{(*bound.run)(context.session())};
  Strata::Impl::take_result(out, made);
  return {std::move(bound.name), ""};
}

/// The same with a context for this call alone, which it waits for.
template <class ExecutionSpace, class Out, class... In>
  requires Kokkos::is_execution_space_v<ExecutionSpace>
Binding einsum(const ExecutionSpace& exec, std::string_view notation, Out&& out,
               const In&... in) {
  return CuSparse::einsum(Context<ExecutionSpace>(exec), notation, std::forward<Out>(out), in...);
}

/// einsum() that evaluates what it binds by the generated kernel as well, on the device,
/// and compares: the patterns of sparse results, and values up to 10000 units in the last
/// place of the largest one. Waits.
/// \throws as einsum(), and LibraryError where they differ, with the largest difference.
template <class ExecutionSpace, class Out, class... In>
Binding einsum_checked(const Context<ExecutionSpace>& context, std::string_view notation,
                       Out&& out, const In&... in) {
  const ExecutionSpace& exec = context.instance();
  TensorRef expected         = Strata::Impl::wanted_result(out);
  const bool dense           = expected.format.is_dense();
  if (dense) expected = Strata::convert(exec, expected, expected.format);
  const Plan plan =
      Strata::compile(exec, notation,
              Strata::Impl::bind_by_position(notation, {expected, Strata::ref(in)...}));
  plan.execute(exec);
  if (!dense) expected = plan.result();
  Binding binding = CuSparse::einsum(context, notation, std::forward<Out>(out), in...);
  if (binding.is_bound())
    Impl::check_same_result(exec, binding.operation,
                            Strata::convert(exec, Strata::ref(out), expected.format), expected);
  return binding;
}

}  // namespace Strata::CuSparse

#endif
