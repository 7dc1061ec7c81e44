// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_MEDIAN_HPP
#define STRATA_TOOLS_MEDIAN_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

namespace Strata::Tool {

/// Middle element. \pre values is not empty
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace Strata::Tool

#endif
