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

void check_shape(const TensorRef& tensor) {
  check_extents("Strata::validate", tensor.format, tensor.extents);
  const auto levels = static_cast<std::size_t>(tensor.format.lvl_rank());
  if (tensor.levels.size() != levels)
    throw InvalidStorage(error_message("Strata::validate", "levels",
                                       std::to_string(levels) + " levels",
                                       std::to_string(tensor.levels.size())));
  if (tensor.strides.empty()) return;
  if (!tensor.format.is_dense() || tensor.strides.size() != levels)
    throw InvalidStorage(
        error_message("Strata::validate", "strides",
                      "one for each level of an all-dense format",
                      std::to_string(tensor.strides.size()) + " for " +
                          tensor.format.to_string()));
}

}  // namespace Strata::Impl
