// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_NotationCheck.hpp>

namespace Strata {
namespace Impl {
namespace {

std::string count(std::size_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

void check_access(const Assignment& a, const Access& access, SourceRange where,
                  const TensorDeclarations& tensors) {
  const auto found = tensors.find(access.tensor);
  if (found == tensors.end())
    fail_at<ParseError>(a, "unknown tensor '" + access.tensor + "'", where);
  const TensorDeclaration& tensor = found->second;
  const std::size_t order         = tensor.extents.size();
  if (order != access.indices.size())
    fail_at<ShapeMismatch>(a,
                           "tensor '" + access.tensor + "' has order " +
                               std::to_string(order) + ", got " +
                               count(access.indices.size(), "index", "indices"),
                           where);
  const int rank = tensor.format.dim_rank();
  if (static_cast<std::size_t>(rank) != order)
    fail_at<ShapeMismatch>(a,
                           "tensor '" + access.tensor + "' has order " +
                               std::to_string(order) +
                               ", its format has rank " + std::to_string(rank),
                           where);
}

void check_tensors(const Assignment& a, const IndexExpr& e,
                   const TensorDeclarations& tensors) {
  if (e.kind == IndexExpr::Kind::access)
    check_access(a, e.access, e.where, tensors);
  for (const IndexExprPtr& arg : e.args) check_tensors(a, *arg, tensors);
}

}  // namespace

void check_declarations(const Assignment& a,
                        const TensorDeclarations& tensors) {
  check_access(a, a.lhs, a.lhs_where, tensors);
  check_tensors(a, *a.rhs, tensors);
}

}  // namespace Impl

CheckedAssignment check(const Assignment& a, TensorDeclarations tensors) {
  Impl::check_declarations(a, tensors);
  Impl::ExplicitSums sums = Impl::make_sums_explicit(a);
  CheckedAssignment checked;
  checked.assignment     = a;
  checked.assignment.rhs = std::move(sums.rhs);
  checked.sets_fill      = a.semiring != nullptr;
  if (checked.sets_fill) Impl::apply_semiring(checked.assignment, tensors);
  const auto sources = Impl::find_extent_sources(checked.assignment, sums, tensors);
  checked.extents =
      Impl::infer_extents(checked.assignment, sums.origin, sources, tensors);
  checked.assignment.rhs = Impl::with_extent_sources(
      Impl::type_expression(checked.assignment, tensors), sources);
  checked.tensors        = std::move(tensors);
  return checked;
}

}  // namespace Strata
