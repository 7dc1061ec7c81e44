// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_FUNCTIONS_HPP
#define STRATA_LEVEL_FUNCTIONS_HPP

#include <Strata_Inline.hpp>
#include <Strata_LevelType.hpp>

/// \file
/// Level functions (Chou et al. 2018), each written once against a *builder*:
/// the device evaluator of Strata_DeviceEvaluator.hpp computes with numbers,
/// the IR builder of codegen emits operations. A builder provides
///   value_type             an index-sized number (copyable)
///   array_type             a one-dimensional array of indices
///   constant(int64), add(a,b), sub(a,b), mul(a,b), load(array, position)
/// and nothing here uses more. Levels that are registered at run time
/// (Strata_LevelRegistry.hpp) may use more, too:
///   div, rem, min, max     of numbers from 0 on
///   bit(array, n)          bit n of the array, read as one long number
///   find(array, begin, end, number)
///                          the last place of [begin, end) with an element that is at
///                          most `number`; begin where there is none. The elements
///                          ascend

namespace Strata {

/// Half-open interval of positions or of coordinates.
template <class Value>
struct LevelBounds {
  Value begin;
  Value end;
};

/// The level above one, as functions of that one see it.
template <class Value>
struct LevelAbove {
  /// Of the parent. Where it falls as coordinates below it grow (`j - i` above `i`),
  /// it is counted from the other end.
  Value coordinate;
  Value extent;
};

/// Arrays and extent of one level as a builder sees them.
template <class B>
struct LevelStorage {
  typename B::array_type positions;
  typename B::array_type coordinates;
  typename B::value_type extent;
  typename B::value_type parameters[2] = {};  ///< LevelType::parameters
  LevelAbove<typename B::value_type> above = {};  ///< 0 and 1 above the first level
};

/// Every coordinate of the extent is stored; position = parent·extent + coordinate.
struct DenseLevel {
  static constexpr LevelKind kind = LevelKind::dense;

  template <class B>
  STRATA_INLINE static LevelBounds<typename B::value_type> coord_bounds(
      B& b, const LevelStorage<B>& s, typename B::value_type /*parent*/) {
    return {b.constant(0), s.extent};
  }
  template <class B>
  STRATA_INLINE static typename B::value_type locate(
      B& b, const LevelStorage<B>& s, typename B::value_type parent,
      typename B::value_type coordinate) {
    return b.add(b.mul(parent, s.extent), coordinate);
  }
  /// Positions in the level when its parent level has `parents` positions.
  template <class B>
  STRATA_INLINE static typename B::value_type size(
      B& b, const LevelStorage<B>& s, typename B::value_type parents) {
    return b.mul(parents, s.extent);
  }
};

/// Stored coordinates only: segment p is positions[p] … positions[p + 1].
struct CompressedLevel {
  static constexpr LevelKind kind = LevelKind::compressed;

  /// Positions under the parent positions [first, last).
  template <class B>
  STRATA_INLINE static LevelBounds<typename B::value_type> pos_bounds(
      B& b, const LevelStorage<B>& s, typename B::value_type first,
      typename B::value_type last) {
    return {b.load(s.positions, first), b.load(s.positions, last)};
  }
  template <class B>
  STRATA_INLINE static typename B::value_type pos_access(
      B& b, const LevelStorage<B>& s, typename B::value_type position) {
    return b.load(s.coordinates, position);
  }
  template <class B>
  STRATA_INLINE static typename B::value_type size(
      B& b, const LevelStorage<B>& s, typename B::value_type parents) {
    return b.load(s.positions, parents);
  }
};

/// One coordinate per parent position, at the same position.
struct SingletonLevel {
  static constexpr LevelKind kind = LevelKind::singleton;

  /// Positions under the parent positions [first, last).
  template <class B>
  STRATA_INLINE static LevelBounds<typename B::value_type> pos_bounds(
      B&, const LevelStorage<B>&, typename B::value_type first,
      typename B::value_type last) {
    return {first, last};
  }
  template <class B>
  STRATA_INLINE static typename B::value_type pos_access(
      B& b, const LevelStorage<B>& s, typename B::value_type position) {
    return b.load(s.coordinates, position);
  }
  template <class B>
  STRATA_INLINE static typename B::value_type size(
      B&, const LevelStorage<B>&, typename B::value_type parents) {
    return parents;
  }
};

/// Calls f(Level{}) with the level class of `kind`.
template <class F>
STRATA_INLINE decltype(auto) visit_level(LevelKind kind, F&& f) {
  switch (kind) {
    case LevelKind::compressed: return f(CompressedLevel{});
    case LevelKind::singleton: return f(SingletonLevel{});
    default: return f(DenseLevel{});
  }
}

}  // namespace Strata

#endif
