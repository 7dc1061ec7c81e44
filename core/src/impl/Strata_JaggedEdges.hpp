// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_JAGGED_EDGES_HPP
#define STRATA_IMPL_JAGGED_EDGES_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// The positions of a level with LevelEdges::jagged, whose fullest parent has `width` children.
struct JaggedEdges {
  std::int64_t width = 0;

  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return 2 * width + 3; }
  /// Where it says where the k-th children begin.
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t k) const { return k + 1; }
  /// Where it says how many k-th children there are.
  KOKKOS_INLINE_FUNCTION std::int64_t count(std::int64_t k) const { return 2 * width + 2 - k; }
};

/// Children of some parents, and how many of these have more than the one before.
struct JaggedCounts {
  std::int64_t children = 0, rises = 0;

  KOKKOS_INLINE_FUNCTION JaggedCounts& operator+=(const JaggedCounts& other) {
    children += other.children;
    rises += other.rises;
    return *this;
  }
};

struct CountJaggedChildrenFunctor {
  const std::int64_t* m_lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p, JaggedCounts& counts) const {
    counts += {m_lengths[p], p > 0 && m_lengths[p] > m_lengths[p - 1] ? 1 : 0};
  }
};

/// Says for the last parent with k children how many k-th ones there are.
struct CountJaggedFunctor {
  const std::int64_t* m_lengths;
  std::int64_t m_parents;
  JaggedEdges m_edges;
  MutableIndexSpan m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    const std::int64_t next = p + 1 < m_parents ? m_lengths[p + 1] : 0;
    for (std::int64_t k = next; k < m_lengths[p]; ++k)
      m_positions.store(m_edges.count(k), p + 1);
  }
};

/// Adds up where all first, second, … children begin.
struct ScanJaggedFunctor {
  JaggedEdges m_edges;
  MutableIndexSpan m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t& before, bool final) const {
    if (final) m_positions.store(m_edges.begin(k), before);
    if (final && k == 0) {
      m_positions.store(0, m_edges.width);
      m_positions.store(m_edges.count(m_edges.width), 0);
    }
    if (k < m_edges.width) before += m_positions[m_edges.count(k)];
  }
};

/// Finds the first number that is not what the others say.
struct CheckJaggedFunctor {
  JaggedEdges m_edges;
  IndexSpan m_positions;
  std::int64_t m_parents;

  KOKKOS_INLINE_FUNCTION bool good(std::int64_t i) const {
    const std::int64_t here = m_positions[i], zeros = m_edges.count(m_edges.width);
    if (i == 0) return here == m_edges.width;
    if (i == m_edges.begin(0) || i == zeros) return here == 0;
    const std::int64_t before = m_positions[i - 1];
    if (i < zeros) return here == before + m_positions[m_edges.count(i - 2)];
    return here > 0 && here >= before && here <= m_parents;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& first) const {
    if (i < first && !good(i)) first = i;
  }
};

template <class ExecutionSpace>
JaggedCounts count_jagged(const ExecutionSpace& exec, const std::int64_t* lengths,
                          std::int64_t parents) {
  JaggedCounts counts;
  Kokkos::parallel_reduce("Strata::rewrite::count_jagged",
                          IndexRange<ExecutionSpace>(exec, 0, parents),
                          CountJaggedChildrenFunctor{lengths}, counts);
  return counts;
}

/// Asynchronous. \pre no parent has more children than the one before; numbers fit
template <class ExecutionSpace>
void store_jagged(const ExecutionSpace& exec, const std::int64_t* lengths, std::int64_t parents,
                  const JaggedEdges& edges, const MutableIndexSpan& positions) {
  Kokkos::parallel_for("Strata::rewrite::jagged_counts",
                       IndexRange<ExecutionSpace>(exec, 0, parents),
                       CountJaggedFunctor{lengths, parents, edges, positions});
  Kokkos::parallel_scan("Strata::rewrite::jagged_begins",
                        IndexRange<ExecutionSpace>(exec, 0, edges.width + 1),
                        ScanJaggedFunctor{edges, positions});
}

}  // namespace Strata::Impl

#endif
