// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_MAP_HPP
#define STRATA_LEVEL_MAP_HPP

#include <cstdint>
#include <vector>

#include <Strata_IndexDomain.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata {

/// The index map of a format for the extents of one tensor, both ways. Level
/// coordinates begin at 0.
struct LevelMap {
  std::vector<std::int64_t> extents;         ///< of the levels
  std::vector<AffineExprPtr> to_levels;      ///< over the dimensions
  std::vector<AffineExprPtr> to_dimensions;  ///< over the levels
  /// Conditions that level coordinates inside of `extents` meet where they belong
  /// to an element of the tensor; the others are padding.
  std::vector<IndexConstraint> stored;

  /// \throws ShapeMismatch unless there is one extent per dimension;
  ///   FormatMismatch when the levels do not tell all elements apart
  ///   ("i * 8 + j" with more than 8 columns); UnsupportedExpression when the
  ///   inverse cannot be found; IndexOverflow for a level with 2^63 coordinates;
  ///   FormatMismatch for slices
  static LevelMap of(const TensorFormat& format,
                     const std::vector<std::int64_t>& extents);
  /// That of a tensor: what lies outside of its slices is padding.
  static LevelMap of(const TensorRef& tensor);
};

}  // namespace Strata

#endif
