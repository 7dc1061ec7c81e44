// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_INVERT_LEVELS_HPP
#define STRATA_IMPL_INVERT_LEVELS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Strata_IndexingMap.hpp>

namespace Strata::Impl {

/// Values of a level's expression on a domain: `x mod c` has [0, c - 1] whatever
/// x is, others what interval arithmetic says; empty where there are no elements.
IndexRange range_of_level(const AffineExpr& e,
                          const std::vector<std::int64_t>& extents);

/// The way back from level coordinates, which begin at 0, to the dimensions, or
/// why there is none.
struct MapInverse {
  std::vector<AffineExprPtr> to_levels;      ///< over the dimensions
  std::vector<AffineExprPtr> to_dimensions;  ///< over the levels
  /// Conditions on level coordinates inside of their extents to be those of an
  /// element; the others are padding.
  std::vector<IndexConstraint> stored;
  std::string fault;            ///< empty: the map was inverted
  bool is_unsupported = false;  ///< it may have an inverse that was not found
};

MapInverse invert_levels(const IndexMap& map,
                         const std::vector<std::int64_t>& extents);

}  // namespace Strata::Impl

#endif
