// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTLIBRARY_H
#define STRATA_LIB_TARGET_HOSTLIBRARY_H

#include <Strata_MarkedCoordinates.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

/// \file
/// Functions of this process that kernels call.
namespace strata {

/// Name in this process of a function of the library for coordinates of `width`
/// bits.
inline std::string processName(const std::string &library, unsigned width) {
  return "strata_" + library + std::to_string(width);
}

/// Sorts `count` coordinates.
template <class Coordinate>
void sortCoordinates(Coordinate *list, std::int64_t count) {
  std::sort(list, list + count);
}

/// The same where each has a mark, of those below `extent`.
template <class Coordinate>
void orderCoordinates(Coordinate *list, const std::uint8_t *marks,
                      std::int64_t count, std::int64_t extent) {
  if (Strata::scan_pays(count, extent))
    Strata::list_marked(list, count, marks, extent);
  else
    sortCoordinates(list, count);
}

} // namespace strata

#endif
