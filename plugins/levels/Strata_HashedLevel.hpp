// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HASHED_LEVEL_HPP
#define STRATA_HASHED_LEVEL_HPP

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `hashed` (Chou et al. 2018): a hash table for every parent, of a power of two places
/// of which half at most are taken; padding in the others. A coordinate is at the place
/// that its hash says, or at the next one (behind the last place: the first) that was
/// free when it came.
struct Hashed : Segments, StoredCoordinates {
  static constexpr LevelDescription description{.name      = "hashed",
                                                .edges     = LevelEdges::scanned,
                                                .padding   = LevelPadding::coordinates,
                                                .placement = LevelPlacement::hash,
                                                .takes_modifiers = false,
                                                .ordered         = false};

  /// The middle bits of a multiple of the coordinate (less than 2^31 of it), among the
  /// places of the parent.
  template <class B>
  static typename B::value_type locate(B& b, const LevelStorage<B>& s,
                                       typename B::value_type parent,
                                       typename B::value_type coordinate) {
    const auto remainder = [&](auto x, auto divisor) {
      return b.sub(x, b.mul(b.div(x, divisor), divisor));
    };
    const auto one      = b.constant(1);
    const auto bounds   = pos_bounds(b, s, parent);
    const auto low      = remainder(coordinate, b.constant(0x7fffffff));
    const auto product  = b.mul(low, b.constant(0x61c88647));
    const auto places   = b.max(b.sub(bounds.end, bounds.begin), one);
    const auto hash     = b.div(product, b.constant(1 << 15));
    return b.add(bounds.begin, remainder(hash, places));
  }
};

inline const LevelKind hashed = register_level<Hashed>();

}  // namespace Strata::Levels

#endif
