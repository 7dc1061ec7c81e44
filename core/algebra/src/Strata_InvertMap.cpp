// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_IndexingMap.hpp>
#include <impl/Strata_MapEquations.hpp>

namespace Strata {
namespace {

/// The inverse of a map without points: as many dimensions, none allowed.
IndexingMap empty_inverse(const IndexingMap& m) {
  IndexDomain domain;
  domain.dimensions.assign(m.num_results(), IndexRange{});
  return IndexingMap::of(std::vector<AffineExprPtr>(m.domain.dimensions.size(),
                                                    AffineExpr::constant(0)),
                         std::move(domain));
}

}  // namespace

IndexingMap IndexingMap::inverse() const {
  const IndexingMap given = simplified();
  if (given.domain.is_plainly_empty()) return empty_inverse(given);
  Impl::MapEquations equations(given);
  equations.solve();
  const auto replace = [&](const AffineExprPtr& v) {
    return equations.solution(v);
  };

  IndexDomain domain = equations.domain();
  for (const AffineExprPtr& v : Impl::variables_of(given.domain))
    if (v->kind != AffineExpr::Kind::runtime && equations.is_solved(v))
      domain.constraints.push_back(
          {equations.solution(v), given.domain.range(*v)});
  for (const IndexConstraint& c : given.domain.constraints)
    domain.constraints.push_back({substitute(c.expression, replace), c.range});
  // Whatever the equations were solved to, only points that map back count.
  for (std::size_t i = 0; i < given.num_results(); ++i)
    domain.constraints.push_back(
        {substitute(given.map.results[i], replace) - AffineExpr::dimension(i),
         {0, 0}});
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < given.domain.dimensions.size(); ++d)
    results.push_back(equations.solution(AffineExpr::dimension(d)));
  return of(std::move(results), std::move(domain)).simplified();
}

}  // namespace Strata
