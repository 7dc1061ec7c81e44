// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FIXED_WIDTH_LEVELS_HPP
#define STRATA_FIXED_WIDTH_LEVELS_HPP

#include <Strata_FormatRegistry.hpp>
#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// `fixed_width` (`sparse_fixed` of SparseTIR): every parent has room for as many
/// children as the fullest one has, next to each other; padding behind them.
struct FixedWidth : StoredCoordinates {
  static constexpr LevelDescription description{.name    = "fixed_width",
                                                .edges   = LevelEdges::header,
                                                .padding = LevelPadding::coordinates};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto width = b.load(s.positions, b.constant(0));
    const auto begin = b.mul(parent, width);
    return {begin, b.add(begin, width)};
  }
  template <class B>
  static typename B::value_type size(B& b, const LevelStorage<B>& s,
                                     typename B::value_type parents) {
    return b.mul(parents, b.load(s.positions, b.constant(0)));
  }
};

/// `ell` (ELLPACK, `#i` of Chou et al. 2020): the same in slices. The first children
/// of all parents come first, then the second ones: child number k of parent p is at
/// k · parents + p.
struct Ell : StoredCoordinates {
  static constexpr LevelDescription description{.name    = "ell",
                                                .edges   = LevelEdges::header,
                                                .padding = LevelPadding::coordinates};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type /*parent*/) {
    return {b.constant(0), b.load(s.positions, b.constant(0))};
  }
  template <class B>
  static typename B::value_type position(B& b, const LevelStorage<B>& s,
                                         typename B::value_type parent,
                                         typename B::value_type child) {
    return b.add(b.mul(child, b.load(s.positions, b.constant(1))), parent);
  }
  template <class B>
  static typename B::value_type size(B& b, const LevelStorage<B>& s,
                                     typename B::value_type parents) {
    return b.mul(parents, b.load(s.positions, b.constant(0)));
  }
};

inline const LevelKind fixed_width = register_level<FixedWidth>();
inline const LevelKind ell         = register_level<Ell>();

inline const bool names_ell = register_format({"ELL", 0, "(i, j) -> (i : dense, j : ell)"});

}  // namespace Strata::Levels

#endif
