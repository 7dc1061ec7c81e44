// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_StreamPlan.hpp>

#include <algorithm>

#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_StreamBlocks.hpp>

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
                                     layout.extents[levels.first++]);
  }
  int depth = levels.first - 1;
  for (int l = levels.first; l <= last; ++l) {
    if (to.level(l).kind == LevelKind::dense) return {};
    depth = position_depth(to, l, depth);
    if (depth < l) return {};  // a singleton that has to be looked at
    levels.depths[l]    = depth;
    levels.per_entry[l] = depth == last;
    const auto most = static_cast<std::uint64_t>(
        std::max<std::int64_t>(layout.extents[l], 1) - 1);
    if (most > to.crd_type().max()) return {};
  }
  if (levels.first > last || depth != last) return {};
  return levels;
}

std::optional<ColumnWalk> make_column_walk(const TensorFormat& from, const EntryWalk& walk,
                                           const KeyLayout& layout) {
  const SourceLevels& source = walk.source;
  if (source.group != 0 || source.dense_group || source.coordinate_bytes != 4 ||
      source.coordinate_stride != 1)
    return {};
  ColumnWalk out;
  out.num_levels = layout.num_levels;
  out.entries    = source.entries;
  out.chunks     = walk.chunks;
  for (int l = 0; l < layout.num_levels; ++l) {
    if (layout.extents[l] > std::int64_t{1} << 31) return {};
    for (int k = 0; k < source.num_levels; ++k)
      if (from.dimension_of_level(k) == layout.dimensions[l])
        out.columns[l] =
            static_cast<const std::int32_t*>(source.levels[k].coordinates.data());
  }
  return out;
}

}  // namespace Strata::Impl
