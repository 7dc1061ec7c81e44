// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RAGGED_LEVELS_HPP
#define STRATA_RAGGED_LEVELS_HPP

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `ragged` (`dense_variable` of SparseTIR): the coordinates 0, 1, … of every parent
/// up to its largest one, without an array of them.
struct Ragged : Segments {
  static constexpr LevelDescription description{.name      = "ragged",
                                                .edges     = LevelEdges::scanned,
                                                .padding   = LevelPadding::values,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false};

  template <class B>
  static typename B::value_type pos_access(B& b, const LevelStorage<B>& s,
                                           typename B::value_type parent,
                                           typename B::value_type position) {
    return b.sub(position, b.load(s.positions, parent));
  }
};

/// `batch` (MLIR sparse_tensor): every coordinate of the extent, for tensors that are
/// stored one behind the other.
struct Batch : EveryPlace {
  static constexpr LevelDescription description{.name      = "batch",
                                                .edges     = LevelEdges::width,
                                                .padding   = LevelPadding::values,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false};
};

inline const LevelKind ragged = register_level<Ragged>();
inline const LevelKind batch  = register_level<Batch>();

}  // namespace Strata::Levels

#endif
