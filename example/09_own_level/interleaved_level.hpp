// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A level of this program's own: `interleaved[c]`. Every parent has room for as many
// children as the fullest one, and c parents share a block: first the first children of
// all c, then the second ones. A vector of c lanes reads c rows side by side.
//
//   parents 0 1 | 2 3       children of      0: a b   1: c   2: d e   3: (none)
//   c = 2, width 2          are stored as    a c b . | d . e .
#ifndef INTERLEAVED_LEVEL_HPP
#define INTERLEAVED_LEVEL_HPP

#include <Strata_LevelRegistry.hpp>

struct InterleavedLevel {
  static constexpr Strata::LevelDescription description{
      .name           = "interleaved",
      .edges          = Strata::LevelEdges::header,
      .padding        = Strata::LevelPadding::coordinates,
      .num_parameters = 1};

  // Cursors of the children of a parent: their numbers.
  template <class B>
  static Strata::LevelBounds<typename B::value_type> pos_bounds(
      B& b, const Strata::LevelStorage<B>& s, typename B::value_type /*parent*/) {
    return {b.constant(0), b.load(s.positions, b.constant(0))};
  }
  // Where child number `child` is.
  template <class B>
  static typename B::value_type position(B& b, const Strata::LevelStorage<B>& s,
                                         typename B::value_type parent,
                                         typename B::value_type child) {
    const auto c     = s.parameters[0];
    const auto first = b.mul(b.div(parent, c), c);  // parent of the block
    const auto width = b.load(s.positions, b.constant(0));
    return b.add(b.add(b.mul(first, width), b.mul(child, c)), b.sub(parent, first));
  }
  template <class B>
  static typename B::value_type pos_access(B& b, const Strata::LevelStorage<B>& s,
                                           typename B::value_type /*parent*/,
                                           typename B::value_type position) {
    return b.load(s.coordinates, position);
  }
  // Positions below so many parents.
  template <class B>
  static typename B::value_type size(B& b, const Strata::LevelStorage<B>& s,
                                     typename B::value_type parents) {
    const auto c      = s.parameters[0];
    const auto blocks = b.div(b.add(parents, b.sub(c, b.constant(1))), c);
    return b.mul(b.mul(blocks, c), b.load(s.positions, b.constant(0)));
  }
};

inline const Strata::LevelKind interleaved = Strata::register_level<InterleavedLevel>();

#endif
