// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_BANDWIDTH_HPP
#define STRATA_PERF_BANDWIDTH_HPP

#include <cstddef>

namespace Strata::Perf {

/// GB/s as counted (no write-allocate), the best of a few sweeps.
struct Bandwidth {
  std::size_t array_bytes = 0;  ///< of each of the three arrays
  double read  = 0;             ///< sum of one array
  double triad = 0;             ///< a = b + s c
};

/// Sweeps over three arrays of `array_bytes` with the threads OpenMP is set to.
Bandwidth measure_bandwidth(std::size_t array_bytes);

/// Size of arrays that no cache holds: four times the largest cache, between
/// 64 MiB and an eighth of the memory that is free.
std::size_t memory_array_bytes();
/// Size of arrays that fit in the largest cache together: an eighth of it, at
/// most 8 MiB.
std::size_t cache_array_bytes();

}  // namespace Strata::Perf

#endif
