// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Memory.hpp"

#include <fstream>
#include <string>

namespace Strata::Perf {

double peak_memory_mib() {
  std::ifstream status("/proc/self/status");
  std::string key;
  double kib = 0;
  while (status >> key)
    if (key == "VmHWM:" && status >> kib) return kib / 1024;
  return 0;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace Strata::Perf
