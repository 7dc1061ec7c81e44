// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexDomain.hpp>

#include <utility>

#include <Strata_Error.hpp>
#include <impl/Strata_Variables.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

const std::vector<IndexRange>& ranges_of(const IndexDomain& domain, Kind kind) {
  if (kind == Kind::dimension) return domain.dimensions;
  return kind == Kind::symbol ? domain.symbols : domain.runtime;
}

bool all_inside(const std::vector<IndexRange>& ranges,
                const std::vector<std::int64_t>& values) {
  if (ranges.size() != values.size()) return false;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (!ranges[i].contains(values[i])) return false;
  return true;
}

/// One more than the last variable counts up; false after the last point.
bool advance(const std::vector<AffineExprPtr>& variables,
             const IndexDomain& domain, IndexPoint& point) {
  for (std::size_t i = variables.size(); i-- > 0;) {
    const IndexRange& range = domain.range(*variables[i]);
    std::int64_t& value     = Impl::value_of(point, *variables[i]);
    if (value < range.upper) {
      ++value;
      return true;
    }
    value = range.lower;
  }
  return false;
}

}  // namespace

IndexDomain IndexDomain::of_extents(const std::vector<std::int64_t>& extents) {
  IndexDomain domain;
  for (std::int64_t extent : extents)
    domain.dimensions.push_back(IndexRange::of_extent(extent));
  return domain;
}

bool IndexDomain::contains(const IndexPoint& point) const {
  if (!all_inside(dimensions, point.dimensions) ||
      !all_inside(symbols, point.symbols) ||
      !all_inside(runtime, point.runtime))
    return false;
  for (const IndexConstraint& c : constraints)
    if (!c.range.contains(evaluate(*c.expression, point))) return false;
  return true;
}

void IndexDomain::for_each_point(
    const std::function<void(const IndexPoint&)>& visit) const {
  const std::vector<AffineExprPtr> variables = Impl::variables_of(*this);
  IndexPoint point{std::vector<std::int64_t>(dimensions.size()),
                   std::vector<std::int64_t>(symbols.size()),
                   std::vector<std::int64_t>(runtime.size())};
  for (const AffineExprPtr& v : variables) {
    if (range(*v).is_empty()) return;
    Impl::require_bounded(range(*v), *v, "IndexDomain::for_each_point");
    Impl::value_of(point, *v) = range(*v).lower;
  }
  do {
    if (contains(point)) visit(point);
  } while (advance(variables, *this, point));
}

const IndexRange& IndexDomain::range(const AffineExpr& e) const {
  const std::vector<IndexRange>& ranges = ranges_of(*this, e.kind);
  if (!e.is_variable() || e.value < 0 || e.value >= std::ssize(ranges))
    throw ShapeMismatch(error_message(
        "IndexDomain::range", "variable", "one that the domain has a range for",
        "'" + Strata::to_string(e, {}) + "'",
        "give every dimension, symbol and run-time variable a range"));
  return ranges[static_cast<std::size_t>(e.value)];
}

IndexRange& IndexDomain::range(const AffineExpr& e) {
  return const_cast<IndexRange&>(std::as_const(*this).range(e));
}

IndexRange IndexDomain::range_of(const AffineExpr& e) const {
  if (e.kind == Kind::constant) return {e.value, e.value};
  if (e.is_variable()) return range(e);
  if (e.kind == Kind::count) return {0, IndexRange::no_upper};
  const IndexRange a = range_of(*e.lhs), b = range_of(*e.rhs);
  if (e.kind == Kind::add) return a + b;
  if (e.kind == Kind::mul) return a * b;
  if (!b.is_point() || b.lower <= 0)
    return e.kind == Kind::mod && b.lower > 0
               ? IndexRange{0, b.upper == IndexRange::no_upper ? b.upper
                                                               : b.upper - 1}
               : IndexRange::all();
  return e.kind == Kind::mod ? mod(a, b.lower) : floordiv(a, b.lower);
}

bool IndexDomain::is_plainly_empty() const {
  for (const auto* ranges : {&dimensions, &symbols, &runtime})
    for (const IndexRange& r : *ranges)
      if (r.is_empty()) return true;
  for (const IndexConstraint& c : constraints)
    if (c.range.intersect(range_of(*c.expression)).is_empty()) return true;
  return false;
}

std::string IndexDomain::to_string(const AffineNames& names) const {
  std::string text;
  const auto append = [&](const AffineExpr& e, const IndexRange& range) {
    text.append(text.empty() ? "" : ", ").append(Strata::to_string(e, names));
    text.append(" in ").append(range.to_string());
  };
  for (const AffineExprPtr& v : Impl::variables_of(*this))
    append(*v, range(*v));
  for (const IndexConstraint& c : constraints) append(*c.expression, c.range);
  return text;
}

}  // namespace Strata
