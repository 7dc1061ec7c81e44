// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FIND_REPEATS_HPP
#define STRATA_IMPL_FIND_REPEATS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_EntryKeys.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// Coordinates of a compressed level and of the singleton levels below it, cut
/// into segments by the positions of the compressed level (none: every position
/// is a segment).
struct SegmentedTuples {
  IndexSpan positions;
  std::int64_t segments = 0;
  Kokkos::Array<IndexSpan, max_levels> columns{};
  int width = 0;

  /// First i with positions[i] > p (or >= p).
  KOKKOS_INLINE_FUNCTION std::int64_t search(std::int64_t p,
                                             bool greater) const {
    std::int64_t low = 0, high = segments + 1;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      const std::int64_t value  = positions[middle];
      if (value < p || (greater && value == p))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  KOKKOS_INLINE_FUNCTION bool starts_segment(std::int64_t p) const {
    if (!positions.data()) return true;
    const std::int64_t i = search(p, false);
    return i <= segments && positions[i] == p;
  }
  /// Column `width` is the number of the segment.
  KOKKOS_INLINE_FUNCTION std::int64_t value(int column, std::int64_t p) const {
    return column < width ? columns[column][p] : search(p, true) - 1;
  }
};

struct GatherColumnFunctor {
  SegmentedTuples m_tuples;
  int m_column;
  KeyedEntries m_entries;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    m_entries.keys[i] = static_cast<std::uint64_t>(
        m_tuples.value(m_column, m_entries.entries[i]));
  }
};

/// First stored position whose tuple was stored before, in sorted order.
struct FindRepeatFunctor {
  SegmentedTuples m_tuples;
  const std::int64_t* m_order;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i,
                                         std::int64_t& first) const {
    const std::int64_t a = m_order[i - 1], b = m_order[i];
    for (int k = 0; k <= m_tuples.width; ++k)
      if (m_tuples.value(k, a) != m_tuples.value(k, b)) return;
    if (b < first) first = b;
  }
};

template <class ExecutionSpace>
void number_positions(const ExecutionSpace& exec, std::int64_t* order,
                      std::int64_t size) {
  Kokkos::parallel_for(
      "Strata::validate::number_positions",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t p) { order[p] = p; });
}

/// First position that repeats a tuple of its segment; -1: none. For levels
/// whose coordinates are not ordered, so that repeats need not be neighbours.
template <class ExecutionSpace>
std::int64_t find_repeat(const ExecutionSpace& exec,
                         const SegmentedTuples& tuples, std::int64_t size) {
  if (size < 2) return -1;
  const auto keys =
      allocate<std::uint64_t>(exec, 2 * size, "Strata::validate::keys");
  const auto order =
      allocate<std::int64_t>(exec, 2 * size, "Strata::validate::order");
  KeyedEntries data{keys.data(), order.data(), size};
  KeyedEntries buffer{keys.data() + size, order.data() + size, size};
  number_positions(exec, data.entries, size);
  for (int k = 0; k <= tuples.width; ++k) {
    Kokkos::parallel_for("Strata::validate::gather_column",
                         IndexRange<ExecutionSpace>(exec, 0, size),
                         GatherColumnFunctor{tuples, k, data});
    radix_sort(exec, data, buffer, 64);
  }
  std::int64_t first = size;
  Kokkos::parallel_reduce("Strata::validate::find_repeat",
                          IndexRange<ExecutionSpace>(exec, 1, size),
                          FindRepeatFunctor{tuples, data.entries},
                          Kokkos::Min<std::int64_t>(first));
  return first < size ? first : -1;
}

}  // namespace Strata::Impl

#endif
