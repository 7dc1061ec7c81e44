// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_CAPPED_LEVEL_HPP
#define STRATA_TEST_CAPPED_LEVEL_HPP

#include <Strata_LevelParts.hpp>

namespace Strata::Testing {

/// `capped`: as compressed, but of the children below coordinate c the first c + 1 alone
/// are visited: asks for the coordinate above.
struct CappedLevel : Levels::StoredCoordinates {
  static constexpr LevelDescription description{.name = "capped"};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto one   = b.constant(1);
    const auto begin = b.load(s.positions, parent);
    const auto most  = b.add(begin, b.add(s.above.coordinate, one));
    return {begin, b.min(most, b.load(s.positions, b.add(parent, one)))};
  }
};

inline const LevelKind capped = register_level<CappedLevel>();

}  // namespace Strata::Testing

#endif
