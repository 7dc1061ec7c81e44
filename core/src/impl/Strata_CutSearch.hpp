// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUT_SEARCH_HPP
#define STRATA_IMPL_CUT_SEARCH_HPP

#include <impl/Strata_WeighedLevels.hpp>

namespace Strata::Impl {

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

  /// Where a piece begins.
  KOKKOS_INLINE_FUNCTION cut_type begin_of(std::int64_t piece) const {
    cut_type cut{};
    if (piece == pieces) cut[0] = extents[0];
    if (piece > 0 && piece < pieces) search(piece, cut);
    return cut;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    const cut_type cut = begin_of(piece);
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
    for (int t = 0; t < num_tensors; ++t) at[t] = tensors[t].roots();
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
    for (int t = 0; t < num_tensors; ++t) {
      const int level = k - tensors[t].start;
      if (follows(t, k))
        sum += tensors[t].visits(level, {tensors[t].first(level, at[t]),
                                         tensors[t].find(level, at[t], coordinate)});
    }
    return sum;
  }

  /// Whether tensor t has a weight of its own in the loop over variable k.
  /// What stands beneath another tensor is part of the weight of that one, up
  /// to the variable that both have.
  KOKKOS_INLINE_FUNCTION bool follows(int t, int k) const {
    const WeighedLevels& w = tensors[t];
    const int level        = k - w.start;
    return level >= (w.parent < 0 ? 0 : 1) && level < w.depth;
  }

  /// The tensor whose positions are all that the loop over variable k comes to, where
  /// there is one of which each position has a coordinate; -1: none.
  KOKKOS_INLINE_FUNCTION int only_tensor(int k) const {
    if (visits[k] != 0) return -1;
    int only = -1;
    for (int t = 0; t < num_tensors; ++t) {
      if (!follows(t, k)) continue;
      const int level = k - tensors[t].start;
      if (only >= 0 || tensors[t].kinds[level] == LevelKind::dense ||
          !tensors[t].windows[level].is_all())
        return -1;
      only = t;
    }
    return only;
  }

  /// The last coordinate with at most `target` before it.
  KOKKOS_INLINE_FUNCTION std::int64_t last_at_most(int k, const state_type& at,
                                                   std::int64_t target) const {
    const int only = only_tensor(k);
    if (only >= 0) return last_stored(k, tensors[only], at[only], target);
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

  /// The same by a search for the last position, which looks up no coordinates.
  KOKKOS_INLINE_FUNCTION std::int64_t last_stored(int k, const WeighedLevels& w, bounds_type at,
                                                  std::int64_t target) const {
    const int level  = k - w.start;
    std::int64_t low = at.begin, high = at.end + 1;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      if (w.visits(level, {at.begin, middle}) <= target)
        low = middle;
      else
        high = middle;
    }
    // Coordinates behind the last one have all positions before them.
    return low < at.end ? w.number(level, low) : Kokkos::max<std::int64_t>(extents[k] - 1, 0);
  }

  /// To the positions below coordinate c of variable k.
  KOKKOS_INLINE_FUNCTION void descend(int k, state_type& at,
                                      std::int64_t c) const {
    for (int t = 0; t < num_tensors; ++t) {
      const WeighedLevels& w = tensors[t];
      const int level        = k - w.start;
      if (level < 0 || level + 1 >= w.depth) continue;
      at[t] = w.below(level + 1, w.segment(level, at[t], c));
    }
  }
};

}  // namespace Strata::Impl

#endif
