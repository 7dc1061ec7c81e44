// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TILE_HPP
#define STRATA_TILE_HPP

#include <cstdint>
#include <vector>

#include <Strata_IndexingMap.hpp>

namespace Strata {

/// offset, offset + stride, …: `size` coordinates of one dimension.
struct TileDimension {
  std::int64_t offset = 0, size = 0, stride = 1;
  bool operator==(const TileDimension&) const = default;
};
/// Rectangular part of a tensor, one entry for each dimension.
using Tile = std::vector<TileDimension>;

/// Elements of a tile: coordinates inside of it -> coordinates of the tensor.
/// \throws ShapeMismatch for a negative size or a stride below 1.
IndexingMap tile_map(const Tile& tile);

/// What a tile of the output needs of an operand.
struct OperandTile {
  Tile tile;             ///< smallest that holds everything that is read
  bool is_exact = true;  ///< all of the tile is read
};

/// The tile of an operand that belongs to a tile of the output; what sticks
/// out of the map's domain belongs to nothing. Run-time variables count with
/// all of their values. Results that share variables are enumerated up to 2^26
/// points; beyond that bounds come from intervals and is_exact is false.
/// \throws ShapeMismatch when the tile has another rank than the output.
OperandTile propagate_tile(const IndexingMap& output_to_input,
                           const Tile& tile);

}  // namespace Strata

#endif
