// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEVEL_LINES_HPP
#define STRATA_IMPL_LEVEL_LINES_HPP

#include <cstdint>
#include <limits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>

namespace Strata::Impl {

/// Where the children of some neighbouring parents are: number k of parent i at
/// first[i] + k · step, for k < room[i].
struct TileLines {
  static constexpr int size = 64;
  std::int64_t first[size], room[size];
  std::int64_t step = 1;

  KOKKOS_INLINE_FUNCTION std::int64_t widest(int parents) const {
    std::int64_t most = 0;
    for (int i = 0; i < parents; ++i) most = room[i] > most ? room[i] : most;
    return most;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t narrowest(int parents) const {
    std::int64_t least = parents > 0 ? room[0] : 0;
    for (int i = 1; i < parents; ++i) least = room[i] < least ? room[i] : least;
    return least;
  }
  /// Whether first children lie side by side, and so do second ones, …
  KOKKOS_INLINE_FUNCTION bool are_adjacent(int parents) const {
    bool adjacent = true;
    for (int i = 1; i < parents; ++i) adjacent = adjacent && first[i] == first[0] + i;
    return adjacent;
  }
};

/// A level whose children lie in lines, with padding, if there is any, behind them.
/// \pre lies_in_lines(level)
struct LineLevel {
  AnyLevel level;
  std::int64_t parents;
  /// Of so many parents lines begin at equal distances, see line_period().
  std::int64_t period;

  static LineLevel of(const AnyLevel& level, LevelType type, std::int64_t parents) {
    return {level, parents, line_period(type)};
  }
  /// With parents that are not there: the last slice is stored as if it were full.
  LineLevel with_full_slices() const {
    if (period == std::numeric_limits<std::int64_t>::max()) return *this;
    return {level, (parents + period - 1) / period * period, period};
  }
  KOKKOS_INLINE_FUNCTION int tile_size(std::int64_t begin) const {
    const std::int64_t left = parents - begin;
    return static_cast<int>(left < 0 ? 0 : left < TileLines::size ? left : TileLines::size);
  }
  /// Those of parents begin, begin + 1, …
  KOKKOS_INLINE_FUNCTION TileLines lines(std::int64_t begin) const {
    TileLines out;
    const int size = tile_size(begin);
    if (level.kind == LevelKind::compressed) {
      read_segments(begin, size, out);
      return out;
    }
    std::int64_t distance = 0, left = 0;  // of the period
    for (int i = 0; i < size; ++i, --left) {
      const std::int64_t parent = begin + i;
      if (left == 0) {
        left = period - (i == 0 ? parent % period : 0);
        probe(parent, i, out);
        distance = left > 1 ? distance_behind(parent, out.first[i]) : 0;
      } else {
        out.first[i] = out.first[i - 1] + distance;
        out.room[i]  = out.room[i - 1];
      }
    }
    return out;
  }

 private:
  KOKKOS_INLINE_FUNCTION void read_segments(std::int64_t begin, int size, TileLines& out) const {
    if (size == 0) return;
    const IndexSpan& positions = level.storage.positions;
    std::int64_t first         = positions[begin];
    positions.for_each(begin + 1, begin + size + 1, [&](std::int64_t i, std::int64_t end) {
      out.first[i - 1 - begin] = first;
      out.room[i - 1 - begin]  = end > first ? end - first : 0;
      first                    = end;
    });
  }
  KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t parent, std::int64_t cursor) const {
    return level.position_of({parent, 0}, cursor);
  }
  KOKKOS_INLINE_FUNCTION void probe(std::int64_t parent, int i, TileLines& out) const {
    const auto cursors = level.children({parent, 0});
    out.room[i]        = cursors.end > cursors.begin ? cursors.end - cursors.begin : 0;
    out.first[i]       = out.room[i] > 0 ? at(parent, cursors.begin) : 0;
    if (out.room[i] > 1 && level.has_position)
      out.step = at(parent, cursors.begin + 1) - out.first[i];
  }
  /// From the line of a parent to the next one, of the same period.
  KOKKOS_INLINE_FUNCTION std::int64_t distance_behind(std::int64_t parent,
                                                      std::int64_t first) const {
    const std::int64_t next = parent + 1;
    return next < parents ? at(next, level.children({next, 0}).begin) - first : 0;
  }
};

/// How many children each of some neighbouring parents has: those before the padding.
template <class Coordinates>
KOKKOS_INLINE_FUNCTION void count_children(const LineLevel& from, const TileLines& lines,
                                           int parents, const Coordinates& coordinates,
                                           std::int64_t* counts) {
  const bool is_padded = from.level.padding == LevelPadding::coordinates;
  for (int i = 0; i < parents; ++i) counts[i] = is_padded ? 0 : lines.room[i];
  if (!is_padded) return;
  const std::int64_t widest = lines.widest(parents), extent = from.level.storage.extent;
  // Where children lie side by side, without a look at each line.
  const std::int64_t regular = lines.are_adjacent(parents) ? lines.narrowest(parents) : 0;
  for (std::int64_t k = 0; k < regular; ++k) {
    const std::int64_t first = lines.first[0] + k * lines.step;
    for (int i = 0; i < parents; ++i) counts[i] += coordinates[first + i] < extent;
  }
  for (std::int64_t k = regular; k < widest; ++k)
    for (int i = 0; i < parents; ++i)
      if (k < lines.room[i]) counts[i] += coordinates[lines.first[i] + k * lines.step] < extent;
}

}  // namespace Strata::Impl

#endif
