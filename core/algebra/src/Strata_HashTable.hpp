// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HASHTABLE_HPP
#define STRATA_HASHTABLE_HPP

#include <cstdint>

#include <Strata_Inline.hpp>

namespace Strata {

/// Odd, so that numbers below a power of two stay apart: 2^64 over the golden
/// ratio (Knuth, The Art of Computer Programming 3, section 6.4).
inline constexpr std::uint64_t hash_multiplier = 0x9E3779B97F4A7C15;

/// Bits of the slots of a table that `bound` coordinates below `extent` half fill
/// at the most; or that has one for each coordinate, where these are fewer.
STRATA_INLINE std::int64_t table_bits(std::int64_t bound,
                                               std::int64_t extent) {
  const std::int64_t needed = 2 * bound < extent ? 2 * bound : extent;
  std::int64_t bits         = 0;
  while ((std::int64_t(1) << bits) < needed) ++bits;
  return bits;
}

/// Slots of a table for the greatest of `count` bounds.
STRATA_INLINE std::int64_t table_capacity(const std::uint64_t* bounds,
                                          std::int64_t count,
                                          std::int64_t extent) {
  std::uint64_t most = 0;
  for (std::int64_t n = 0; n < count; ++n)
    most = bounds[n] > most ? bounds[n] : most;
  return std::int64_t(1) << table_bits(static_cast<std::int64_t>(most), extent);
}

/// Slot of `coordinate` in row `row` of a table of 2^bits slots: the one whose
/// mark is the coordinate plus one, or a free one (0). Coordinates below 2^bits
/// are their own slots while nothing else has taken these.
template <class Marks>
STRATA_INLINE std::int64_t find_slot(const Marks& marks,
                                              std::int64_t row,
                                              std::int64_t coordinate,
                                              std::int64_t bits) {
  const auto key           = static_cast<std::uint64_t>(coordinate);
  const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
  std::uint64_t at         = (key ^ (key >> bits) * hash_multiplier) & mask;
  while (marks(row, at) != 0 && marks(row, at) != key + 1) at = (at + 1) & mask;
  return static_cast<std::int64_t>(at);
}

}  // namespace Strata

#endif
