// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_STORAGE_LEVEL_HPP
#define STRATA_TOOLS_STORAGE_LEVEL_HPP

#include <cstdint>
#include <vector>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Tool {

/// One level of a storage tree in host memory: which positions are below a
/// position of the level above (a parent), and their coordinates.
class StorageLevel {
 public:
  /// \param above the level above; null: none
  StorageLevel(const TensorRef& tensor, int level, std::int64_t parents,
               const StorageLevel* above);

  LevelType type() const { return m_type; }
  LevelTraits traits() const { return level_traits(m_type); }
  std::int64_t parents() const { return m_parents; }
  std::int64_t extent() const { return m_extent; }
  /// Number of positions.
  std::int64_t size() const { return m_size; }
  /// False for levels of plugins, of which children may stand anywhere.
  bool has_intervals() const { return !is_registered(m_type.kind); }
  /// First position below `parent`; begin(parent + 1) is where they end.
  /// \pre has_intervals()
  std::int64_t begin(std::int64_t parent) const;
  /// −1 where no child stands.
  std::int64_t parent_of(std::int64_t position) const;
  std::int64_t coordinate(std::int64_t position) const;
  /// The array of positions.
  std::int64_t num_positions() const { return m_num_positions; }
  std::int64_t position(std::int64_t i) const { return m_positions[i]; }

 private:
  void find_children(const TensorRef& tensor, int level, const StorageLevel* above);

  LevelType m_type;
  std::int64_t m_parents = 0, m_extent = 0, m_size = 0, m_num_positions = 0;
  IndexSpan m_positions, m_coordinates;
  /// Of a level of plugins, by position: its parent, and its coordinate.
  std::vector<std::int64_t> m_parent_of, m_coordinate_of;
};

}  // namespace Strata::Tool

#endif
