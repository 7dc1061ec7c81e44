// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_REGISTRATION_HPP
#define STRATA_PERF_REGISTRATION_HPP

#include <functional>
#include <string>
#include <vector>

#include "Strata_Contest.hpp"

/// \file
/// Google Benchmark runs one benchmark after the other, contests need them
/// interleaved. So a contest is registered as one benchmark per contestant:
/// the first of them to run measures everyone, each reports its own samples.

namespace Strata::Perf {

/// Settings of one process.
struct RunSettings {
  Schedule schedule;
  int threads        = 1;
  double memory_read = 0;  ///< GB/s that 100 % stands for
};

/// Registers kernel/input/contestant/threads:N for every name of `contestants`;
/// `prepare` is called when the first of them runs.
void register_contest(const std::string& kernel, const std::string& input,
                      const std::vector<std::string>& contestants,
                      std::function<Contest()> prepare,
                      const RunSettings& settings);

/// Runs what is registered: a table with the ratio first on standard output,
/// and what Google Benchmark's flags ask for. \return the number of benchmarks
/// that failed, by a wrong answer or an exception
int run_benchmarks();

}  // namespace Strata::Perf

#endif
