// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SCAN_PIECES_HPP
#define STRATA_IMPL_SCAN_PIECES_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Seam.hpp>

namespace Strata::Impl {

/// What neighbouring pieces make of what is before them: by whether (1) or not (0) an
/// entry there may go on, the entries that they begin, and whether one goes on behind.
struct PieceRange {
  std::int64_t first;  ///< piece; of none: behind all
  Kokkos::Array<std::int64_t, 2> entries;
  Kokkos::Array<bool, 2> open;

  /// Both, in their order, whichever is given first.
  KOKKOS_INLINE_FUNCTION static PieceRange of(const PieceRange& a, const PieceRange& b) {
    return b.first < a.first ? in_order(b, a) : in_order(a, b);
  }

 private:
  KOKKOS_INLINE_FUNCTION static PieceRange in_order(const PieceRange& a, const PieceRange& b) {
    PieceRange both{a.first, {}, {}};
    for (int before = 0; before < 2; ++before) {
      const int between    = a.open[before] ? 1 : 0;
      both.entries[before] = a.entries[before] + b.entries[between];
      both.open[before]    = b.open[between];
    }
    return both;
  }
};

/// scan_counts() of one level.
struct ScanPiecesFunctor {
  using value_type = PieceRange;

  std::int64_t* m_words;
  std::int64_t m_pieces, m_each;  ///< of one iteration
  int m_levels, m_level;

  KOKKOS_INLINE_FUNCTION void init(PieceRange& none) const {
    none = {INT64_MAX, {0, 0}, {false, true}};
  }
  KOKKOS_INLINE_FUNCTION void join(PieceRange& a, const PieceRange& b) const {
    a = PieceRange::of(a, b);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t n, PieceRange& before, bool final) const {
    const std::int64_t end = Kokkos::min((n + 1) * m_each, m_pieces);
    for (std::int64_t piece = n * m_each; piece < end; ++piece) scan(piece, before, final);
  }

 private:
  KOKKOS_INLINE_FUNCTION void scan(std::int64_t piece, PieceRange& before, bool final) const {
    std::int64_t& cursor = m_words[2 * piece * m_levels + m_level];
    std::int64_t& seam   = m_words[(2 * piece + 1) * m_levels + m_level];
    const bool some = cursor > 0, goes_on = (seam & Seam::first) != 0;
    const bool open = some && (seam & Seam::last) != 0;
    const PieceRange own{piece,
                         {cursor, cursor - (goes_on ? 1 : 0)},
                         {open, some ? open : (seam & Seam::inside) != 0}};
    if (final) {  // nothing is open before the first piece
      cursor = before.entries[0] - (before.open[0] ? 1 : 0);
      seam   = before.open[0] ? 1 : 0;
    }
    before = PieceRange::of(before, own);
  }
};

/// scan_counts() by kernels on `exec`, which has the words in its memory; waits for it.
template <class ExecutionSpace>
std::vector<std::int64_t> scan_pieces(const ExecutionSpace& exec, std::int64_t* words,
                                      std::int64_t pieces, int levels) {
  // Threads of a device join neighbours only where each has one iteration.
  constexpr std::int64_t most = 1 << 17;
  const std::int64_t each     = (pieces + most - 1) / most;
  const std::int64_t count    = pieces == 0 ? 0 : (pieces + each - 1) / each;
  std::vector<std::int64_t> totals;
  for (int level = 0; level < levels; ++level) {
    PieceRange all{0, {0, 0}, {false, false}};
    Kokkos::parallel_scan(
        "Strata::append::scan_pieces",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
        ScanPiecesFunctor{words, pieces, each, levels, level}, all);
    exec.fence("Strata::append::scan_pieces");
    totals.push_back(all.entries[0]);
  }
  return totals;
}

}  // namespace Strata::Impl

#endif
