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
}  // namespace Impl

/// Evaluates one line of index notation on `exec`:
/// einsum(exec, "y(i) = A(i,j) * x(j)", y, A, x). Tensors follow in order of
/// first appearance, the result first; each is a SparseView, a Kokkos::View of
/// any rank and layout, or a TensorRef. The kernel is compiled on first use of a
/// signature and cached. Asynchronous as exec is.
/// \throws ParseError, ShapeMismatch, UnsupportedExpression, CodegenError.
template <class ExecutionSpace, class Out, class... In>
void einsum(const ExecutionSpace& exec, std::string_view notation, const Out& out,
            const In&... in) {
  compile(exec, notation,
          Impl::bind_by_position(notation,
                                 {Strata::ref(out), Strata::ref(in)...}))
      .execute(exec);
}

}  // namespace Strata

#endif
