// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CopyStorage.hpp>
#include <impl/Strata_Sizes.hpp>
#include <impl/Strata_StorageCheck.hpp>

namespace Strata::Impl {

namespace {
void check_size(std::string_view operation, const std::string& what,
                std::int64_t expected, std::int64_t got) {
  if (expected == got) return;
  throw ShapeMismatch(error_message(operation, what,
                                    std::to_string(expected) + " elements",
                                    std::to_string(got),
                                    "make the destination by "
                                    "Strata::create_mirror of the source"));
}
}  // namespace

void check_same_shape(std::string_view operation, const TensorRef& dst,
                      const TensorRef& src, std::string_view label) {
  check_same_format(operation, label, dst.format, src.format);
  if (dst.extents != src.extents || dst.whole_extents != src.whole_extents)
    throw ShapeMismatch(
        error_message(operation, "extents of \"" + std::string(label) + "\"",
                      to_text(dst.extents), to_text(src.extents)));
  for (std::size_t l = 0; l < dst.levels.size(); ++l) {
    const std::string level = " of level " + std::to_string(l);
    check_size(operation, "positions" + level, dst.levels[l].num_positions,
               src.levels[l].num_positions);
    check_size(operation, "coordinates" + level, dst.levels[l].num_coordinates,
               src.levels[l].num_coordinates);
  }
  check_size(operation, "values", dst.num_values, src.num_values);
}

void throw_slice_copy(std::string_view operation, std::string_view label) {
  throw FormatMismatch(error_message(
      operation, "\"" + std::string(label) + "\"", "a whole tensor",
      "a part of one, which shares the arrays with the rest",
      "write the values of the part with Strata::parallel_for_each, or copy the "
      "whole tensor"));
}

void throw_constant_pattern(std::string_view operation,
                            std::string_view label) {
  throw FormatMismatch(error_message(
      operation, "\"" + std::string(label) + "\"",
      "positions and coordinates that may be written",
      "arrays that were wrapped as const",
      "copy the values alone: Kokkos::deep_copy(exec, dst.values(), "
      "src.values())"));
}

}  // namespace Strata::Impl
