// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_GENERATORS_HPP
#define STRATA_GENERATORS_HPP

#include <cstdint>
#include <vector>

#include <Strata_CoordinateList.hpp>

/// \file
/// Test data. Every generator is a function of its arguments alone: the same
/// seed gives the same tensor on every platform (integer arithmetic only).
/// Coordinates are distinct and in lexicographic order, values are f64 multiples
/// of 1/1024 in [0.5, 1.5) unless said otherwise.

namespace Strata::Generators {

/// Counter-based random numbers: element n of stream `stream` of `seed`.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t n);

/// 7-point Laplacian on an n³ grid: 6 on the diagonal, −1 to each neighbour.
CoordinateList poisson3d(std::int64_t n);
/// 27-point stencil on an n³ grid: 26 on the diagonal, −1 to each neighbour.
CoordinateList poisson27(std::int64_t n);
/// The same with `unknowns` numbers at every point of the grid: an entry is a dense
/// block, whose other elements are multiples of 1/1024 in [−1/2, 1/2).
CoordinateList poisson27_blocks(std::int64_t n, std::int64_t unknowns,
                                std::uint64_t seed = 1);
/// Entries with |i − j| ≤ half_bandwidth of an n × n matrix.
CoordinateList banded(std::int64_t n, std::int64_t half_bandwidth, std::uint64_t seed = 1);
/// Power-law graph (R-MAT with 0.57, 0.19, 0.19, 0.05) of 2^scale nodes and
/// `entries` distinct edges. \throws ShapeMismatch when there is no room.
CoordinateList power_law(int scale, std::int64_t entries, std::uint64_t seed = 1);
/// `entries` distinct coordinates, uniform, in a tensor of any order.
/// \throws ShapeMismatch when there is no room.
CoordinateList uniform(std::vector<std::int64_t> extents, std::int64_t entries,
                       std::uint64_t seed = 1);
/// The same with the frequency of coordinate c about 1/(c + 1) in every
/// dimension (Zipf: an octave is drawn uniformly, then a coordinate in it).
CoordinateList skewed(std::vector<std::int64_t> extents, std::int64_t entries,
                      std::uint64_t seed = 1);

}  // namespace Strata::Generators

#endif
