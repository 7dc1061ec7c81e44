// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Kernel.hpp>

namespace Strata::Impl {

void throw_extent_mismatch(const char* kernel, const char* tensor,
                           int dimension, std::int64_t extent,
                           const char* other, int other_dimension,
                           std::int64_t other_extent) {
  throw ShapeMismatch(error_message(
      kernel,
      "dimension " + std::to_string(dimension) + " of '" + tensor + "'",
      "the extent of dimension " + std::to_string(other_dimension) + " of '" +
          other + "', which is " + std::to_string(other_extent),
      std::to_string(extent), "pass tensors of matching extents"));
}

void throw_outside_window(const char* kernel, const char* tensor,
                          int dimension, std::int64_t extent, std::int64_t end,
                          bool is_whole) {
  throw ShapeMismatch(error_message(
      kernel,
      "dimension " + std::to_string(dimension) + " of '" + tensor + "'",
      is_whole ? "the extent " + std::to_string(end) +
                     ", the length of a window or index set"
               : "an extent of at least " + std::to_string(end) +
                     ", where a window or index set ends",
      std::to_string(extent), "pass a tensor that the window fits in"));
}

}  // namespace Strata::Impl
