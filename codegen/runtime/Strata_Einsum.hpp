// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EINSUM_HPP
#define STRATA_EINSUM_HPP

#include <string_view>
#include <vector>

#include <Strata_Plan.hpp>

namespace Strata {

namespace Impl {
/// Names of the tensors of `notation`: the result, then the others in order of
/// first appearance.
std::vector<std::string> tensor_names(std::string_view notation);
/// Pairs names with operands. \throws ShapeMismatch when the numbers differ.
Operands bind_by_position(std::string_view notation, std::vector<TensorRef> tensors);

/// Gives a sparse result to the variable that stands for it.
template <class Scalar, class Format, class... Properties>
void take_result(SparseView<Scalar, Format, Properties...>& out,
                 const Plan& plan) {
  using view_type = SparseView<Scalar, Format, Properties...>;
  if (!ref(out).format.is_dense())
    out = view_type(
        view_of<Scalar, typename view_type::memory_space>(plan.result()));
}
inline void take_result(TensorRef& out, const Plan& plan) {
  out = plan.result();
}
/// Views are dense: their contents have been written.
template <class Out>
void take_result(const Out& out, const Plan&) {
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
/// and extents it wants; it is assigned a new tensor, whose structure is that of
/// the expression. The kernel is compiled on first use of a signature and cached.
/// Asynchronous as exec is, except that a sparse result waits for its size.
/// \throws ParseError, ShapeMismatch, UnsupportedExpression, CodegenError.
template <class ExecutionSpace, class Out, class... In>
void einsum(const ExecutionSpace& exec, std::string_view notation, Out&& out,
            const In&... in) {
  const Plan plan = compile(
      exec, notation,
      Impl::bind_by_position(notation, {Strata::ref(out), Strata::ref(in)...}));
  plan.execute(exec);
  Impl::take_result(out, plan);
}

}  // namespace Strata

#endif
