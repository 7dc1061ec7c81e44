// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SLICED_ELL_LEVEL_HPP
#define STRATA_SLICED_ELL_LEVEL_HPP

#include <string>
#include <vector>

#include <Strata_FormatRegistry.hpp>
#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// Empty: the slices of level l have parents.
inline std::string find_slice_fault(const IndexMap& /*map*/,
                                    const std::vector<LevelType>& levels, std::size_t l) {
  return levels[l].parameters[0] < 1 ? "expected slices of at least one parent: sell[8]" : "";
}

/// `sell[C]` (SELL-C, Kreutzer et al. 2014): slices of C parents, each as wide as its
/// fullest one; in a slice the first children of all parents come first, then the second
/// ones, padding where a parent has no more. Child number k of parent p is at
/// (positions[p div C] + k) · C + p mod C. The last slice is stored as if it were full.
struct SlicedEll : StoredCoordinates {
  static constexpr LevelDescription description{.name           = "sell",
                                                .edges          = LevelEdges::sliced,
                                                .padding        = LevelPadding::coordinates,
                                                .num_parameters = 1,
                                                .rule           = find_slice_fault};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto slice = b.div(parent, s.parameters[0]);
    return {b.constant(0), b.sub(b.load(s.positions, b.add(slice, b.constant(1))),
                                 b.load(s.positions, slice))};
  }
  template <class B>
  static typename B::value_type position(B& b, const LevelStorage<B>& s,
                                         typename B::value_type parent,
                                         typename B::value_type child) {
    const auto slice = b.div(parent, s.parameters[0]);
    const auto row   = b.sub(parent, b.mul(slice, s.parameters[0]));
    return b.add(b.mul(b.add(b.load(s.positions, slice), child), s.parameters[0]), row);
  }
};

inline const LevelKind sell = register_level<SlicedEll>();

/// SELL(C): SELL-C.
inline const bool names_sell =
    register_format({"SELL", 1, "(i, j) -> (i : dense, j : sell[$0])"});

}  // namespace Strata::Levels

#endif
