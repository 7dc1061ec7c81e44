// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_PARTS_HPP
#define STRATA_LEVEL_PARTS_HPP

#include <Strata_LevelRegistry.hpp>

/// \file
/// Functions that several levels have: they inherit them.

namespace Strata::Levels {

/// Coordinates are in their array.
struct StoredCoordinates {
  template <class B>
  static typename B::value_type pos_access(B& b, const LevelStorage<B>& s,
                                           typename B::value_type /*parent*/,
                                           typename B::value_type position) {
    return b.load(s.coordinates, position);
  }
};

/// The children of parent p are at positions[p] … positions[p + 1] − 1.
struct Segments {
  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    return {b.load(s.positions, parent),
            b.load(s.positions, b.add(parent, b.constant(1)))};
  }
};

/// A place for every coordinate below every parent.
struct EveryPlace {
  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto begin = b.mul(parent, s.extent);
    return {begin, b.add(begin, s.extent)};
  }
  template <class B>
  static typename B::value_type pos_access(B& b, const LevelStorage<B>& s,
                                           typename B::value_type parent,
                                           typename B::value_type position) {
    return b.sub(position, b.mul(parent, s.extent));
  }
  template <class B>
  static typename B::value_type locate(B& b, const LevelStorage<B>& s,
                                       typename B::value_type parent,
                                       typename B::value_type coordinate) {
    return b.add(b.mul(parent, s.extent), coordinate);
  }
  template <class B>
  static typename B::value_type size(B& b, const LevelStorage<B>& s,
                                     typename B::value_type parents) {
    return b.mul(parents, s.extent);
  }
};

}  // namespace Strata::Levels

#endif
