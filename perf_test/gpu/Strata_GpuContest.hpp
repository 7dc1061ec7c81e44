// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_CONTEST_HPP
#define STRATA_PERF_GPU_CONTEST_HPP

#include <string>

#include <Strata_Plan.hpp>

#include "Strata_GpuBenchmarks.hpp"
#include "Strata_GpuLibrary.hpp"
#include "Strata_GpuSpace.hpp"

namespace Strata::Perf {

/// A benchmark on an input, ready to be held: Strata against cuSPARSE, the answer of both
/// compared with a yardstick's on the host.
struct GpuContest {
  Contest contest;
  std::string no_library;  ///< why cuSPARSE does not take part, if so
  KernelOrigin origin = KernelOrigin::compiled;
};

GpuContest prepare(const Space& exec, const Library& library, const Problem& problem,
                   const PlanOptions& options);

#ifndef KOKKOS_ENABLE_CUDA
/// The kernels that prepare() and the contest run, and nothing else; returns the plan.
Plan make_kernels(const Space& exec, const Problem& problem, const PlanOptions& options);
#endif

}  // namespace Strata::Perf

#endif
