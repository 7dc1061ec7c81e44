// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_WEIGHED_LEVELS_HPP
#define STRATA_IMPL_WEIGHED_LEVELS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelSearch.hpp>
#include <Strata_LevelType.hpp>

namespace Strata::Impl {

/// Coordinate c of a variable is stored as lo + stride * c, below hi (negative:
/// the extent).
struct Window {
  std::int64_t lo = 0, stride = 1, hi = -1;

  KOKKOS_INLINE_FUNCTION bool is_all() const { return lo == 0 && stride == 1 && hi < 0; }
};

/// Weights of positions beneath which the rows of one other tensor stand. They are looked
/// up anew within a block, so that sums take little memory.
struct WeighedRows {
  static constexpr int block_bits = 5;

  IndexSpan coordinates, positions;  ///< of the level, of the rows
  std::int64_t own = 0, each = 0;    ///< weight of a position, of an entry of a row
  std::int64_t begin = 0, end = 0;   ///< positions

  /// What positions [first, last) weigh.
  KOKKOS_INLINE_FUNCTION std::int64_t weight(std::int64_t first, std::int64_t last) const {
    const std::int64_t entries = positions.visit([&](const auto& rows) {
      std::int64_t sum = 0;
      coordinates.for_each(first, last, [&](std::int64_t, std::int64_t row) {
        sum += static_cast<std::int64_t>(rows[row + 1]) - static_cast<std::int64_t>(rows[row]);
      });
      return sum;
    });
    return own * (last - first) + each * entries;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t block_begin(std::int64_t block) const {
    return Kokkos::max(block << block_bits, begin);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t block_weight(std::int64_t block) const {
    return weight(block_begin(block), Kokkos::min((block + 1) << block_bits, end));
  }
  /// \p sums: before each block.
  KOKKOS_INLINE_FUNCTION std::int64_t before(const std::int64_t* sums, std::int64_t p) const {
    const std::int64_t block = p >> block_bits;
    return sums[block] + weight(block_begin(block), p);
  }
};

/// The levels of one tensor that is weighed. Owns nothing.
struct WeighedLevels {
  static constexpr int max_levels = 12, max_depth = 6;

  Kokkos::Array<LevelStorage<DeviceEvaluator>, max_levels> storage{};
  Kokkos::Array<LevelKind, max_levels> kinds{};
  Kokkos::Array<bool, max_levels> counted{};  ///< loops come to each position
  Kokkos::Array<Window, max_levels> windows{};
  /// Weight before each position, what stands beneath it included (before each block of
  /// them on the level `rows_level`); null: loops come to every position and to nothing
  /// else than what is stored below.
  Kokkos::Array<const std::int64_t*, max_levels> before{};
  WeighedRows rows;
  int rows_level = -1;
  int levels = 0;  ///< of which
  int depth  = 0;  ///< follow the variables, from this one on:
  int start  = 0;
  /// The tensor beneath a level of which this one stands; -1: none.
  int parent = -1, parent_level = 0;

  using bounds_type = LevelBounds<std::int64_t>;

  /// Positions of `level` under those of the level above.
  KOKKOS_INLINE_FUNCTION bounds_type below(int level, bounds_type at) const {
    DeviceEvaluator b;
    const auto& s = storage[level];
    if (kinds[level] == LevelKind::compressed)
      return CompressedLevel::pos_bounds(b, s, at.begin, at.end);
    if (kinds[level] == LevelKind::singleton) return at;
    return {at.begin * s.extent, at.end * s.extent};
  }
  KOKKOS_INLINE_FUNCTION bounds_type roots() const { return below(0, {0, 1}); }
  /// Weight of the positions `at` of a level and of what is under them.
  KOKKOS_INLINE_FUNCTION std::int64_t visits(int level, bounds_type at) const {
    std::int64_t sum = 0;
    for (int l = level; l < levels; ++l) {
      if (l > level) at = below(l, at);
      if (before[l]) return sum + weight_before(l, at.end) - weight_before(l, at.begin);
      sum += counted[l] ? at.end - at.begin : 0;
    }
    return sum;
  }
  /// Coordinate of the variable at a position; -1: the window leaves it out.
  KOKKOS_INLINE_FUNCTION std::int64_t number(int level,
                                             std::int64_t position) const {
    DeviceEvaluator b;
    const auto& s       = storage[level];
    const Window& w     = windows[level];
    const std::int64_t c = kinds[level] == LevelKind::dense
                               ? position % s.extent
                               : CompressedLevel::pos_access(b, s, position);
    if (c < w.lo || (w.hi >= 0 && c >= w.hi)) return -1;
    if (w.stride == 1) return c - w.lo;  // divisions take most of the time
    return (c - w.lo) % w.stride == 0 ? (c - w.lo) / w.stride : -1;
  }
  /// First of the positions `at` with a coordinate of at least `coordinate`.
  KOKKOS_INLINE_FUNCTION std::int64_t find(int level, bounds_type at,
                                           std::int64_t coordinate) const {
    return find_stored(level, at, stored(level, coordinate));
  }
  /// The first of the positions `at` that coordinates stand for.
  KOKKOS_INLINE_FUNCTION std::int64_t first(int level, bounds_type at) const {
    return windows[level].lo == 0 ? at.begin : find(level, at, 0);
  }
  /// Those of the positions `at` that its window leaves, and some between them.
  KOKKOS_INLINE_FUNCTION bounds_type inside(int level, bounds_type at) const {
    const Window& w = windows[level];
    // Positions of a dense level are counted from where the segment begins.
    const std::int64_t begin = w.lo > 0 ? find_stored(level, at, w.lo) : at.begin;
    const std::int64_t end   = w.hi >= 0 ? find_stored(level, at, w.hi) : at.end;
    return {begin, end};
  }
  /// Positions of a level below the window of the first.
  KOKKOS_INLINE_FUNCTION bounds_type range(int level) const {
    bounds_type at = inside(0, roots());
    for (int l = 1; l <= level; ++l) at = below(l, at);
    return at;
  }
  /// The positions with a coordinate.
  KOKKOS_INLINE_FUNCTION bounds_type segment(int level, bounds_type at,
                                             std::int64_t coordinate) const {
    const std::int64_t c = stored(level, coordinate);
    return {find_stored(level, at, c), find_stored(level, at, c + 1)};
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t weight_before(int level, std::int64_t position) const {
    return level == rows_level ? rows.before(before[level], position) : before[level][position];
  }
  /// What stands for a coordinate in the level.
  KOKKOS_INLINE_FUNCTION std::int64_t stored(int level,
                                             std::int64_t coordinate) const {
    const Window& w      = windows[level];
    const std::int64_t c = w.lo + w.stride * coordinate;
    return w.hi < 0 ? c : Kokkos::min(c, w.hi);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t find_stored(int level, bounds_type at,
                                                  std::int64_t c) const {
    DeviceEvaluator b;
    const auto& s = storage[level];
    if (kinds[level] == LevelKind::compressed)
      return lower_bound<CompressedLevel>(b, s, at.begin, at.end, c);
    if (kinds[level] == LevelKind::singleton)
      return lower_bound<SingletonLevel>(b, s, at.begin, at.end, c);
    return at.begin < at.end ? at.begin + Kokkos::min(c, s.extent) : at.begin;
  }
};

}  // namespace Strata::Impl

#endif
