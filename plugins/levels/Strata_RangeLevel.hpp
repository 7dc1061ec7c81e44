// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RANGE_LEVEL_HPP
#define STRATA_RANGE_LEVEL_HPP

#include <string>
#include <vector>

#include <Strata_LevelParts.hpp>

namespace Strata::Levels {

/// Below a level that stores the sum or the difference of two dimensions, of which
/// this one stores one. Empty: it does.
inline std::string find_range_fault(const IndexMap& map, const std::vector<LevelType>&,
                                    std::size_t l) {
  const auto is_plain = [](const std::optional<std::int64_t>& slope) {
    return slope && (*slope == 1 || *slope == -1);
  };
  int dimensions = 0;
  bool good      = l > 0 && map.results[l]->kind == AffineExpr::Kind::dimension;
  for (std::size_t d = 0; good && d < map.dimensions.size(); ++d) {
    const auto slope = slope_of(*map.results[l - 1], static_cast<int>(d));
    const bool stored = !slope || *slope != 0;
    dimensions += stored ? 1 : 0;
    const bool own = map.results[l]->value == static_cast<std::int64_t>(d);
    good           = (!stored && !own) || is_plain(slope);
  }
  if (good && dimensions == 2) return "";
  return "expected range below a level that stores the sum or the difference of two "
         "dimensions, one of which it stores itself: (i, j) -> (j - i : compressed, i : "
         "range)";
}

/// `range` (Chou et al. 2018): below diagonal j - i the coordinates i from
/// max(0, i - j) up to min(rows, columns + i - j), without an array. Every parent has
/// room for all coordinates, as below it a dense level has; those off the matrix are
/// not visited. Below sums and differences of any sign: coordinate c above goes down to
/// c - (extent above - extent), or to 0, and up to c, or to the extent.
struct Range : EveryPlace {
  static constexpr LevelDescription description{.name      = "range",
                                                .edges     = LevelEdges::width,
                                                .padding   = LevelPadding::values,
                                                .placement = LevelPlacement::coordinate,
                                                .stores_coordinates = false,
                                                .takes_modifiers    = false,
                                                .rule = find_range_fault};

  template <class B>
  static LevelBounds<typename B::value_type> pos_bounds(B& b, const LevelStorage<B>& s,
                                                        typename B::value_type parent) {
    const auto first = b.mul(parent, s.extent);
    const auto other = b.sub(s.above.extent, s.extent);  // of the other dimension, less 1
    const auto lower = b.sub(b.max(s.above.coordinate, other), other);
    const auto upper = b.min(b.add(s.above.coordinate, b.constant(1)), s.extent);
    return {b.add(first, lower), b.add(first, upper)};
  }
};

inline const LevelKind range = register_level<Range>();

}  // namespace Strata::Levels

#endif
