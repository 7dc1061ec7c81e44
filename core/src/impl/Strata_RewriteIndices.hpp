// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_INDICES_HPP
#define STRATA_IMPL_REWRITE_INDICES_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// positions[0] = width, positions[1] = parents
template <class ExecutionSpace>
void store_header(const ExecutionSpace& exec, const MutableIndexSpan& positions,
                  std::int64_t width, std::int64_t parents) {
  Kokkos::parallel_for(
      "Strata::rewrite::header", IndexRange<ExecutionSpace>(exec, 0, 1),
      KOKKOS_LAMBDA(std::int64_t) {
        positions.store(0, width);
        positions.store(1, parents);
      });
}

template <class ExecutionSpace>
void fill_indices(const ExecutionSpace& exec, const MutableIndexSpan& array,
                  std::int64_t count, std::int64_t value) {
  Kokkos::parallel_for(
      "Strata::rewrite::pad", IndexRange<ExecutionSpace>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t p) { array.store(p, value); });
}

/// The largest element of an array that is none of the padding; 0 if there is none.
template <class ExecutionSpace>
std::int64_t largest_coordinate(const ExecutionSpace& exec, const IndexSpan& array,
                                std::int64_t count, std::int64_t extent) {
  std::int64_t most = 0;
  Kokkos::parallel_reduce(
      "Strata::rewrite::largest", IndexRange<ExecutionSpace>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t & value) {
        if (array[p] > value && array[p] < extent) value = array[p];
      },
      Kokkos::Max<std::int64_t>(most));
  return most < 0 ? 0 : most;
}

}  // namespace Strata::Impl

#endif
