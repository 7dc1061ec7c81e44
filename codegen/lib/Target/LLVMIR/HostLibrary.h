// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTLIBRARY_H
#define STRATA_LIB_TARGET_HOSTLIBRARY_H

#include <cstdint>
#include <string>

/// \file
/// Functions of this process that kernels call.
namespace strata {

/// Sorts `count` coordinates of `width` bits.
inline std::string sortCoordinatesName(unsigned width) {
  return "strataSortCoordinates" + std::to_string(width);
}
void sortCoordinates32(std::uint32_t *first, std::int64_t count);
void sortCoordinates64(std::uint64_t *first, std::int64_t count);

} // namespace strata

#endif
