// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_BITMAP_LEVEL_HPP
#define STRATA_BITMAP_LEVEL_HPP

#include <Strata_LevelRegistry.hpp>

namespace Strata::Levels {

/// `bitmap`: a place for every coordinate, as below a dense level, and a bit for it that
/// says whether it is stored. Loops pass over the others; the values there are the fill.
struct Bitmap {
  static constexpr LevelDescription description{.name      = "bitmap",
                                                .edges     = LevelEdges::bits,
                                                .padding   = LevelPadding::bits,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false};

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

inline const LevelKind bitmap = register_level<Bitmap>();

}  // namespace Strata::Levels

#endif
