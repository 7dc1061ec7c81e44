// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_StreamPlan.hpp>

#include <algorithm>

#include <impl/Strata_AssembleLevels.hpp>

namespace Strata::Impl {

std::optional<StreamLevels> plan_stream(const TensorFormat& to, const KeyLayout& layout) {
  const int last = to.lvl_rank() - 1;
  if (last < 0 || layout.num_words != 1) return {};
  StreamLevels levels;
  levels.num_levels = to.lvl_rank();
  levels.fields     = layout.fields;
  levels.extents    = layout.extents;
  while (levels.first <= last && to.level(levels.first).kind == LevelKind::dense) {
    levels.parents = checked_product("Strata::convert", levels.parents,
                                     layout.extents[levels.first]);
    levels.parent_shift = layout.fields[levels.first++].shift;
  }
  int depth = levels.first - 1;
  for (int l = levels.first; l <= last; ++l) {
    if (to.level(l).kind == LevelKind::dense) return {};
    depth = position_depth(to, l, depth);
    if (depth < l) return {};  // a singleton that has to be looked at
    levels.shifts[l]    = layout.fields[depth].shift;
    levels.per_entry[l] = depth == last;
    const auto most = static_cast<std::uint64_t>(
        std::max<std::int64_t>(layout.extents[l], 1) - 1);
    if (most > to.crd_type().max()) return {};
  }
  if (levels.first > last || depth != last) return {};
  return levels;
}

}  // namespace Strata::Impl
