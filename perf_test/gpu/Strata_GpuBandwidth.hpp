// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_BANDWIDTH_HPP
#define STRATA_PERF_GPU_BANDWIDTH_HPP

#include <cstddef>
#include <vector>

#include "Strata_Contest.hpp"
#include "Strata_GpuSpace.hpp"

namespace Strata::Perf {

/// GB/s, a sample a round, of copying an array in the device's memory to another: bytes
/// that are read and bytes that are written count.
std::vector<double> measure_copy(const Space& exec, std::size_t array_bytes,
                                 const Schedule& schedule);

}  // namespace Strata::Perf

#endif
