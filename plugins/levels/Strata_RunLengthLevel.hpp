// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RUN_LENGTH_LEVEL_HPP
#define STRATA_RUN_LENGTH_LEVEL_HPP

#include <Strata_LevelRegistry.hpp>

namespace Strata::Levels {

/// `run_length`: the children of a parent in runs of consecutive coordinates, of each of
/// which the first coordinate is stored and where its values begin (the next one's begin
/// is its end). Values are stored for every child. The coordinate of a position is found
/// by bisection among the runs of its parent.
///   positions: where in this array the runs of every parent begin (parents + 1), then
///              the first position of every run, then the number of positions
///   coordinates: the first one of every run
struct RunLength {
  static constexpr LevelDescription description{.name            = "run_length",
                                                .edges           = LevelEdges::runs,
                                                .takes_modifiers = false};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto next = b.add(parent, b.constant(1));
    return {b.load(s.positions, b.load(s.positions, parent)),
            b.load(s.positions, b.load(s.positions, next))};
  }
  template <class B>
  static typename B::value_type pos_access(B& b, const LevelStorage<B>& s,
                                           typename B::value_type parent,
                                           typename B::value_type position) {
    const auto next  = b.add(parent, b.constant(1));
    const auto run   = b.find(s.positions, b.load(s.positions, parent),
                              b.load(s.positions, next), position);
    const auto first = b.sub(run, b.load(s.positions, b.constant(0)));
    return b.add(b.load(s.coordinates, first),
                 b.sub(position, b.load(s.positions, run)));
  }
};

inline const LevelKind run_length = register_level<RunLength>();

}  // namespace Strata::Levels

#endif
