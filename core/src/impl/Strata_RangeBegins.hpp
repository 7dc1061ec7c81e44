// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_RANGE_BEGINS_HPP
#define STRATA_IMPL_RANGE_BEGINS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelSearch.hpp>

/// \file
/// Where ranges of coordinates begin in each fibre of a compressed level.
namespace Strata::Impl {

/// A table, (ranges + 1) x parents, row by row: what loops over a range read goes through
/// neighbours. One search for each range and fibre.
struct RangeBegins {
  LevelStorage<DeviceEvaluator> level{};
  std::int64_t parents = 0, ranges = 0;
  const std::uint64_t* cuts = nullptr;  ///< coordinates that ranges begin with
  std::int64_t cut_stride   = 1;
  std::uint64_t* begins     = nullptr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t parent) const {
    DeviceEvaluator evaluator;
    std::int64_t position  = level.positions[parent];
    const std::int64_t end = level.positions[parent + 1];
    begins[parent]         = static_cast<std::uint64_t>(position);
    for (std::int64_t r = 1; r < ranges; ++r) {
      const auto cut = static_cast<std::int64_t>(cuts[r * cut_stride]);
      position       = lower_bound<CompressedLevel>(evaluator, level, position, end, cut);
      begins[r * parents + parent] = static_cast<std::uint64_t>(position);
    }
    begins[ranges * parents + parent] = static_cast<std::uint64_t>(end);
  }
};

/// Fills a table. Asynchronous on spaces that are.
template <class ExecutionSpace, class... Properties>
void find_begins(const ExecutionSpace& exec,
                 const Kokkos::View<std::uint64_t**, Properties...>& cuts, RangeBegins table) {
  table.ranges     = static_cast<std::int64_t>(cuts.extent(0)) - 1;
  table.cuts       = cuts.data();
  table.cut_stride = static_cast<std::int64_t>(cuts.stride(0));
  Kokkos::parallel_for(
      "Strata::partition::begins",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0,
                                                                           table.parents),
      table);
}

}  // namespace Strata::Impl

#endif
