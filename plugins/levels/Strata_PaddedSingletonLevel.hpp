// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PADDED_SINGLETON_LEVEL_HPP
#define STRATA_PADDED_SINGLETON_LEVEL_HPP

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `singleton(padded)` (TACO): one coordinate for each parent, or the largest number
/// of the index type where the parent has no child.
struct PaddedSingleton : StoredCoordinates {
  static constexpr LevelDescription description{.name    = "singleton(padded)",
                                                .edges   = LevelEdges::width,
                                                .padding = LevelPadding::coordinates};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>&,
                                                        typename B::value_type parent) {
    return {parent, b.add(parent, b.constant(1))};
  }
  template <class B>
  static typename B::value_type size(B&, const LevelStorage<B>&,
                                     typename B::value_type parents) {
    return parents;
  }
};

inline const LevelKind padded_singleton = register_level<PaddedSingleton>();

}  // namespace Strata::Levels

#endif
