// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_STATISTICS_HPP
#define STRATA_PERF_STATISTICS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace Strata::Perf {

/// Value below which the fraction q of the sorted values lies, interpolated.
/// \pre values is not empty, 0 ≤ q ≤ 1
inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double at   = q * static_cast<double>(values.size() - 1);
  const auto below  = static_cast<std::size_t>(std::floor(at));
  const auto above  = std::min(below + 1, values.size() - 1);
  const double part = at - std::floor(at);
  return values[below] + part * (values[above] - values[below]);
}

inline double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

/// numerator(n) / denominator(n), round by round. \pre as many of both
inline std::vector<double> paired_ratios(
    const std::vector<double>& numerator,
    const std::vector<double>& denominator) {
  std::vector<double> ratios(numerator.size());
  for (std::size_t n = 0; n < ratios.size(); ++n)
    ratios[n] = numerator[n] / denominator[n];
  return ratios;
}

}  // namespace Strata::Perf

#endif
