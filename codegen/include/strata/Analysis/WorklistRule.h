// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_WORKLISTRULE_H
#define STRATA_ANALYSIS_WORKLISTRULE_H

#include <Strata_ScalarType.hpp>

#include <algorithm>
#include <cstdint>

/// \file
/// The numbers that the choice between a dense and a hashed worklist goes by.
namespace strata {

/// Of coordinates in the list of a worklist.
inline Strata::ScalarType listType(std::int64_t extent) {
  return extent < (std::int64_t{1} << 32) ? Strata::ScalarType::u32
                                          : Strata::ScalarType::u64;
}

/// Bytes of a dense row: of each coordinate a value, a mark, and a place in a list.
inline double rowBytes(Strata::ScalarType scalar, std::int64_t extent) {
  return static_cast<double>(extent) * (static_cast<double>(size_of(scalar)) + 5);
}

/// What the dense rows of all threads may take for an entry of the largest operand.
inline constexpr double rowBytesPerEntry = 16;

/// What they may take together.
inline double mostForRows(double entries) {
  constexpr double always = 1 << 26;
  return std::max(always, rowBytesPerEntry * entries);
}

/// A table has to be so much smaller than a dense row, which is faster.
inline constexpr double tableFactor = 8;

} // namespace strata

#endif
