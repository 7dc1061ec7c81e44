// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_BITMAP_LEVEL_HPP
#define STRATA_BITMAP_LEVEL_HPP

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `bitmap`: a place for every coordinate, as below a dense level, and a bit for it that
/// says whether it is stored. Loops pass over the others; the values there are the fill.
struct Bitmap : EveryPlace {
  static constexpr LevelDescription description{.name      = "bitmap",
                                                .edges     = LevelEdges::bits,
                                                .padding   = LevelPadding::bits,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false};
};

inline const LevelKind bitmap = register_level<Bitmap>();

}  // namespace Strata::Levels

#endif
