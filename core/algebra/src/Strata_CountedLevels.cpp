// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "#i" of Chou et al. 2020: the number of an entry among those that share i.
#include <Strata_LevelRegistry.hpp>
#include <impl/Strata_FormatRules.hpp>

namespace Strata::Impl {

bool fold_counted(IndexMap& map, std::vector<LevelType>& levels) {
  const LevelKind ell = find_level("ell"), padded = find_level("singleton(padded)");
  if (levels.size() < 3 || !is_registered(ell) || !is_registered(padded)) return false;
  const AffineExprPtr& slice = map.results[0];
  if (slice->kind != AffineExpr::Kind::count || !equal(slice->lhs, map.results[1]) ||
      levels[0].kind != LevelKind::dense || levels[1].kind != LevelKind::dense ||
      levels[2].kind != padded)
    return false;
  map.results.erase(map.results.begin());
  levels.erase(levels.begin());
  levels[1].kind = ell;
  return true;
}

}  // namespace Strata::Impl
