// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LOOSE_COMPRESSED_LEVEL_HPP
#define STRATA_LOOSE_COMPRESSED_LEVEL_HPP

#include <Strata_FormatRegistry.hpp>
#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `loose_compressed` (MLIR sparse_tensor): the children of parent p are at
/// positions[2p] … positions[2p + 1] − 1. Between segments there may be room, and
/// they may come in any order.
struct LooseCompressed : StoredCoordinates {
  static constexpr LevelDescription description{.name  = "loose_compressed",
                                                .edges = LevelEdges::low_high};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto low = b.mul(parent, b.constant(2));
    return {b.load(s.positions, low), b.load(s.positions, b.add(low, b.constant(1)))};
  }
};

inline const LevelKind loose_compressed = register_level<LooseCompressed>();

/// Batches of coordinates.
inline const bool names_bcoo = register_format(
    {"BCOO", 0,
     "(i, j, k) -> (i : dense, j : loose_compressed(nonunique), k : singleton)"});

}  // namespace Strata::Levels

#endif
