// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_RUNS_HPP
#define STRATA_IMPL_ENTRY_RUNS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_SortEntries.hpp>

namespace Strata::Impl {

/// Sorted entries with equal keys: run r holds places [begin(r), begin(r + 1)).
struct EntryRuns {
  const std::int64_t* order;  ///< null: the identity
  const std::int64_t* begins; ///< null: one entry each
  std::int64_t size;          ///< runs

  template <class MemorySpace>
  explicit EntryRuns(const SortedEntries<MemorySpace>& merged)
      : order(merged.order.data()), begins(merged.runs.data()), size(merged.size) {}

  KOKKOS_INLINE_FUNCTION std::int64_t entry(std::int64_t place) const {
    return order ? order[place] : place;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t run) const {
    return begins ? begins[run] : run;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t run) const {
    return begin(run + 1) - begin(run);
  }
  /// The last run that begins at `place` or before.
  KOKKOS_INLINE_FUNCTION std::int64_t run_at(std::int64_t place) const {
    if (!begins) return place;
    std::int64_t low = 0, high = size;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (begins[middle] <= place ? low : high) = middle;
    }
    return low;
  }
};

}  // namespace Strata::Impl

#endif
