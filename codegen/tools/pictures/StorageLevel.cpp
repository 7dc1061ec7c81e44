// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StorageLevel.hpp"

#include <Strata_Error.hpp>

namespace Strata::Tool {

StorageLevel::StorageLevel(const TensorRef& tensor, int level, std::int64_t parents)
    : m_type(tensor.format.level(level)),
      m_parents(parents),
      m_extent(tensor.level_extent(level)),
      m_positions(tensor.levels[level].positions, tensor.format.pos_type()),
      m_coordinates(tensor.levels[level].coordinates, tensor.format.crd_type()) {
  if (m_type.kind > LevelKind::singleton)
    throw UnsupportedExpression(error_message(
        "strata inspect --svg", tensor.format.to_string(),
        "dense, compressed and singleton levels", "a level kind that is not built in"));
}

std::int64_t StorageLevel::begin(std::int64_t parent) const {
  switch (m_type.kind) {
    case LevelKind::compressed: return m_positions[parent];
    case LevelKind::singleton: return parent;
    default: return parent * m_extent;
  }
}

std::int64_t StorageLevel::parent_of(std::int64_t position) const {
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
  return m_type.kind == LevelKind::dense ? position % m_extent : m_coordinates[position];
}

}  // namespace Strata::Tool
