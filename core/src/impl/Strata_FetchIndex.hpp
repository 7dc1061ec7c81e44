// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FETCH_INDEX_HPP
#define STRATA_IMPL_FETCH_INDEX_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// One element of an array in the memory of exec.
template <class ExecutionSpace>
std::int64_t fetch(const ExecutionSpace& exec, const IndexSpan& array,
                   std::int64_t i) {
  std::int64_t value = 0;
  Kokkos::parallel_reduce(
      "Strata::fetch", IndexRange<ExecutionSpace>(exec, i, i + 1),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & sum) { sum += array[k]; },
      value);
  return value;
}

}  // namespace Strata::Impl

#endif
