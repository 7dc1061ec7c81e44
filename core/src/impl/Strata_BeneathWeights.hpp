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

/// Weighs the levels, of which each comes before those that depend on it, and
/// notes the weights in `search`. What is returned has to live as long as that is
/// used.
template <class ExecutionSpace>
auto weigh_levels(const ExecutionSpace& exec, CutSearch& search,
                  const std::vector<WeighedLevel>& levels) {
  using weights_type =
      Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  std::vector<weights_type> all;
  for (const WeighedLevel& l : levels) {
    WeighedLevels::bounds_type range{0, l.positions};
    // Work is proportional to what the window of the outermost loop leaves.
    if constexpr (std::is_same_v<typename ExecutionSpace::memory_space,
                                 Kokkos::HostSpace>)
      range = search.tensors[l.tensor].range(l.level);
    all.emplace_back(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                        "Strata::partition::weights"),
                     range.end - range.begin + 1);
    std::int64_t* weights = all.back().data() - range.begin;
    const policy_type positions(exec, range.begin, range.end + 1);
    Kokkos::parallel_for(
        "Strata::partition::weigh", positions,
        WeighPositions{search, l.tensor, l.level, range.end, weights});
    Kokkos::parallel_scan("Strata::partition::scan", positions,
                          ScanWeights{weights});
    search.tensors[l.tensor].before[l.level] = weights;
  }
  return all;
}

}  // namespace Strata::Impl

#endif
