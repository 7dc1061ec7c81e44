// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EINSUM_HPP
#define STRATA_EINSUM_HPP

#include <string_view>
#include <vector>

#include <Strata_Levels.hpp>
#include <Strata_Plan.hpp>

namespace Strata {

namespace Impl {
/// Names of the tensors of `notation`: the result, then the others in order of
/// first appearance.
std::vector<std::string> tensor_names(std::string_view notation);
/// Pairs names with operands. \throws ShapeMismatch when the numbers differ.
Operands bind_by_position(std::string_view notation, std::vector<TensorRef> tensors);

/// What is asked of the result: of a view that holds nothing, but whose format is a
/// type, the extents are left to the expression (−1).
template <class Out>
TensorRef wanted_result(const Out& out) {
  if constexpr (is_sparse_view_v<Out>) {
    if constexpr (!std::is_same_v<typename Out::format_type, DynamicFormat>)
      if (!out.is_allocated()) {
        TensorRef wanted;
        wanted.format = Out::format();
        wanted.scalar = scalar_type_of_v<typename Out::value_type>;
        wanted.extents.assign(wanted.format.dim_rank(), -1);
        wanted.levels.resize(wanted.format.lvl_rank());
        return wanted;
      }
  }
  return Strata::ref(out);
}

/// Gives a sparse result to the variable that stands for it; what made it has result().
template <class Maker, class Scalar, class Format, class... Properties>
void take_result(SparseView<Scalar, Format, Properties...>& out,
                 const Maker& maker) {
  using view_type = SparseView<Scalar, Format, Properties...>;
  if (!wanted_result(out).format.is_dense())
    out = view_type(
        view_of<Scalar, typename view_type::memory_space>(maker.result()));
}
template <class Maker>
void take_result(TensorRef& out, const Maker& maker) {
  out = maker.result();
}
/// Views are dense: their contents have been written.
template <class Maker, class Out>
void take_result(const Out& out, const Maker&) {
  if constexpr (!std::is_same_v<Out, TensorRef>)
    static_assert(Kokkos::is_view_v<Out>,
                  "Strata::einsum: a sparse result is made anew: pass a "
                  "variable, not a const or temporary SparseView");
  else if (!out.format.is_dense())
    throw FormatMismatch(error_message(
        "Strata::einsum", "the result", "a TensorRef that may be assigned to",
        "a const one", "pass a variable"));
}
}  // namespace Impl

/// Evaluates one line of index notation on `exec`:
/// einsum(exec, "y(i) = A(i,j) * x(j)", y, A, x). Tensors follow in order of
/// first appearance, the result first; each is a SparseView, a Kokkos::View of
/// any rank and layout, or a TensorRef. A sparse result says which format, type
/// and extents it wants (the format alone where it holds nothing yet and the format
/// is a type); it is assigned a new tensor, whose structure is that of the
/// expression. The kernel is compiled on first use of a signature and cached.
/// Asynchronous as exec is, except that a sparse result waits for its size.
/// \throws ParseError, ShapeMismatch, UnsupportedExpression, CodegenError.
template <class ExecutionSpace, class Out, class... In>
void einsum(const ExecutionSpace& exec, std::string_view notation, Out&& out,
            const In&... in) {
  const Plan plan = compile(
      exec, notation,
      Impl::bind_by_position(notation,
                             {Impl::wanted_result(out), Strata::ref(in)...}));
  plan.execute(exec);
  Impl::take_result(out, plan);
}

}  // namespace Strata

#endif
