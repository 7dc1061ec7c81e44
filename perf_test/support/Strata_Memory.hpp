// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_MEMORY_HPP
#define STRATA_PERF_MEMORY_HPP

namespace Strata::Perf {

/// Largest resident set of this process in MiB (VmHWM), since the last reset
/// where the system allows one; 0 where it is not known.
double peak_memory_mib();
void reset_peak_memory();

}  // namespace Strata::Perf

#endif
