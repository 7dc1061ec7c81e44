// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_ResultGroups.hpp>

#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_Variables.hpp>

namespace Strata::Impl {
namespace {

/// The domain with every variable outside the group held at one value.
IndexDomain restrict_to(const IndexDomain& domain,
                        const VariableSet& variables) {
  IndexDomain restricted = domain;
  restricted.constraints.clear();
  for (const AffineExprPtr& v : variables_of(domain))
    if (!variables.contains(v)) {
      IndexRange& range = restricted.range(*v);
      range             = {range.lower, range.lower};
    }
  return restricted;
}

}  // namespace

std::vector<ResultGroup> group_results(const IndexingMap& map) {
  const std::size_t num_results          = map.num_results();
  std::vector<AffineExprPtr> expressions = map.map.results;
  for (const IndexConstraint& c : map.domain.constraints)
    expressions.push_back(c.expression);
  std::vector<ResultGroup> groups;
  for (VariableGroup& group : group_variables(map.domain, expressions)) {
    std::sort(group.expressions.begin(), group.expressions.end());
    ResultGroup own;
    std::vector<AffineExprPtr> results;
    IndexDomain domain = restrict_to(map.domain, group.variables);
    for (std::size_t i : group.expressions) {
      if (i >= num_results) {
        domain.constraints.push_back(map.domain.constraints[i - num_results]);
        continue;
      }
      own.results.push_back(i);
      results.push_back(map.map.results[i]);
    }
    own.map = IndexingMap::of(std::move(results), std::move(domain));
    if (!own.results.empty()) groups.push_back(std::move(own));
  }
  return groups;
}

void require_enumerable(const IndexDomain& domain, std::string_view operation) {
  std::int64_t points = 1;
  for (const AffineExprPtr& v : variables_of(domain)) {
    require_bounded(domain.range(*v), *v, operation);
    if (__builtin_mul_overflow(points, domain.range(*v).size(), &points) ||
        points > max_enumerated)
      throw UnsupportedExpression(error_message(
          operation, "maps",
          "at most " + std::to_string(max_enumerated) +
              " points that must be enumerated",
          "more in " + domain.to_string(), "use smaller extents or tiles"));
  }
}

}  // namespace Strata::Impl
