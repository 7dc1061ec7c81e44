// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results: rows are counted, scanned and filled; rows are handed out in
// chunks as threads become free.
#include <algorithm>
#include <numeric>

#include "Strata_Yardsticks.hpp"

namespace Strata::Yardstick {

namespace {

/// Result of `visit(row, output)` for every row; without output it only counts.
/// visit returns the number of entries and is copied for every thread.
template <class Visit>
OwnedCsr by_rows(std::int64_t rows, std::int64_t columns, const Visit& visit) {
  OwnedCsr out{rows, columns, {}, {}, {}};
  out.positions.assign(static_cast<std::size_t>(rows) + 1, 0);
#pragma omp parallel
  {
    Visit own = visit;
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t i = 0; i < rows; ++i)
      out.positions[i + 1] = own(i, nullptr, nullptr);
  }
  std::partial_sum(out.positions.begin(), out.positions.end(),
                   out.positions.begin());
  out.coordinates.resize(out.positions[rows]);
  out.values.resize(out.positions[rows]);
#pragma omp parallel
  {
    Visit own = visit;
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t i = 0; i < rows; ++i)
      own(i, out.coordinates.data() + out.positions[i],
          out.values.data() + out.positions[i]);
  }
  return out;
}

/// One row of A + B or A .* B by merging.
template <bool Union>
struct MergeRow {
  Csr a, b;

  std::int32_t operator()(std::int64_t i, std::int32_t* coordinates,
                          double* values) const {
    std::int32_t p = a.positions[i], q = b.positions[i], n = 0;
    const std::int32_t p_end = a.positions[i + 1], q_end = b.positions[i + 1];
    const auto put = [&](std::int32_t j, double value) {
      if (coordinates) {
        coordinates[n] = j;
        values[n]      = value;
      }
      ++n;
    };
    while (p < p_end && q < q_end) {
      const std::int32_t ja = a.coordinates[p], jb = b.coordinates[q];
      if (ja == jb)
        put(ja, Union ? a.values[p] + b.values[q] : a.values[p] * b.values[q]);
      else if (Union)
        put(std::min(ja, jb), ja < jb ? a.values[p] : b.values[q]);
      p += ja <= jb;
      q += jb <= ja;
    }
    for (; Union && p < p_end; ++p) put(a.coordinates[p], a.values[p]);
    for (; Union && q < q_end; ++q) put(b.coordinates[q], b.values[q]);
    return n;
  }
};

/// One row of A B, added up in a dense row (Gustavson 1978).
struct ProductRow {
  Csr a, b;
  std::vector<std::int32_t> last;  ///< row that came to a column last
  std::vector<double> sums;

  std::int32_t operator()(std::int64_t i, std::int32_t* coordinates,
                          double* values) {
    last.resize(static_cast<std::size_t>(b.columns), -1);
    sums.resize(static_cast<std::size_t>(b.columns));
    std::int32_t n = 0;
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      const std::int32_t k = a.coordinates[p];
      for (std::int32_t q = b.positions[k]; q < b.positions[k + 1]; ++q) {
        const std::int32_t j = b.coordinates[q];
        const double term    = a.values[p] * b.values[q];
        if (last[j] == i) {
          sums[j] += term;
          continue;
        }
        last[j] = static_cast<std::int32_t>(i);
        sums[j] = term;
        if (coordinates) coordinates[n] = j;
        ++n;
      }
    }
    if (!coordinates) return n;
    std::sort(coordinates, coordinates + n);
    for (std::int32_t m = 0; m < n; ++m) values[m] = sums[coordinates[m]];
    return n;
  }
};

}  // namespace

OwnedCsr add(const Csr& a, const Csr& b) {
  return by_rows(a.rows, a.columns, MergeRow<true>{a, b});
}

OwnedCsr multiply_entries(const Csr& a, const Csr& b) {
  return by_rows(a.rows, a.columns, MergeRow<false>{a, b});
}

OwnedCsr multiply(const Csr& a, const Csr& b) {
  return by_rows(a.rows, b.columns, ProductRow{a, b, {}, {}});
}

}  // namespace Strata::Yardstick
