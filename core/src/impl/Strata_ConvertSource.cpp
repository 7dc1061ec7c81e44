// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_ConvertCopy.hpp>
#include <impl/Strata_ConvertPlan.hpp>
#include <impl/Strata_ConvertSort.hpp>
#include <impl/Strata_ConvertTranspose.hpp>

namespace Strata::Impl {

namespace {

/// Level of each dimension.
std::vector<int> level_of_dimension(const TensorFormat& format) {
  std::vector<int> level(format.dim_rank());
  for (int l = 0; l < format.lvl_rank(); ++l)
    level[format.dimension_of_level(l)] = l;
  return level;
}

}  // namespace

SourceLevels make_source_levels(const TensorRef& tensor) {
  const TensorFormat& format = tensor.format;
  if (format.lvl_rank() > max_levels)
    throw UnsupportedExpression(
        error_message("Strata::convert", "format",
                      "at most " + std::to_string(max_levels) + " levels",
                      std::to_string(format.lvl_rank())));
  SourceLevels source;
  source.num_levels  = format.lvl_rank();
  source.group       = last_group(format);
  source.dense_group = format.level(source.group).kind == LevelKind::dense;
  source.coordinate_bytes = format.crd_type().bytes();
  for (int l = 0; l < source.num_levels; ++l) {
    source.kinds[l]  = format.level(l).kind;
    source.levels[l] = {
        IndexSpan(tensor.levels[l].positions, format.pos_type()),
        IndexSpan(tensor.levels[l].coordinates, format.crd_type()),
        tensor.level_extent(l)};
    if (source.kinds[l] == LevelKind::dense)
      source.entries = checked_product("Strata::convert", source.entries,
                                       tensor.level_extent(l));
    else
      source.entries = tensor.levels[l].num_coordinates;
    source.sizes[l] = source.entries;
  }
  return source;
}

SourceLevels make_source_levels(const TensorRef& list, const CoordinateSpan& coordinates) {
  SourceLevels source      = make_source_levels(list);
  source.coordinate_bytes  = sizeof(std::int64_t);
  source.coordinate_stride = coordinates.entry_stride;
  source.kinds[0]          = LevelKind::dense;  // one run, whose end no array tells
  source.levels[0].extent  = source.entries;
  for (int l = 0; l < source.num_levels; ++l) {
    const std::int64_t offset = list.format.dimension_of_level(l) * coordinates.dimension_stride;
    source.levels[l].coordinates = IndexSpan(coordinates.data + offset, {});
  }
  return source;
}

EntryWalk make_walk(const TensorRef& tensor, const ValueBits& values,
                    const KeyLayout& layout, bool drops_fill) {
  EntryWalk walk;
  walk.source     = make_source_levels(tensor);
  walk.values     = values;
  walk.drops_fill = drops_fill;
  for (int l = 0; l < layout.num_levels; ++l)
    for (int k = 0; k < walk.source.num_levels; ++k)
      if (tensor.format.dimension_of_level(k) == layout.dimensions[l])
        walk.shifts[k] = layout.fields[l].shift;
  return walk;
}

ValueOffsets make_value_offsets(const TensorRef& tensor) {
  ValueOffsets offsets;
  offsets.num_levels = static_cast<int>(tensor.strides.size());
  for (int l = 0; l < offsets.num_levels; ++l) {
    offsets.extents[l] = tensor.level_extent(l);
    offsets.strides[l] = tensor.strides[l];
  }
  return offsets;
}

std::int64_t dense_positions(const TensorFormat& format,
                             const std::vector<std::int64_t>& extents) {
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return 0;
  std::int64_t size = 1;
  for (int l = 0; l < format.lvl_rank(); ++l)
    size = checked_product("Strata::convert", size,
                           extents[format.dimension_of_level(l)]);
  return size;
}

Kokkos::Array<std::int64_t, max_levels> strides_of_levels(
    const TensorRef& from, const TensorFormat& to) {
  Kokkos::Array<std::int64_t, max_levels> strides{};
  const std::vector<int> level = level_of_dimension(from.format);
  std::int64_t stride          = 1;
  for (int l = to.lvl_rank() - 1; l >= 0; --l) {
    const int dimension      = to.dimension_of_level(l);
    strides[level[dimension]] = stride;
    // Nothing is stored where an extent is 0.
    stride *= std::max<std::int64_t>(from.extents[dimension], 1);
  }
  return strides;
}

SortField sort_field(const KeyLayout& layout, int levels) {
  const int bits  = layout.word_bits[0];
  const int shift = levels == 0 ? bits : layout.fields[levels - 1].shift;
  return {shift, bits - shift};
}

int bucket_bits(std::int64_t entries, int bits, std::int64_t asked) {
  // Of 2^10, caches hold the lines that are written to; of more, fewer and fewer of them.
  constexpr int few = 10, most = 11;
  constexpr std::int64_t in_cache = 1 << 14, barely = 1 << 15;
  if (asked > 0) {
    const int floor = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(asked))) - 1;
    return std::min({floor, most, bits});
  }
  if (entries < 4096) return 0;
  int result = 4;
  while (result < most && entries >> result > (result < few ? in_cache : barely)) ++result;
  return std::min(result, bits);
}

bool is_group_target(const TensorFormat& to, const std::vector<std::int64_t>& extents) {
  const int group = last_group(to);
  if (to.level(group).kind == LevelKind::dense) return false;
  for (int l = 0; l < group; ++l)
    if (to.level(l).kind != LevelKind::dense) return false;
  for (int l = group; l < to.lvl_rank(); ++l)
    if (static_cast<std::uint64_t>(
            std::max<std::int64_t>(extents[to.dimension_of_level(l)], 1) - 1) >
        to.crd_type().max())
      return false;
  return position_depth(to, group, group - 1) == to.lvl_rank() - 1;
}

}  // namespace Strata::Impl
