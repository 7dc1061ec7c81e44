// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <Strata_LevelRegistry.hpp>
#include <Strata_PackedIndex.hpp>
#include <impl/Strata_InsertImpl.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {
namespace {

bool is_loose(const TensorFormat& format) {
  if (format.lvl_rank() == 0 || !is_registered(format.level(format.lvl_rank() - 1).kind))
    return false;
  const LevelDescription& d =
      level_definition(format.level(format.lvl_rank() - 1).kind).description;
  return d.edges == LevelEdges::low_high && d.placement == LevelPlacement::rank &&
         d.padding == LevelPadding::none && d.stores_coordinates;
}

/// Parents are all there, and found by counting.
bool has_dense_parents(const TensorFormat& format) {
  for (int l = 0; l + 1 < format.lvl_rank(); ++l)
    if (format.level(l).kind != LevelKind::dense) return false;
  return true;
}

}  // namespace

void check_loose(std::string_view operation, const TensorFormat& format) {
  if (is_packed(format.crd_type()))
    throw FormatMismatch(error_message(operation, "format", "coordinates of whole bytes",
                                       format.to_string(), "choose crdWidth = 8"));
  if (is_loose(format) && !format.is_sliced()) return;
  throw FormatMismatch(error_message(
      operation, "format", "a last level with room between its segments", format.to_string(),
      "store it in (i, j) -> (i : dense, j : loose_compressed)"));
}

void check_room(std::int64_t room) {
  if (room >= 0) return;
  throw FormatMismatch(error_message("Strata::with_room", "room", "no negative number of places",
                                     std::to_string(room)));
}

void check_insertable(const TensorRef& tensor, const TensorRef& entries, bool may_write) {
  constexpr std::string_view operation = "Strata::insert";
  check_loose(operation, tensor.format);
  const LevelType last = tensor.format.level(tensor.format.lvl_rank() - 1);
  if (!has_dense_parents(tensor.format) || !last.unique || !last.ordered)
    throw FormatMismatch(error_message(
        operation, "tensor", "dense levels above one that is unique and ordered",
        tensor.format.to_string(), "store it in (i, j) -> (i : dense, j : loose_compressed)"));
  if (tensor.is_const || !may_write)
    throw FormatMismatch(error_message(operation, "tensor", "arrays that may be written",
                                       "constant ones", "copy the tensor"));
  if (tensor.extents != entries.extents)
    throw ShapeMismatch(error_message(operation, "extents of the entries",
                                      to_text(tensor.extents), to_text(entries.extents)));
}

void throw_segment_full(const TensorRef& tensor, std::int64_t parent, std::int64_t room,
                        std::int64_t needed) {
  std::string at;
  for (int l = tensor.format.lvl_rank() - 2; l >= 0; --l) {
    const std::int64_t extent = tensor.level_extent(l);
    at = std::to_string(parent % extent) + (at.empty() ? "" : ", ") + at;
    parent /= extent;
  }
  throw FormatMismatch(error_message(
      "Strata::insert", "segment " + (at.empty() ? "0" : "(" + at + ")"),
      "room for " + std::to_string(needed) + " entries", "room for " + std::to_string(room),
      "make more by Strata::with_room; nothing has been inserted"));
}

}  // namespace Strata::Impl
