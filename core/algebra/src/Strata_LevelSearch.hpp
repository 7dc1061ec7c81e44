// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_SEARCH_HPP
#define STRATA_LEVEL_SEARCH_HPP

#include <Strata_LevelFunctions.hpp>

/// \file
/// Searches in levels, on top of the level functions: coordinate to positions
/// and position to parent. They loop and compare, so they take the builders
/// that compute with numbers (evaluators), in host or device code.

namespace Strata {

/// First position of [begin, end) whose coordinate is at least `coordinate`;
/// end if there is none. \pre coordinates ascend in [begin, end)
template <class Level, class B>
STRATA_INLINE typename B::value_type lower_bound(
    B& b, const LevelStorage<B>& s, typename B::value_type begin,
    typename B::value_type end, typename B::value_type coordinate) {
  while (begin < end) {
    const auto middle = begin + (end - begin) / 2;
    if (Level::pos_access(b, s, middle) < coordinate)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// Calls f(first, last) with every longest interval of positions in
/// [begin, end) that are known to store `coordinate`: by bisection when `type`
/// is ordered, else one position at a time.
/// \pre the level stores coordinates; those of [begin, end) share the parent
template <class Level, class B, class F>
STRATA_INLINE void find_coordinate(B& b, const LevelStorage<B>& s,
                                   LevelType type, typename B::value_type begin,
                                   typename B::value_type end,
                                   typename B::value_type coordinate, F&& f) {
  if (!type.ordered) {
    for (auto p = begin; p < end; ++p) {
      if (Level::pos_access(b, s, p) != coordinate) continue;
      f(p, p + 1);
      if (type.unique) return;
    }
    return;
  }
  const auto first = lower_bound<Level>(b, s, begin, end, coordinate);
  if (first == end || Level::pos_access(b, s, first) != coordinate) return;
  f(first, type.unique ? first + 1
                       : lower_bound<Level>(b, s, first, end, coordinate + 1));
}

/// Parent of a position. `from` is a position that the parent does not come
/// before (0 if nothing is known): the nearer, the faster. `parents` is the
/// number of positions of the parent level.
template <class B>
STRATA_INLINE typename B::value_type parent_position(
    DenseLevel, B&, const LevelStorage<B>& s, typename B::value_type position,
    typename B::value_type from, typename B::value_type /*parents*/) {
  return position - from * s.extent < s.extent ? from : position / s.extent;
}
template <class B>
STRATA_INLINE typename B::value_type parent_position(
    SingletonLevel, B&, const LevelStorage<B>&, typename B::value_type position,
    typename B::value_type /*from*/, typename B::value_type /*parents*/) {
  return position;
}
/// Gallops over segments, empty ones included, then bisects.
template <class B>
STRATA_INLINE typename B::value_type parent_position(
    CompressedLevel, B& b, const LevelStorage<B>& s,
    typename B::value_type position, typename B::value_type from,
    typename B::value_type parents) {
  // positions[low] <= position < positions[high]
  auto low                    = from;
  auto high                   = from + 1;
  typename B::value_type step = 1;
  while (high < parents && b.load(s.positions, high) <= position) {
    low  = high;
    step = 2 * step;
    high = parents - high > step ? high + step : parents;
  }
  while (high - low > 1) {
    const auto middle = low + (high - low) / 2;
    if (b.load(s.positions, middle) <= position)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// Coordinate of a position below `parent`.
template <class B>
STRATA_INLINE typename B::value_type coordinate_at(
    DenseLevel, B& b, const LevelStorage<B>& s, typename B::value_type position,
    typename B::value_type parent) {
  return b.sub(position, b.mul(parent, s.extent));
}
template <class Level, class B>
STRATA_INLINE typename B::value_type coordinate_at(
    Level, B& b, const LevelStorage<B>& s, typename B::value_type position,
    typename B::value_type /*parent*/) {
  return Level::pos_access(b, s, position);
}

/// Level class of a kind that is known at compile time.
template <LevelKind Kind>
struct LevelOfKind {
  using type = DenseLevel;
};
template <>
struct LevelOfKind<LevelKind::compressed> {
  using type = CompressedLevel;
};
template <>
struct LevelOfKind<LevelKind::singleton> {
  using type = SingletonLevel;
};
template <LevelKind Kind>
using level_of_kind_t = typename LevelOfKind<Kind>::type;

}  // namespace Strata

#endif
