// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_VALIDATE_KERNELS_HPP
#define STRATA_IMPL_VALIDATE_KERNELS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_FindRepeats.hpp>
#include <impl/Strata_LevelLocator.hpp>

namespace Strata::Impl {

/// Finds the first position that does not start at 0, ascend, end at `m_last`.
struct CheckPositionsFunctor {
  IndexSpan m_positions;
  std::int64_t m_parents, m_last;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i,
                                         std::int64_t& first) const {
    const std::int64_t before = i == 0 ? 0 : m_positions[i - 1],
                       here   = m_positions[i];
    const bool good           = here >= before && (i > 0 || here == 0) &&
                      (i < m_parents || here == m_last);
    if (!good && i < first) first = i;
  }
};

/// Finds the first coordinate that is out of range, or out of order or repeated
/// under one parent (below nonunique levels: under equal coordinates of those).
struct CheckCoordinatesFunctor {
  SegmentedTuples m_tuples;
  std::int64_t m_extent;
  bool m_unique, m_ordered;

  KOKKOS_INLINE_FUNCTION bool good(std::int64_t p) const {
    const int last          = m_tuples.width - 1;
    const std::int64_t here = m_tuples.columns[last][p];
    if (here < 0 || here >= m_extent) return false;
    if (p == 0 || !(m_unique || m_ordered) || m_tuples.starts_segment(p))
      return true;
    for (int k = 0; k < last; ++k)
      if (m_tuples.columns[k][p - 1] != m_tuples.columns[k][p]) return true;
    const std::int64_t before = m_tuples.columns[last][p - 1];
    return !(m_ordered && here < before) && !(m_unique && here == before);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p,
                                         std::int64_t& first) const {
    if (!good(p) && p < first) first = p;
  }
};

/// Finds the first place of a level with runs where places of runs do not ascend from
/// `m_first` to `m_last`, or first positions not strictly from 0.
struct CheckRunsFunctor {
  IndexSpan m_positions;
  std::int64_t m_first, m_last;

  KOKKOS_INLINE_FUNCTION bool good(std::int64_t i) const {
    const std::int64_t here = m_positions[i];
    if (i == 0 || i == m_first) return here == (i == 0 ? m_first : 0);
    const std::int64_t before = m_positions[i - 1];
    if (i > m_first) return here > before;
    return here >= before && (i + 1 < m_first || here == m_last);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& first) const {
    if (i < first && !good(i)) first = i;
  }
};

/// Finds the first parent with children out of range, or out of order, or repeated, or
/// where nobody looks for them.
struct CheckChildrenFunctor {
  AnyLevel m_level;
  LevelLocator m_locator;
  const std::int64_t* m_above;  ///< by parent: its coordinate, where the level asks
  std::int64_t m_size;
  bool m_unique, m_ordered;

  KOKKOS_INLINE_FUNCTION bool is_found(const LevelParent& parent, std::int64_t at,
                                       std::int64_t c) const {
    bool found = m_locator.placement != LevelPlacement::hash;
    if (!found) m_locator.find(m_level, parent, c, [&](std::int64_t p) { found = p == at; });
    return found;
  }
  KOKKOS_INLINE_FUNCTION bool good(const LevelParent& parent) const {
    const auto cursors  = m_level.children(parent);
    std::int64_t before = -1;
    if (cursors.begin < 0 || cursors.end < cursors.begin) return false;
    for (std::int64_t c = cursors.begin; c < cursors.end; ++c) {
      const std::int64_t at = m_level.position_of(parent, c);
      if (at < 0 || at >= m_size) return false;
      const std::int64_t here = m_level.coordinate(parent, at);
      const bool padded       = m_level.is_padding(at, here);
      if (here < 0 || (here >= m_level.storage.extent && !padded)) return false;
      if (!padded && ((m_ordered && here < before) || (m_unique && here == before) ||
                      !is_found(parent, at, here)))
        return false;
      before = here;
    }
    return true;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent,
                                         std::int64_t& first) const {
    if (parent < first && !good({parent, m_above != nullptr ? m_above[parent] : 0}))
      first = parent;
  }
};

/// Coordinates by position. \pre the level is valid
struct NoteCoordinatesFunctor {
  AnyLevel m_level;
  const std::int64_t* m_above;
  std::int64_t* m_coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    m_level.for_each_child({parent, m_above != nullptr ? m_above[parent] : 0},
                           [&](std::int64_t at, std::int64_t c) { m_coordinates[at] = c; });
  }
};

}  // namespace Strata::Impl

#endif
