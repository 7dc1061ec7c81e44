// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_INSERT_KERNELS_HPP
#define STRATA_IMPL_INSERT_KERNELS_HPP

#include <cstdint>
#include <limits>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// Moves segments that lie side by side apart, m_room places behind each.
struct SpreadSegmentsFunctor {
  IndexSpan m_from, m_from_coordinates;
  const unsigned char* m_from_values;
  MutableIndexSpan m_to, m_to_coordinates;
  unsigned char* m_to_values;
  int m_bytes;
  std::int64_t m_room;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    const std::int64_t begin = m_from[2 * parent], end = m_from[2 * parent + 1],
                       shift = parent * m_room;
    m_to.store(2 * parent, begin + shift);
    m_to.store(2 * parent + 1, end + shift);
    for (std::int64_t p = begin; p < end; ++p) {
      m_to_coordinates.store(p + shift, m_from_coordinates[p]);
      for (int b = 0; b < m_bytes; ++b)
        m_to_values[(p + shift) * m_bytes + b] = m_from_values[p * m_bytes + b];
    }
  }
};

/// Sorts segments by where they begin, empty ones ahead of others there.
struct SegmentKeysFunctor {
  IndexSpan m_positions;
  KeyedEntries m_keys;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    const std::int64_t begin = m_positions[2 * parent];
    m_keys.keys[parent] = 2 * static_cast<std::uint64_t>(begin) +
                          (m_positions[2 * parent + 1] > begin ? 1 : 0);
    m_keys.entries[parent] = parent;
  }
};
struct SegmentLimitsFunctor {
  KeyedEntries m_sorted;
  std::int64_t m_size;
  std::int64_t* m_limits;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    m_limits[m_sorted.entries[k]] =
        k + 1 < m_sorted.size ? static_cast<std::int64_t>(m_sorted.keys[k + 1] / 2) : m_size;
  }
};

/// Segments of a level with both edges, and those of a compressed one that go into them.
struct SegmentPair {
  MutableIndexSpan positions, coordinates;
  IndexSpan new_positions, new_coordinates;

  KOKKOS_INLINE_FUNCTION bool has_new(std::int64_t parent) const {
    return new_positions[parent] < new_positions[parent + 1];
  }
  /// How many coordinates of a parent are not stored yet.
  KOKKOS_INLINE_FUNCTION std::int64_t count_new(std::int64_t parent) const {
    const std::int64_t end = positions[2 * parent + 1], new_end = new_positions[parent + 1];
    std::int64_t p = positions[2 * parent], count = 0;
    for (std::int64_t q = new_positions[parent]; q < new_end; ++q) {
      const std::int64_t c = new_coordinates[q];
      while (p < end && coordinates[p] < c) ++p;
      count += p < end && coordinates[p] == c ? 0 : 1;
    }
    return count;
  }
};

/// New coordinates, and the first parent without enough room.
struct InsertCounts {
  std::int64_t inserted = 0, full = std::numeric_limits<std::int64_t>::max();

  KOKKOS_INLINE_FUNCTION InsertCounts& operator+=(const InsertCounts& other) {
    inserted += other.inserted;
    full = other.full < full ? other.full : full;
    return *this;
  }
};

struct CountNewFunctor {
  SegmentPair m_pair;
  const std::int64_t* m_limits;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent, InsertCounts& counts) const {
    if (!m_pair.has_new(parent)) return;
    const std::int64_t count = m_pair.count_new(parent);
    counts.inserted += count;
    if (m_pair.positions[2 * parent + 1] + count > m_limits[parent] && parent < counts.full)
      counts.full = parent;
  }
};
struct CountOneFunctor {
  SegmentPair m_pair;
  std::int64_t m_parent;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, std::int64_t& sum) const {
    sum += m_pair.count_new(m_parent);
  }
};

/// Merges from the last coordinates on, so that those that are stored move once at most.
template <class T>
struct MergeSegmentsFunctor {
  SegmentPair m_pair;
  T* m_values;
  const T* m_new_values;
  bool m_adds;

  KOKKOS_INLINE_FUNCTION void meet(std::int64_t p, std::int64_t q) const {
    if (!m_adds)
      m_values[p] = m_new_values[q];
    else if constexpr (std::is_same_v<T, bool>)
      m_values[p] = m_values[p] || m_new_values[q];
    else
      m_values[p] = static_cast<T>(m_values[p] + m_new_values[q]);
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t from, std::int64_t to) const {
    m_pair.coordinates.store(to, m_pair.coordinates[from]);
    m_values[to] = m_values[from];
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    if (!m_pair.has_new(parent)) return;
    const std::int64_t begin = m_pair.positions[2 * parent], first = m_pair.new_positions[parent];
    std::int64_t p  = m_pair.positions[2 * parent + 1] - 1,
                 q  = m_pair.new_positions[parent + 1] - 1;
    std::int64_t to = p + m_pair.count_new(parent);
    m_pair.positions.store(2 * parent + 1, to + 1);
    for (; q >= first; --to) {
      const std::int64_t c = m_pair.new_coordinates[q];
      if (p >= begin && m_pair.coordinates[p] > c) {
        move(p--, to);
      } else if (p >= begin && m_pair.coordinates[p] == c) {
        meet(p, q--);
        if (p != to) move(p, to);
        --p;
      } else {
        m_pair.coordinates.store(to, c);
        m_values[to] = m_new_values[q--];
      }
    }
  }
};

}  // namespace Strata::Impl

#endif
