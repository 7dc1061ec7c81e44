// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEMO_SAMPLED_ROWS_HPP
#define STRATA_DEMO_SAMPLED_ROWS_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace Strata::Demo {

/// Some rows of a dense result, added up term by term.
class SampledRows {
 public:
  /// Every stride-th row so that about `terms` terms make two million at most.
  SampledRows(std::int64_t rows, std::int64_t width, double terms)
      : m_rows(rows),
        m_width(width),
        m_stride(std::max<std::int64_t>(1, static_cast<std::int64_t>(terms / 2e6))) {
    const auto size = static_cast<std::size_t>((rows + m_stride - 1) / m_stride * width);
    m_sums.resize(size);
    m_magnitudes.resize(size);
  }

  std::int64_t rows() const { return m_rows; }
  bool has(std::int64_t row) const { return row % m_stride == 0; }
  /// \pre has(row)
  void add(std::int64_t row, std::int64_t column, double term) {
    const auto at = static_cast<std::size_t>(row / m_stride * m_width + column);
    m_sums[at] += term;
    m_magnitudes[at] += std::abs(term);
  }
  /// Largest |result − sum| / Σ|terms|; `result` is row-major.
  double largest_error(const double* result) const {
    double largest = 0;
    for (std::int64_t row = 0; row < m_rows; row += m_stride)
      for (std::int64_t column = 0; column < m_width; ++column) {
        const auto at = static_cast<std::size_t>(row / m_stride * m_width + column);
        const double error = std::abs(result[row * m_width + column] - m_sums[at]);
        if (!(error <= std::numeric_limits<double>::max())) return error;  // NaN
        if (error > 0) largest = std::max(largest, error / m_magnitudes[at]);
      }
    return largest;
  }

 private:
  std::int64_t m_rows, m_width, m_stride;
  std::vector<double> m_sums, m_magnitudes;
};

}  // namespace Strata::Demo

#endif
