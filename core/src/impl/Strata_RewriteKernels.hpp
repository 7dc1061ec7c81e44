// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_KERNELS_HPP
#define STRATA_IMPL_REWRITE_KERNELS_HPP

#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>
#include <impl/Strata_FillValues.hpp>
#include <impl/Strata_LevelLocator.hpp>

namespace Strata::Impl {

/// Values, of which those that are the fill value may be padding.
struct PaddedValues {
  const void* data = nullptr;  ///< null: nothing is padding by its value
  FillBits fill;

  KOKKOS_INLINE_FUNCTION bool is_fill(std::int64_t p) const {
    if (data == nullptr) return false;
    const auto* bytes = static_cast<const unsigned char*>(data) + p * fill.bytes;
    std::uint64_t words[2] = {0, 0};
    for (int b = 0; b < fill.bytes; ++b)
      words[b / 8] |= std::uint64_t{bytes[b]} << (8 * (b % 8));
    return (words[0] & fill.masks[0]) == (fill.words[0] & fill.masks[0]) &&
           (fill.bytes < 16 ||
            (words[1] & fill.masks[1]) == (fill.words[1] & fill.masks[1]));
  }
};

/// One level of the tensor that is read, and which of its parents are used.
struct ReadLevel {
  AnyLevel level;
  PaddedValues values;          ///< of a last level that is padded with values
  /// By parent: where it is written; −1: unused. Null: where it is read.
  const std::int64_t* targets;
  const std::int64_t* above = nullptr;  ///< by parent: its coordinate, where one asks

  KOKKOS_INLINE_FUNCTION std::int64_t target(std::int64_t parent) const {
    return targets != nullptr ? targets[parent] : parent;
  }
  /// Every position below a parent is a child.
  KOKKOS_INLINE_FUNCTION bool is_full() const {
    return level.padding == LevelPadding::none && values.data == nullptr;
  }
  /// A position with the coordinate of a parent that is read.
  KOKKOS_INLINE_FUNCTION LevelParent as_parent(std::int64_t position,
                                               std::int64_t read) const {
    return {position, above != nullptr ? above[read] : 0};
  }
  /// f(position, coordinate) for the children of a parent.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_child(std::int64_t parent, const F& f) const {
    level.for_each_child(as_parent(parent, parent), [&](std::int64_t at, std::int64_t c) {
      if (!values.is_fill(at)) f(at, c);
    });
  }
};

/// Places of a hash table for so many children: at most every other one is taken.
KOKKOS_INLINE_FUNCTION std::int64_t table_size(std::int64_t children) {
  std::int64_t size = children > 0 ? 2 : 0;
  while (size < 2 * children) size *= 2;
  return size;
}

/// Room that the children of every parent need, and the most of it.
struct CountRoomFunctor {
  ReadLevel m_from;
  LevelPlacement m_placement;
  std::int64_t* m_room;  ///< by parent of the target

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent,
                                         std::int64_t& most) const {
    const std::int64_t target = m_from.target(parent);
    if (target < 0) return;
    std::int64_t room = 0;
    if (m_placement != LevelPlacement::coordinate && m_from.is_full()) {
      const auto children = m_from.level.children(m_from.as_parent(parent, parent));
      room                = children.end > children.begin ? children.end - children.begin : 0;
    } else {
      m_from.for_each_child(parent, [&](std::int64_t, std::int64_t c) {
        room = m_placement != LevelPlacement::coordinate ? room + 1
               : c + 1 > room                            ? c + 1
                                                         : room;
      });
    }
    if (m_placement == LevelPlacement::hash) room = table_size(room);
    m_room[target] = room;
    if (room > most) most = room;
  }
};

/// The most room that a parent of every slice of `m_height` needs.
struct WidestOfSliceFunctor {
  const std::int64_t* m_room;
  std::int64_t m_parents, m_height;
  std::int64_t* m_widest;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slice) const {
    const std::int64_t first = slice * m_height;
    std::int64_t widest      = 0;
    for (std::int64_t p = first; p < first + m_height && p < m_parents; ++p)
      widest = m_room[p] > widest ? m_room[p] : widest;
    m_widest[slice] = widest;
  }
};

/// Beginning and end of every segment.
struct StoreEdgesFunctor {
  const std::int64_t* m_room;
  LevelEdges m_edges;
  std::int64_t m_parents;
  MutableIndexSpan m_positions;
  std::int64_t m_first = 0;  ///< where the first segment begins

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p, std::int64_t& before,
                                         bool final) const {
    const std::int64_t begin = m_first + before;
    if (p < m_parents) before += m_room[p];
    if (!final) return;
    if (m_edges == LevelEdges::scanned) {
      m_positions.store(p, begin);
    } else if (p < m_parents) {
      m_positions.store(2 * p, begin);
      m_positions.store(2 * p + 1, m_first + before);
    }
  }
};

/// Writes the children of every parent where they belong, and says where that is.
struct StoreChildrenFunctor {
  ReadLevel m_from;
  AnyLevel m_to;
  LevelLocator m_locator;          ///< of the target
  MutableIndexSpan m_coordinates;  ///< without data: none are stored
  std::int64_t* m_targets;         ///< by position that is read
  std::int64_t* m_above = nullptr;  ///< by position that is read: its coordinate
  unsigned char* m_marks = nullptr;  ///< by position that is written: 1 for a child

  KOKKOS_INLINE_FUNCTION void put(std::int64_t at, std::int64_t c) const {
    if (m_coordinates.data() != nullptr) m_coordinates.store(at, c);
  }
  KOKKOS_INLINE_FUNCTION void put_child(std::int64_t from, std::int64_t to,
                                        std::int64_t c) const {
    put(to, c);
    m_targets[from] = to;
    if (m_above != nullptr) m_above[from] = c;
    if (m_marks != nullptr) m_marks[to] = 1;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    const std::int64_t target = m_from.target(parent);
    if (target < 0) return;
    const LevelParent to = m_from.as_parent(target, parent);
    if (m_locator.placement == LevelPlacement::rank)
      store_in_turn(parent, to);
    else
      store_in_place(parent, to);
  }

  KOKKOS_INLINE_FUNCTION void store_in_turn(std::int64_t parent,
                                            const LevelParent& target) const {
    const auto room     = m_to.children(target);
    std::int64_t cursor = room.begin, next_free = 0;
    std::int64_t fillers = 0;
    const bool fills     = m_to.padding == LevelPadding::values;
    if (fills) {
      fillers = room.end - room.begin;
      m_from.for_each_child(parent,
                            [&](std::int64_t, std::int64_t) { --fillers; });
    }
    const auto fill_until = [&](std::int64_t c) {
      for (; fills && fillers > 0 && next_free < c; --fillers)
        put(m_to.position_of(target, cursor++), next_free++);
    };
    m_from.for_each_child(parent, [&](std::int64_t at, std::int64_t c) {
      fill_until(c);
      next_free = c + 1;
      put_child(at, m_to.position_of(target, cursor++), c);
    });
    fill_until(m_to.storage.extent);
  }

  KOKKOS_INLINE_FUNCTION void store_in_place(std::int64_t parent,
                                             const LevelParent& target) const {
    const auto room = m_to.children(target);
    m_from.for_each_child(parent, [&](std::int64_t at, std::int64_t c) {
      std::int64_t cursor = m_locator.first(m_to, target, room, c);
      if (cursor < room.begin || cursor >= room.end) return;  // not of the tensor
      if (m_locator.placement == LevelPlacement::hash)
        while (m_coordinates[m_to.position_of(target, cursor)] < m_to.storage.extent)
          cursor = LevelLocator::next(room, cursor);
      put_child(at, m_to.position_of(target, cursor), c);
    });
  }
};

/// Moves elements of `bytes` bytes to where they belong.
struct MoveValuesFunctor {
  const unsigned char* m_from;
  unsigned char* m_to;
  const std::int64_t* m_targets;  ///< null: everything stays where it is
  int m_bytes;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    const std::int64_t target = m_targets != nullptr ? m_targets[p] : p;
    if (target < 0) return;
    for (int b = 0; b < m_bytes; ++b)
      m_to[target * m_bytes + b] = m_from[p * m_bytes + b];
  }
};

}  // namespace Strata::Impl

#endif
