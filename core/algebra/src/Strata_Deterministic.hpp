// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DETERMINISTIC_HPP
#define STRATA_DETERMINISTIC_HPP

#include <algorithm>
#include <cstdint>

/// \file
/// How a deterministic kernel is cut: the numbers depend on the data only, never on
/// threads, so that every sum has the same terms in the same order everywhere.

namespace Strata {

/// What decides between strategies takes the place of the number of threads.
inline constexpr int deterministic_concurrency = 16;

/// Pieces of a launch over `entries` entries: several for every thread of a
/// host, long enough to be worth handing out. One below 4096 entries.
inline std::int64_t deterministic_pieces(std::int64_t entries) {
  constexpr std::int64_t one_piece = 4096, shortest = 2048, most = 256;
  return entries < one_piece
             ? 1
             : std::clamp<std::int64_t>(entries / shortest, 1, most);
}

/// Copies of a result with `elements` elements that `entries` entries are added
/// to, a piece each. Clearing and adding up the copies touches at most about half
/// as many numbers as there are entries; large results have 16 copies at most.
inline std::int64_t deterministic_copies(std::int64_t entries,
                                         std::int64_t elements) {
  constexpr std::int64_t per_copy = 4, few = 16, small = std::int64_t{1} << 16;
  elements                        = std::max<std::int64_t>(elements, 1);
  const std::int64_t worth        = entries / elements / per_copy + 1;
  const std::int64_t room         = std::max(few, small / elements);
  return std::min({worth, room, deterministic_pieces(entries)});
}

}  // namespace Strata

#endif
