// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTLIBRARY_H
#define STRATA_LIB_TARGET_HOSTLIBRARY_H

#include <cstdint>
#include <functional>
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
