// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUT_SEARCH_HPP
#define STRATA_IMPL_CUT_SEARCH_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelSearch.hpp>
#include <Strata_LevelType.hpp>

namespace Strata::Impl {

/// The levels of one tensor that is weighed. Owns nothing.
struct WeighedLevels {
  static constexpr int max_levels = 12, max_depth = 6;

  Kokkos::Array<LevelStorage<DeviceEvaluator>, max_levels> storage{};
  Kokkos::Array<LevelKind, max_levels> kinds{};
  Kokkos::Array<bool, max_levels> counted{};  ///< loops come to each position
  Kokkos::Array<std::int64_t, max_depth> offsets{}, strides{};  ///< of windows
  int levels = 0;  ///< of which
  int depth  = 0;  ///< follow the variables

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
  /// Positions `at` of a level and those under them that loops come to.
  KOKKOS_INLINE_FUNCTION std::int64_t visits(int level, bounds_type at) const {
    std::int64_t sum = counted[level] ? at.end - at.begin : 0;
    for (int l = level + 1; l < levels; ++l) {
      at = below(l, at);
      sum += counted[l] ? at.end - at.begin : 0;
    }
    return sum;
  }
  /// First of the positions `at` with a coordinate of at least `coordinate`.
  KOKKOS_INLINE_FUNCTION std::int64_t find(int level, bounds_type at,
                                           std::int64_t coordinate) const {
    return find_stored(level, at, stored(level, coordinate));
  }
  /// The first of the positions `at` that coordinates stand for.
  KOKKOS_INLINE_FUNCTION std::int64_t first(int level, bounds_type at) const {
    return offsets[level] == 0 ? at.begin : find(level, at, 0);
  }
  /// The positions with a coordinate.
  KOKKOS_INLINE_FUNCTION bounds_type segment(int level, bounds_type at,
                                             std::int64_t coordinate) const {
    const std::int64_t c = stored(level, coordinate);
    return {find_stored(level, at, c), find_stored(level, at, c + 1)};
  }

 private:
  /// What stands for a coordinate in the level.
  KOKKOS_INLINE_FUNCTION std::int64_t stored(int level,
                                             std::int64_t coordinate) const {
    return offsets[level] + strides[level] * coordinate;
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

/// Finds where work is cut into equal parts: a search, one coordinate after the
/// other, for the tuple with a given weight before it.
struct CutSearch {
  static constexpr int max_depth = WeighedLevels::max_depth, max_tensors = 8;
  /// Parts may differ by this share of one, so that most cuts stand at whole
  /// coordinates of the outermost variable.
  static constexpr std::int64_t slack_share = 32;

  Kokkos::Array<WeighedLevels, max_tensors> tensors{};
  Kokkos::Array<std::int64_t, max_depth> extents{};
  /// Weight of a coordinate, where its loop comes to all of them; else 0.
  Kokkos::Array<std::int64_t, max_depth> visits{};
  int num_tensors = 0, depth = 0;
  std::int64_t pieces  = 1;
  std::uint64_t* cuts  = nullptr;  ///< (pieces + 1) x depth, with these strides
  std::int64_t cut_stride = 0, variable_stride = 1;

  using bounds_type = WeighedLevels::bounds_type;
  /// Positions of each tensor under the coordinates found so far.
  using state_type = Kokkos::Array<bounds_type, max_tensors>;
  using cut_type   = Kokkos::Array<std::int64_t, max_depth>;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    cut_type cut{};
    if (piece == pieces) cut[0] = extents[0];
    if (piece > 0 && piece < pieces) search(piece, cut);
    for (int k = 0; k < depth; ++k)
      cuts[piece * cut_stride + k * variable_stride] = cut[k];
  }

  /// Weight of all tuples before \p cut.
  KOKKOS_INLINE_FUNCTION std::int64_t weight_before(const cut_type& cut) const {
    state_type at = roots();
    std::int64_t sum = 0;
    for (int k = 0; k < depth; ++k) {
      sum += weight(k, at, cut[k]);
      if (cut[k] >= extents[k]) break;
      descend(k, at, cut[k]);
    }
    return sum;
  }

 private:
  KOKKOS_INLINE_FUNCTION state_type roots() const {
    state_type at;
    for (int t = 0; t < num_tensors; ++t) at[t] = tensors[t].below(0, {0, 1});
    return at;
  }

  KOKKOS_INLINE_FUNCTION void search(std::int64_t piece, cut_type& cut) const {
    state_type at            = roots();
    const std::int64_t total = weight(0, at, extents[0]);
    const std::int64_t slack = total / pieces / slack_share;
    std::int64_t target =
        total / pieces * piece + total % pieces * piece / pieces;
    for (int k = 0; k < depth; ++k) {
      const std::int64_t c    = last_at_most(k, at, target);
      const std::int64_t left = target - weight(k, at, c);
      const std::int64_t here = weight(k, at, c + 1) - weight(k, at, c);
      cut[k]                  = c;
      if (k + 1 == depth || here <= slack) {
        if (2 * left >= here) increment(cut, k);
        return;
      }
      target = left;
      descend(k, at, c);
    }
  }

  /// The next coordinate of variable k, in place.
  KOKKOS_INLINE_FUNCTION void increment(cut_type& cut, int k) const {
    while (++cut[k] >= extents[k] && k > 0) cut[k--] = 0;
    if (cut[0] > extents[0]) cut[0] = extents[0];
  }

  /// Weight of the coordinates of variable k before `coordinate`.
  KOKKOS_INLINE_FUNCTION std::int64_t weight(int k, const state_type& at,
                                             std::int64_t coordinate) const {
    std::int64_t sum = visits[k] * coordinate;
    for (int t = 0; t < num_tensors; ++t)
      if (tensors[t].depth > k)
        sum += tensors[t].visits(k, {tensors[t].first(k, at[t]),
                                     tensors[t].find(k, at[t], coordinate)});
    return sum;
  }

  /// The last coordinate with at most `target` before it.
  KOKKOS_INLINE_FUNCTION std::int64_t last_at_most(int k, const state_type& at,
                                                   std::int64_t target) const {
    std::int64_t low = 0, high = extents[k];
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      if (weight(k, at, middle) <= target)
        low = middle;
      else
        high = middle;
    }
    return low;
  }

  /// To the positions below coordinate c of variable k.
  KOKKOS_INLINE_FUNCTION void descend(int k, state_type& at,
                                      std::int64_t c) const {
    for (int t = 0; t < num_tensors; ++t) {
      const WeighedLevels& w = tensors[t];
      if (w.depth <= k + 1) continue;
      at[t] = w.below(k + 1, w.segment(k, at[t], c));
    }
  }
};

}  // namespace Strata::Impl

#endif
