// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MARKEDCOORDINATES_HPP
#define STRATA_MARKEDCOORDINATES_HPP

#include <cstdint>
#include <cstring>

#include <Strata_Inline.hpp>

namespace Strata {

/// True when to look through the marks of all coordinates takes less than to sort
/// the `count` that are marked.
STRATA_INLINE bool scan_pays(std::int64_t count, std::int64_t extent) {
  constexpr std::int64_t marks_per_comparison = 32;
  std::int64_t comparisons                    = 0;
  for (std::int64_t n = count; n > 1; n /= 2) comparisons += count;
  return extent < marks_per_comparison * comparisons;
}

/// Lists the coordinates below `extent` whose marks are 1, not 0, in ascending
/// order.
/// \param list of `count` elements, one for each of them
template <class Coordinate>
STRATA_INLINE void list_marked(Coordinate* list, std::int64_t count,
                               const std::uint8_t* marks, std::int64_t extent) {
  std::int64_t n = 0;
  for (std::int64_t at = 0; n < count; at += 8) {
    std::uint64_t word = 1;
    if (at + 8 <= extent) std::memcpy(&word, marks + at, 8);
    if (word == 0) continue;
    for (std::int64_t k = 0; k < 8 && n < count; ++k) {
      list[n] = static_cast<Coordinate>(at + k);
      n += marks[at + k];
    }
  }
}

}  // namespace Strata

#endif
