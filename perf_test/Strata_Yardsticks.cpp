// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Yardsticks.hpp"

namespace Strata::Yardstick {

void spmv(std::int64_t rows, const std::uint32_t* positions,
          const std::uint32_t* coordinates, const double* values,
          const double* x, double* y) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::uint32_t p = positions[i]; p < positions[i + 1]; ++p)
      sum += values[p] * x[coordinates[p]];
    y[i] = sum;
  }
}

}  // namespace Strata::Yardstick
