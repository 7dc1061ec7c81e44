// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MEMORY_STEPS_HPP
#define STRATA_MEMORY_STEPS_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include <Strata_IndexingMap.hpp>

namespace Strata {

/// How an operand is read or written by a loop nest, and how it lies in memory.
struct MemoryAccess {
  IndexingMap map;                    ///< loops -> operand
  std::vector<std::int64_t> strides;  ///< in elements, one per dimension
};

/// Elements between what neighbouring iterations of a loop (a dimension or a
/// symbol of the map) access; nothing when that is not the same everywhere.
/// 0 for a loop of one iteration.
/// \throws ShapeMismatch for other numbers of strides than results, and for a
/// loop that the map does not have.
std::optional<std::int64_t> memory_step(const MemoryAccess& access,
                                        const AffineExprPtr& loop);

/// The dimension that neighbouring lanes of a vector take so that most accesses
/// are contiguous (steps of 0 or ±1; among equals, those with more steps of ±1,
/// then the innermost). Nothing without dimensions.
/// \throws ShapeMismatch as memory_step, or for maps of other ranks.
std::optional<std::size_t> choose_lane(
    const std::vector<MemoryAccess>& accesses);

}  // namespace Strata

#endif
