// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StorageLevel.hpp"

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_LevelSize.hpp>

namespace Strata::Tool {

StorageLevel::StorageLevel(const TensorRef& tensor, int level, std::int64_t parents,
                           const StorageLevel* above)
    : m_type(tensor.format.level(level)),
      m_parents(parents),
      m_extent(tensor.level_extent(level)),
      m_num_positions(tensor.levels[level].num_positions),
      m_positions(tensor.levels[level].positions, tensor.format.pos_type()),
      m_coordinates(tensor.levels[level].coordinates, tensor.format.crd_type()) {
  if (has_intervals())
    m_size = begin(m_parents);
  else
    find_children(tensor, level, above);
}

void StorageLevel::find_children(const TensorRef& tensor, int level, const StorageLevel* above) {
  const Kokkos::DefaultHostExecutionSpace exec;
  m_size = Impl::num_level_positions(exec, "strata inspect --svg", tensor, level, m_parents);
  m_parent_of.assign(static_cast<std::size_t>(m_size), -1);
  m_coordinate_of.assign(static_cast<std::size_t>(m_size), 0);
  const Impl::AnyLevel any = Impl::make_any_level(tensor, level);
  for (std::int64_t q = 0; q < m_parents; ++q) {
    if (above != nullptr && above->parent_of(q) < 0) continue;
    any.for_each_child({q, above != nullptr ? above->coordinate(q) : 0},
                       [&](std::int64_t at, std::int64_t c) {
                         m_parent_of[static_cast<std::size_t>(at)]     = q;
                         m_coordinate_of[static_cast<std::size_t>(at)] = c;
                       });
  }
}

std::int64_t StorageLevel::begin(std::int64_t parent) const {
  switch (m_type.kind) {
    case LevelKind::compressed: return m_positions[parent];
    case LevelKind::singleton: return parent;
    default: return parent * m_extent;
  }
}

std::int64_t StorageLevel::parent_of(std::int64_t position) const {
  if (!has_intervals()) return m_parent_of[static_cast<std::size_t>(position)];
  std::int64_t low = 0, high = m_parents - 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (begin(middle) <= position)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

std::int64_t StorageLevel::coordinate(std::int64_t position) const {
  if (!has_intervals()) return m_coordinate_of[static_cast<std::size_t>(position)];
  return m_type.kind == LevelKind::dense ? position % m_extent : m_coordinates[position];
}

}  // namespace Strata::Tool
