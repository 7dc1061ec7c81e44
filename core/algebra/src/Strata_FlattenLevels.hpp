// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FLATTEN_LEVELS_HPP
#define STRATA_FLATTEN_LEVELS_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include <Strata_TensorFormat.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// Levels that store expressions of dimensions (blocks, diagonals), read as one level
/// for every dimension, in place: all levels of a dimension that is ordered by them
/// flatten to one iterator. Row i of a BSR matrix is the columns of the blocks of row
/// i floordiv r, one after the other.

namespace Strata {

/// A format that reads the arrays of another one.
struct FlattenedFormat {
  /// A level for every dimension: dense ones, and at last one of a kind of its own, a
  /// view (LevelDescription::is_view).
  TensorFormat format;
  /// Level of the other format that the last one has its arrays from.
  int arrays = 0;
};

/// How tensors of `format` with these extents are read without a copy, or none. One
/// level is compressed, without duplicates and in order, and of one dimension the
/// elements below a parent come in order; the other levels are dense, and so are the
/// other dimensions. Index types are those of `format`. None as long as an extent is not
/// known.
std::optional<FlattenedFormat> flatten_levels(const TensorFormat& format,
                                              const std::vector<std::int64_t>& extents);

/// The same arrays in the format `f`.
/// \pre f = flatten_levels(tensor.format, tensor.extents)
TensorRef flattened(TensorRef tensor, const FlattenedFormat& f);

}  // namespace Strata

#endif
