// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COUNTED_LEVEL_HPP
#define STRATA_COUNTED_LEVEL_HPP

#include <string>
#include <vector>

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// Empty: the parents of level l are the coordinates of a dense level, so that the extent of
/// that one says how many there are.
inline std::string find_counted_fault(const IndexMap& /*map*/,
                                      const std::vector<LevelType>& levels, std::size_t l) {
  return l == 1 && levels[0].kind == LevelKind::dense
             ? ""
             : "expected counted below a first level that is dense: (i, j) -> (i : dense, j : "
               "counted[3])";
}

/// `counted[K]` (`[c](i, j) -> (c * K * i : dense, i : dense, j : compressed)`; `#i` of Chou et
/// al. 2020 where the number of slices is given): as `ell`, but K slices, however many children
/// the fullest parent has; more of them are an error. Child k of parent p is at k · parents + p.
struct Counted : StoredCoordinates {
  static constexpr LevelDescription description{.name           = "counted",
                                                .edges          = LevelEdges::width,
                                                .padding        = LevelPadding::coordinates,
                                                .num_parameters = 1,
                                                .rule           = find_counted_fault};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type /*parent*/) {
    return {b.constant(0), s.parameters[0]};
  }
  template <class B>
  static typename B::value_type position(B& b, const LevelStorage<B>& s,
                                         typename B::value_type parent,
                                         typename B::value_type child) {
    return b.add(b.mul(child, s.above.extent), parent);
  }
  template <class B>
  static typename B::value_type size(B& b, const LevelStorage<B>& s,
                                     typename B::value_type parents) {
    return b.mul(parents, s.parameters[0]);
  }
};

inline const LevelKind counted = register_level<Counted>();

}  // namespace Strata::Levels

#endif
