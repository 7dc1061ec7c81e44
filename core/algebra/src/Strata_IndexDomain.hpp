// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_DOMAIN_HPP
#define STRATA_INDEX_DOMAIN_HPP

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <Strata_AffineExpr.hpp>
#include <Strata_IndexRange.hpp>

namespace Strata {

/// lower <= expression <= upper.
struct IndexConstraint {
  AffineExprPtr expression;
  IndexRange range;
  bool operator==(const IndexConstraint& other) const {
    return range == other.range && equal(expression, other.expression);
  }
};

/// Where an index map holds: a closed range for every variable, and ranges of
/// expressions over them.
struct IndexDomain {
  std::vector<IndexRange> dimensions, symbols, runtime;
  std::vector<IndexConstraint> constraints;

  /// Dimensions [0, extent - 1].
  static IndexDomain of_extents(const std::vector<std::int64_t>& extents);

  bool contains(const IndexPoint& point) const;
  /// Exact: ranges and constraints are searched, largest boxes first.
  /// \throws UnsupportedExpression when that takes millions of boxes, or an
  /// unbounded range must be cut.
  bool is_empty() const;
  /// Number of points, counted in boxes. \throws as is_empty, IndexOverflow.
  std::int64_t count_points() const;
  /// Calls visit for every point: dimensions outermost, the last variable
  /// fastest. \pre every range is bounded.
  void for_each_point(
      const std::function<void(const IndexPoint&)>& visit) const;

  /// What the values of an expression lie in (interval arithmetic: a superset).
  IndexRange range_of(const AffineExpr& e) const;
  /// The same points with simplified constraints: bounds are moved to the
  /// variables where an expression has only one; what always holds is dropped.
  IndexDomain simplified() const;

  /// Range of a variable. \pre e.is_variable() and the domain has it.
  const IndexRange& range(const AffineExpr& e) const;
  IndexRange& range(const AffineExpr& e);
  /// A range, or a constraint by itself, that nothing satisfies.
  bool is_plainly_empty() const;
  /// "d0 in [0, 4], s0 in [0, 1], d0 + s0 in [0, 3]"
  std::string to_string(const AffineNames& names = {}) const;
  bool operator==(const IndexDomain&) const = default;
};

}  // namespace Strata

#endif
