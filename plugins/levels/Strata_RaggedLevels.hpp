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

/// MLIR's rule for batches: they come before all other levels.
inline std::string find_batch_fault(const IndexMap&, const std::vector<LevelType>& levels,
                                    std::size_t l) {
  for (std::size_t k = 0; k < l; ++k)
    if (levels[k].kind != levels[l].kind)
      return "expected batch levels before all others, as for MLIR; write dense";
  return "";
}

/// `batch` (MLIR sparse_tensor): every coordinate of the extent, for tensors that are
/// stored one behind the other.
struct Batch : EveryPlace {
  static constexpr LevelDescription description{.name      = "batch",
                                                .edges     = LevelEdges::width,
                                                .padding   = LevelPadding::values,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false,
                                                .rule               = find_batch_fault};
};

inline const LevelKind ragged = register_level<Ragged>();
inline const LevelKind batch  = register_level<Batch>();

}  // namespace Strata::Levels

#endif
