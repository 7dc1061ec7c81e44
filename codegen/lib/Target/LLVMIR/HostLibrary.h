// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTLIBRARY_H
#define STRATA_LIB_TARGET_HOSTLIBRARY_H

#include <Strata_MarkedCoordinates.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
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

/// A power of 64-bit integers that wraps; of a negative exponent it is truncated.
inline std::string powerName(bool isSigned) {
  return isSigned ? "strataPower" : "strataUnsignedPower";
}

/// A function on complex numbers with parts of `width` bits, by its name in C++.
inline std::string complexFunctionName(const std::string &name, unsigned width) {
  return "strata" + std::to_string(width) + name.substr(name.rfind(':') + 1);
}

/// Calls \p define with name and address of each of them.
void forEachFunction(
    const std::function<void(const std::string &, void *)> &define);

} // namespace strata

#endif
