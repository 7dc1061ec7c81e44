// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>
#include <string>

#include <impl/Strata_AssembleImpl.hpp>
#include <impl/Strata_RewriteLevels.hpp>

namespace Strata::Impl {

int position_depth(const TensorFormat& format, int l, int depth_above) {
  const LevelType type = format.level(l);
  if (type.kind == LevelKind::singleton) return depth_above;
  if (type.unique) return std::max(l, depth_above);
  // One position per entry, unless the singletons below reach a unique one.
  const int last = format.lvl_rank() - 1;
  for (int k = l + 1; k <= last && format.level(k).kind == LevelKind::singleton;
       ++k)
    if (format.level(k).unique) return std::max(k, depth_above);
  return last;
}

void throw_not_singleton(std::string_view operation, const TensorFormat& format,
                         int l) {
  throw FormatMismatch(
      error_message(operation,
                    "level " + std::to_string(l) + " of " + format.to_string(),
                    "one coordinate under each position of the level above",
                    "several", "make the compressed level above nonunique"));
}

void throw_no_room(std::string_view operation, const TensorFormat& format, int l,
                   std::int64_t room, std::int64_t children) {
  throw FormatMismatch(error_message(
      operation, "level " + std::to_string(l) + " of " + format.to_string(),
      "at most " + std::to_string(room) + " coordinates under each position of the "
                                          "level above",
      std::to_string(children), "store it in a format that holds them"));
}

void throw_not_by_length(std::string_view operation, const TensorFormat& format, int l) {
  throw FormatMismatch(error_message(
      operation, "level " + std::to_string(l) + " of " + format.to_string(),
      "positions above in the order of how many coordinates stand below them, the most first",
      "another order", "store the level above as by_length"));
}

void check_index_fits(std::string_view operation, std::string_view what, int l,
                      std::int64_t number, IndexType type) {
  if (static_cast<std::uint64_t>(number) <= type.max()) return;
  throw IndexOverflow(error_message(
      operation, std::string(what) + " at level " + std::to_string(l),
      "at most " + std::to_string(type.max()) + " (" + to_text(type) + ")",
      std::to_string(number),
      std::string("choose a wider ") +
          (what == "position" ? "posWidth" : "crdWidth")));
}

TensorRef list_of_given(ScalarType scalar, const std::vector<std::int64_t>& extents,
                        const void* values, std::int64_t size) {
  std::vector<LevelType> levels(extents.size(), {LevelKind::singleton, false, false});
  levels[0].kind = LevelKind::compressed;
  std::vector<int> identity(extents.size());
  std::iota(identity.begin(), identity.end(), 0);
  TensorRef list;
  list.format  = TensorFormat(identity, levels);
  list.scalar  = scalar;
  list.extents = extents;
  list.levels.resize(extents.size());
  for (LevelArrays& level : list.levels) level.num_coordinates = size;
  list.values     = const_cast<void*>(values);
  list.num_values = size;
  list.is_const   = true;
  return list;
}

void throw_out_of_range(std::int64_t entry, const std::int64_t* coordinates,
                        const std::vector<std::int64_t>& extents) {
  std::size_t d = 0;
  while (d + 1 < extents.size() && coordinates[d] >= 0 &&
         coordinates[d] < extents[d])
    ++d;
  throw ShapeMismatch(error_message(
      "Strata::assemble",
      "entry " + std::to_string(entry) + ", dimension " + std::to_string(d),
      "a coordinate in [0, " + std::to_string(extents[d]) + ")",
      std::to_string(coordinates[d])));
}

void check_assemble_views(std::size_t order, std::size_t coordinate_rows,
                          std::size_t coordinate_columns, std::size_t values,
                          bool contiguous) {
  if (coordinate_rows != values || coordinate_columns != order)
    throw ShapeMismatch(error_message("Strata::assemble", "coordinates",
                                      "a View of " + std::to_string(values) +
                                          " entries x " +
                                          std::to_string(order) + " dimensions",
                                      std::to_string(coordinate_rows) + " x " +
                                          std::to_string(coordinate_columns)));
  if (!contiguous)
    throw FormatMismatch(error_message("Strata::assemble", "values",
                                       "a contiguous View",
                                       "a View with stride", "copy it first"));
}

void check_assemble_lists(
    std::size_t order,
    const std::vector<std::vector<std::int64_t>>& coordinates,
    std::size_t values) {
  if (coordinates.size() != values)
    throw ShapeMismatch(
        error_message("Strata::assemble", "coordinates",
                      std::to_string(values) + " entries, one per value",
                      std::to_string(coordinates.size())));
  for (std::size_t e = 0; e < values; ++e)
    if (coordinates[e].size() != order)
      throw ShapeMismatch(error_message(
          "Strata::assemble", "entry " + std::to_string(e),
          std::to_string(order) + " coordinates", to_text(coordinates[e])));
}

}  // namespace Strata::Impl
