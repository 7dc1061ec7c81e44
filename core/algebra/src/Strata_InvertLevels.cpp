// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_InvertLevels.hpp>

#include <algorithm>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

bool is_remainder(const AffineExpr& e) {
  return e.kind == Kind::mod && e.rhs->kind == Kind::constant;
}

/// A domain with at least one element: ranges of nothing say nothing.
IndexDomain domain_of(std::vector<std::int64_t> extents) {
  for (std::int64_t& extent : extents) extent = std::max<std::int64_t>(extent, 1);
  return IndexDomain::of_extents(extents);
}

bool uses_symbol(const AffineExpr& e) {
  bool found = false;
  for_each_variable(
      e, [&](const AffineExpr& v) { found |= v.kind == Kind::symbol; });
  return found;
}

/// Dimensions that the inverse leaves open.
std::string find_open_dimension(const IndexMap& map,
                                const IndexingMap& inverse) {
  for (std::size_t d = 0; d < inverse.num_results(); ++d)
    if (uses_symbol(*inverse.map.results[d]))
      return "the levels are not known to tell all elements along dimension '" +
             map.dimensions[d] + "' apart";
  for (const IndexConstraint& c : inverse.domain.constraints)
    if (uses_symbol(*c.expression))
      return "the levels are not known to tell all elements apart";
  return "";
}

/// What the domain of the inverse demands beyond the extents of the levels.
std::vector<IndexConstraint> conditions_of(
    const IndexingMap& inverse, const std::vector<std::int64_t>& level_extents) {
  std::vector<IndexConstraint> conditions;
  for (std::size_t l = 0; l < level_extents.size(); ++l) {
    const IndexRange& range = inverse.domain.dimensions[l];
    if (range.contains(IndexRange::of_extent(level_extents[l]))) continue;
    conditions.push_back({AffineExpr::dimension(l), range});
  }
  conditions.insert(conditions.end(), inverse.domain.constraints.begin(),
                    inverse.domain.constraints.end());
  return conditions;
}

}  // namespace

IndexRange range_of_level(const AffineExpr& e,
                          const std::vector<std::int64_t>& extents) {
  if (is_remainder(e)) return IndexRange::of_extent(e.rhs->value);
  IndexRange range = domain_of(extents).range_of(e);
  for_each_variable(e, [&](const AffineExpr& v) {
    if (extents[v.value] == 0) range.upper = range.lower - 1;
  });
  return range;
}

MapInverse invert_levels(const IndexMap& map,
                         const std::vector<std::int64_t>& extents) {
  MapInverse result;
  if (const auto order = map.as_permutation()) {
    result.to_levels = map.results;
    result.to_dimensions.resize(order->size());
    for (std::size_t l = 0; l < order->size(); ++l)
      result.to_dimensions[(*order)[l]] = AffineExpr::dimension(l);
    return result;
  }
  const IndexDomain domain = domain_of(extents);
  std::vector<std::int64_t> level_extents;
  for (const AffineExprPtr& e : map.results) {
    const IndexRange range = range_of_level(*e, extents);
    level_extents.push_back(range.size());
    result.to_levels.push_back(range.lower == 0 ? e : e - range.lower);
  }
  IndexingMap inverse;
  try {
    inverse = IndexingMap::of(result.to_levels, domain).inverse();
  } catch (const UnsupportedExpression& e) {
    result.fault          = e.what();
    result.is_unsupported = true;
    return result;
  }
  result.fault         = find_open_dimension(map, inverse);
  result.to_dimensions = inverse.map.results;
  result.stored        = conditions_of(inverse, level_extents);
  if (std::find(extents.begin(), extents.end(), 0) != extents.end())
    result.stored.push_back({AffineExpr::constant(0), {1, 1}});
  return result;
}

}  // namespace Strata::Impl
