// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_BENEATH_WEIGHTS_HPP
#define STRATA_IMPL_BENEATH_WEIGHTS_HPP

#include <cstdint>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_CutSearch.hpp>

/// \file
/// Weights of positions beneath which loops come to other tensors, or to a part of
/// what is stored: one pass over the positions of a level, then a scan.

namespace Strata::Impl {

/// A level whose positions have different weights.
struct WeighedLevel {
  int tensor = 0, level = 0;
  std::int64_t positions = 0;
};

/// The weight of each position of a level; those of the levels below and of the
/// tensors beneath it are known.
struct WeighPositions {
  CutSearch search;
  int tensor = 0, level = 0;
  std::int64_t end      = 0;
  std::int64_t* weights = nullptr;  ///< of positions up to `end`, and 0

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    weights[p] = p < end ? weight(p) : 0;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t weight(std::int64_t p) const {
    const WeighedLevels& here    = search.tensors[tensor];
    const std::int64_t coordinate = here.number(level, p);
    if (coordinate < 0) return 0;
    std::int64_t sum = here.counted[level] ? 1 : 0;
    if (level + 1 < here.levels)
      sum += here.visits(level + 1,
                         here.inside(level + 1, here.below(level + 1, {p, p + 1})));
    for (int t = tensor + 1; t < search.num_tensors; ++t) {
      const WeighedLevels& w = search.tensors[t];
      if (w.parent == tensor && w.parent_level == level)
        sum += w.visits(0, w.segment(0, w.roots(), coordinate));
    }
    return sum;
  }
};

/// The same by blocks, where the rows of one other tensor stand beneath the last level
/// (A(i,k) * B(k,j) in CSR).
struct WeighBlocks {
  WeighedRows rows;
  std::int64_t* weights = nullptr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block) const {
    weights[block] = rows.block_weight(block);
  }
};

/// Whether that is so; then all but the range is set.
inline bool find_rows(const CutSearch& search, const WeighedLevel& l, WeighedRows& rows) {
  const WeighedLevels& here = search.tensors[l.tensor];
  const LevelKind kind      = here.kinds[l.level];
  const WeighedLevels* beneath = nullptr;
  for (int t = l.tensor + 1; t < search.num_tensors; ++t) {
    const WeighedLevels& w = search.tensors[t];
    if (w.parent != l.tensor || w.parent_level != l.level) continue;
    if (beneath) return false;
    beneath = &w;
  }
  if (!beneath || l.level + 1 != here.levels || !here.windows[l.level].is_all() ||
      (kind != LevelKind::compressed && kind != LevelKind::singleton))
    return false;
  const WeighedLevels& w = *beneath;
  if (w.levels != 2 || w.kinds[0] != LevelKind::dense || w.kinds[1] != LevelKind::compressed ||
      !w.windows[0].is_all() || w.before[0] || w.before[1])
    return false;
  rows.coordinates = here.storage[l.level].coordinates;
  rows.positions   = w.storage[1].positions;
  rows.own         = (here.counted[l.level] ? 1 : 0) + (w.counted[0] ? 1 : 0);
  rows.each        = w.counted[1] ? 1 : 0;
  return true;
}

/// Weights become sums of those before, in place.
struct ScanWeights {
  std::int64_t* weights = nullptr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p, std::int64_t& sum,
                                         bool is_final) const {
    const std::int64_t weight = weights[p];
    if (is_final) weights[p] = sum;
    sum += weight;
  }
};

/// Sums of weights in [begin, end), which `weigh` sets; indexed from 0.
template <class ExecutionSpace, class Weigh>
auto sum_weights(const ExecutionSpace& exec, std::int64_t begin, std::int64_t end, Weigh weigh) {
  using weights_type = Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;
  const weights_type sums(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                             "Strata::partition::weights"),
                          end - begin);
  weigh.weights = sums.data() - begin;
  const Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>> range(exec, begin,
                                                                                   end);
  Kokkos::parallel_for("Strata::partition::weigh", range, weigh);
  Kokkos::parallel_scan("Strata::partition::scan", range, ScanWeights{weigh.weights});
  return sums;
}

/// Weighs the levels, of which each comes before those that depend on it, and
/// notes the weights in `search`. What is returned has to live as long as that is
/// used.
template <class ExecutionSpace>
auto weigh_levels(const ExecutionSpace& exec, CutSearch& search,
                  const std::vector<WeighedLevel>& levels) {
  using weights_type = Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;
  constexpr bool is_host =
      std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;
  std::vector<weights_type> all;
  for (const WeighedLevel& l : levels) {
    WeighedLevels& here = search.tensors[l.tensor];
    WeighedLevels::bounds_type range{0, l.positions};
    std::int64_t begin = 0;
    if constexpr (is_host) {
      // Work is proportional to what the window of the outermost loop leaves.
      range = here.range(l.level);
      here.rows.begin = range.begin, here.rows.end = range.end;
      if (find_rows(search, l, here.rows)) here.rows_level = l.level;
    }
    if (here.rows_level == l.level) {
      begin = range.begin >> WeighedRows::block_bits;
      all.push_back(sum_weights(exec, begin, (range.end >> WeighedRows::block_bits) + 1,
                                WeighBlocks{here.rows}));
    } else {
      begin = range.begin;
      all.push_back(sum_weights(exec, begin, range.end + 1,
                                WeighPositions{search, l.tensor, l.level, range.end}));
    }
    here.before[l.level] = all.back().data() - begin;
  }
  return all;
}

}  // namespace Strata::Impl

#endif
