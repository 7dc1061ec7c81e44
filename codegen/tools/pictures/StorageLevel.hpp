// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_STORAGE_LEVEL_HPP
#define STRATA_TOOLS_STORAGE_LEVEL_HPP

#include <cstdint>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Tool {

/// One level of a storage tree in host memory: which positions are below a
/// position of the level above (a parent), and their coordinates.
class StorageLevel {
 public:
  /// \throws UnsupportedExpression for a level kind that is not built in.
  StorageLevel(const TensorRef& tensor, int level, std::int64_t parents);

  LevelType type() const { return m_type; }
  LevelTraits traits() const { return level_traits(m_type); }
  std::int64_t parents() const { return m_parents; }
  std::int64_t extent() const { return m_extent; }
  /// Number of positions.
  std::int64_t size() const { return begin(m_parents); }
  /// First position below `parent`; begin(parent + 1) is where they end.
  std::int64_t begin(std::int64_t parent) const;
  std::int64_t parent_of(std::int64_t position) const;
  std::int64_t coordinate(std::int64_t position) const;

 private:
  LevelType m_type;
  std::int64_t m_parents = 0, m_extent = 0;
  IndexSpan m_positions, m_coordinates;
};

}  // namespace Strata::Tool

#endif
