// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y = A x where a row may be met by several threads.
#include "Strata_YardstickLoops.hpp"

namespace Strata::Yardstick {

void spmv(const Csc& a, const double* x, double* y, Copies& copies) {
  add_privately(y, a.rows, copies, [&](double* own) {
    const Range columns = own_rows(a.positions, a.columns);
    for (std::int64_t j = columns.begin; j < columns.end; ++j)
      for (std::int32_t p = a.positions[j]; p < a.positions[j + 1]; ++p)
        own[a.coordinates[p]] += a.values[p] * x[j];
  });
}

void spmv(const Coo& a, const double* x, double* y) {
#pragma omp parallel
  {
    const Range rows = own_share(a.rows), entries = own_share(a.entries);
    std::fill(y + rows.begin, y + rows.end, 0.0);
    std::int64_t n        = entries.begin;
    const auto sum_of_row = [&](std::int32_t i) {
      double sum = 0;
      for (; n < entries.end && a.row[n] == i; ++n)
        sum += a.values[n] * x[a.column[n]];
      return sum;
    };
    const bool cut = n > 0 && n < entries.end && a.row[n] == a.row[n - 1];
    const std::int32_t cut_row = cut ? a.row[n] : 0;
    const double rest          = cut ? sum_of_row(cut_row) : 0;
#pragma omp barrier
    while (n < entries.end) {
      const std::int32_t i = a.row[n];
      y[i]                 = sum_of_row(i);
    }
#pragma omp barrier
    if (cut) {
#pragma omp atomic
      y[cut_row] += rest;
    }
  }
}

}  // namespace Strata::Yardstick
