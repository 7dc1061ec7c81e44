// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_KERNELS_HPP
#define STRATA_IMPL_REWRITE_KERNELS_HPP

#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_FillValues.hpp>

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
  const std::int64_t* targets;  ///< by parent: where it is written; −1: unused

  /// f(position, coordinate) for the children of a parent.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_child(std::int64_t parent, const F& f) const {
    const auto cursors = level.children(parent);
    for (std::int64_t c = cursors.begin; c < cursors.end; ++c) {
      const std::int64_t at = level.position_of(parent, c);
      const std::int64_t coordinate = level.coordinate(parent, at);
      if (!level.is_padding(coordinate) && !values.is_fill(at)) f(at, coordinate);
    }
  }
};

/// Room that the children of every parent need, and the most of it.
struct CountRoomFunctor {
  ReadLevel m_from;
  LevelPlacement m_placement;
  std::int64_t* m_room;  ///< by parent of the target

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent,
                                         std::int64_t& most) const {
    const std::int64_t target = m_from.targets[parent];
    if (target < 0) return;
    std::int64_t room = 0;
    m_from.for_each_child(parent, [&](std::int64_t, std::int64_t c) {
      room = m_placement == LevelPlacement::rank ? room + 1
             : c + 1 > room                      ? c + 1
                                                 : room;
    });
    m_room[target] = room;
    if (room > most) most = room;
  }
};

/// Beginning and end of every segment.
struct StoreEdgesFunctor {
  const std::int64_t* m_room;
  LevelEdges m_edges;
  std::int64_t m_parents;
  MutableIndexSpan m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p, std::int64_t& before,
                                         bool final) const {
    const std::int64_t begin = before;
    if (p < m_parents) before += m_room[p];
    if (!final) return;
    if (m_edges == LevelEdges::scanned) {
      m_positions.store(p, begin);
    } else if (p < m_parents) {
      m_positions.store(2 * p, begin);
      m_positions.store(2 * p + 1, before);
    }
  }
};

/// Writes the children of every parent where they belong, and says where that is.
struct StoreChildrenFunctor {
  ReadLevel m_from;
  AnyLevel m_to;
  LevelPlacement m_placement;
  MutableIndexSpan m_coordinates;  ///< without data: none are stored
  std::int64_t* m_targets;         ///< by position that is read

  KOKKOS_INLINE_FUNCTION void put(std::int64_t at, std::int64_t c) const {
    if (m_coordinates.data() != nullptr) m_coordinates.store(at, c);
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    const std::int64_t target = m_from.targets[parent];
    if (target < 0) return;
    const auto room  = m_to.children(target);
    std::int64_t cursor = room.begin, next_free = 0;
    std::int64_t fillers = 0;
    const bool fills = m_to.padding == LevelPadding::values &&
                       m_placement == LevelPlacement::rank;
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
      const std::int64_t child =
          m_placement == LevelPlacement::rank ? cursor++ : room.begin + c;
      const std::int64_t to = m_to.position_of(target, child);
      put(to, c);
      m_targets[at] = to;
    });
    fill_until(m_to.storage.extent);
  }
};

/// Moves elements of `bytes` bytes to where they belong.
struct MoveValuesFunctor {
  const unsigned char* m_from;
  unsigned char* m_to;
  const std::int64_t* m_targets;
  int m_bytes;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    const std::int64_t target = m_targets[p];
    if (target < 0) return;
    for (int b = 0; b < m_bytes; ++b)
      m_to[target * m_bytes + b] = m_from[p * m_bytes + b];
  }
};

}  // namespace Strata::Impl

#endif
