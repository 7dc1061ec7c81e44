// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_VARIABLES_HPP
#define STRATA_IMPL_VARIABLES_HPP

#include <set>
#include <vector>

#include <Strata_IndexDomain.hpp>

namespace Strata::Impl {

/// Smaller in the order of expressions.
struct ExprLess {
  bool operator()(const AffineExprPtr& a, const AffineExprPtr& b) const {
    return compare(*a, *b) < 0;
  }
};
using VariableSet = std::set<AffineExprPtr, ExprLess>;

/// Every variable of a domain: dimensions, symbols, run-time variables.
std::vector<AffineExprPtr> variables_of(const IndexDomain& domain);
/// Those that occur in an expression.
VariableSet variables_in(const AffineExpr& e);
/// Place of a variable's value in a point.
std::int64_t& value_of(IndexPoint& point, const AffineExpr& variable);

/// \throws UnsupportedExpression for a range without bounds.
void require_bounded(const IndexRange& range, const AffineExpr& variable,
                     std::string_view operation);

/// Variables that hang together through expressions, and which of these are
/// theirs; every variable of the domain is in one group.
struct VariableGroup {
  VariableSet variables;
  std::vector<std::size_t> expressions;  ///< numbers among those given
};
std::vector<VariableGroup> group_variables(
    const IndexDomain& domain, const std::vector<AffineExprPtr>& expressions);

/// Calls visit(box) with disjoint boxes that cover the points of the
/// variables of a group that satisfy the constraints; stops when visit returns
/// false. Variables outside the group keep their ranges.
/// \throws UnsupportedExpression beyond max_boxes or for an unbounded range.
void for_each_box(const IndexDomain& domain, const VariableSet& variables,
                  const std::vector<IndexConstraint>& constraints,
                  const std::function<bool(const IndexDomain& box)>& visit);
inline constexpr std::size_t max_boxes = std::size_t(1) << 22;

}  // namespace Strata::Impl

#endif
