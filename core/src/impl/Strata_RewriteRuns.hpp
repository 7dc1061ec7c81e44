// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_RUNS_HPP
#define STRATA_IMPL_REWRITE_RUNS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_RewriteKernels.hpp>

namespace Strata::Impl {

/// f(coordinate) for the first child of every run of children of a parent, and
/// g(coordinate) for the others.
template <class F, class G>
KOKKOS_INLINE_FUNCTION void for_each_run_of(const ReadLevel& from, std::int64_t parent,
                                            const F& f, const G& g) {
  std::int64_t expected = -1;
  from.for_each_child(parent, [&](std::int64_t, std::int64_t c) {
    if (c == expected)
      g(c);
    else
      f(c);
    expected = c + 1;
  });
}

/// Children and runs of every parent, and the number of all runs.
struct CountChildRunsFunctor {
  ReadLevel m_from;
  std::int64_t *m_room, *m_runs;  ///< by parent of the target

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent, std::int64_t& all) const {
    const std::int64_t target = m_from.target(parent);
    if (target < 0) return;
    std::int64_t runs = 0, others = 0;
    for_each_run_of(
        m_from, parent, [&](std::int64_t) { ++runs; }, [&](std::int64_t) { ++others; });
    m_room[target] = runs + others;
    m_runs[target] = runs;
    all += runs;
  }
};

/// Where every run begins: its first position and its first coordinate.
struct StoreChildRunsFunctor {
  ReadLevel m_from;
  const std::int64_t* m_begins;  ///< by parent of the target: its first position
  std::int64_t m_first;          ///< where the first run stands in the positions
  MutableIndexSpan m_positions, m_coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    const std::int64_t target = m_from.target(parent);
    if (target < 0) return;
    std::int64_t run = m_positions[target], at = m_begins[target];
    for_each_run_of(
        m_from, parent,
        [&](std::int64_t c) {
          m_coordinates.store(run - m_first, c);
          m_positions.store(run++, at++);
        },
        [&](std::int64_t) { ++at; });
  }
};

/// Bits from marks: a word each.
struct PackBitsFunctor {
  const unsigned char* m_marks;
  std::int64_t m_size;
  int m_bits;  ///< of a word
  MutableIndexSpan m_words;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t w) const {
    std::uint64_t word = 0;
    for (int b = 0; b < m_bits && w * m_bits + b < m_size; ++b)
      word |= static_cast<std::uint64_t>(m_marks[w * m_bits + b]) << b;
    m_words.store(w, static_cast<std::int64_t>(word));
  }
};

}  // namespace Strata::Impl

#endif
