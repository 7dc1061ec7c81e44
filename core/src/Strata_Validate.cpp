// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <Strata_Error.hpp>
#include <Strata_Validate.hpp>

namespace Strata::Impl {

void throw_invalid_storage(int l, std::int64_t position, const char* array,
                           const std::string& expected,
                           const std::string& got) {
  throw InvalidStorage(error_message("Strata::validate",
                                     "level " + std::to_string(l) + ", " +
                                         array + "[" +
                                         std::to_string(position) + "]",
                                     expected, got));
}

void check_count(int l, const char* array, std::int64_t expected,
                 std::int64_t got) {
  if (expected == got) return;
  const std::string where = std::string(array) == "values"
                                ? std::string("values")
                                : "level " + std::to_string(l) + ", " + array;
  throw InvalidStorage(error_message("Strata::validate", where,
                                     std::to_string(expected) + " elements",
                                     std::to_string(got)));
}

namespace {

/// Slices have numbers, and lie inside of what is stored.
void check_slices(const TensorRef& tensor) {
  const DimensionSlices& slices = tensor.format.slices();
  if (slices.empty()) return;
  check_extents("Strata::validate", tensor.format, tensor.whole_extents);
  for (std::size_t d = 0; d < slices.size(); ++d) {
    const std::int64_t whole = tensor.whole_extents[d];
    const bool good =
        slices[d] ? slices[d]->is_static() && slices[d]->end() <= whole &&
                        slices[d]->size == tensor.extents[d]
                  : tensor.extents[d] == whole;
    if (!good)
      throw InvalidStorage(error_message(
          "Strata::validate", "dimension " + std::to_string(d),
          "a slice of " + std::to_string(whole) + " coordinates",
          tensor.format.to_string() + " of extent " +
              std::to_string(tensor.extents[d])));
  }
}

}  // namespace

void check_shape(const TensorRef& tensor) {
  check_extents("Strata::validate", tensor.format, tensor.extents);
  const auto levels = static_cast<std::size_t>(tensor.format.lvl_rank());
  if (tensor.levels.size() != levels)
    throw InvalidStorage(error_message("Strata::validate", "levels",
                                       std::to_string(levels) + " levels",
                                       std::to_string(tensor.levels.size())));
  check_slices(tensor);
  if (tensor.strides.empty()) return;
  if (!tensor.format.is_dense() || tensor.strides.size() != levels)
    throw InvalidStorage(
        error_message("Strata::validate", "strides",
                      "one for each level of an all-dense format",
                      std::to_string(tensor.strides.size()) + " for " +
                          tensor.format.to_string()));
}

}  // namespace Strata::Impl
