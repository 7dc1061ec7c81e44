// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_GpuBandwidth.hpp"

namespace Strata::Perf {

std::vector<double> measure_copy(const Space& exec, std::size_t array_bytes,
                                 const Schedule& schedule) {
  const auto& space = operations_of_space();
  const auto from   = space.allocate(&exec, array_bytes, nullptr);
  const auto to     = space.allocate(&exec, array_bytes, nullptr);
  space.zero_fill(&exec, from.get(), array_bytes);
  Contestant copy;
  copy.name   = copy_name;
  copy.run    = [&] { space.copy(&exec, to.get(), from.get(), array_bytes); };
  copy.finish = [&] { exec.fence("Strata::perf::copy"); };
  Contest contest;
  contest.contestants   = {copy};
  contest.expected      = [] { return Answer(); };
  const Outcome outcome = hold(contest, schedule);
  std::vector<double> rates;
  for (const double ms : outcome.find(copy_name)->ms)
    rates.push_back(2e-6 * static_cast<double>(array_bytes) / ms);
  return rates;
}

}  // namespace Strata::Perf
