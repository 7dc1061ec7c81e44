// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_CONTEXT_HPP
#define STRATA_PERF_CONTEXT_HPP

#include "Strata_Bandwidth.hpp"

namespace Strata::Perf {

/// What every JSON report says about this run beside what Google Benchmark says
/// itself (date, processors, caches, load): Kokkos, Strata, compiler, machine,
/// peers, bandwidth.
void add_context(int threads, const Bandwidth& memory, const Bandwidth& cache);

}  // namespace Strata::Perf

#endif
