// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor of order 3 in CSF times a vector or a matrix: sparse results. Two of them:
// their inner product.
#include <numeric>

#include "Strata_YardstickLoops.hpp"
#include "Strata_YardstickRow.hpp"

namespace Strata::Yardstick {

OwnedCsr ttv(const Csf& b, std::int64_t rows, std::int64_t columns,
             const double* c) {
  OwnedCsr out{rows, columns, {}, {}, {}};
  const std::int32_t roots = b.positions[0][1], fibres = b.positions[1][roots];
  out.positions.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (std::int32_t root = 0; root < roots; ++root)
    out.positions[b.coordinates[0][root] + 1] =
        b.positions[1][root + 1] - b.positions[1][root];
  std::partial_sum(out.positions.begin(), out.positions.end(),
                   out.positions.begin());
  out.coordinates.resize(static_cast<std::size_t>(fibres));
  out.values.resize(static_cast<std::size_t>(fibres));
#pragma omp parallel
  {
    const Range own = own_rows(b.positions[2], fibres);
    for (std::int64_t k = own.begin; k < own.end; ++k) {
      double sum = 0;
      for (std::int32_t l = b.positions[2][k]; l < b.positions[2][k + 1]; ++l)
        sum += b.values[l] * c[b.coordinates[2][l]];
      out.coordinates[k] = b.coordinates[1][k];
      out.values[k]      = sum;
    }
  }
  return out;
}

namespace {

constexpr int width = 16;

/// Σ B(i,j,l) C(·,l) over fibre k.
void sum_fibre(const Csf& b, std::int64_t k, const double* c, double* y) {
  Row<width> sums;
  for (std::int32_t l = b.positions[2][k]; l < b.positions[2][k + 1]; ++l)
    sums.add(b.values[l], Row<width>(c + std::int64_t{b.coordinates[2][l]} * width));
  sums.store(y);
}

}  // namespace

OwnedLevels ttm16(const Csf& b, const double* c) {
  const std::int32_t roots = b.positions[0][1], fibres = b.positions[1][roots];
  OwnedLevels out;
  out.indices.resize(4);
  out.indices[0].assign(b.positions[0], b.positions[0] + 2);
  out.indices[1].assign(b.coordinates[0], b.coordinates[0] + roots);
  out.indices[2].assign(b.positions[1], b.positions[1] + roots + 1);
  out.indices[3].resize(static_cast<std::size_t>(fibres));
  out.values.resize(static_cast<std::size_t>(fibres) * width);
#pragma omp parallel
  {
    const Range own = own_rows(b.positions[2], fibres);
    for (std::int64_t k = own.begin; k < own.end; ++k) {
      out.indices[3][k] = b.coordinates[1][k];
      sum_fibre(b, k, c, out.values.data() + k * width);
    }
  }
  return out;
}

void ttm16(const Csf& b, std::int64_t rows, std::int64_t columns, const double* c, double* y) {
  const std::int32_t roots   = b.positions[0][1];
  const std::int64_t numbers = columns * width;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < rows; ++n) std::fill_n(y + n * numbers, numbers, 0.0);
#pragma omp for schedule(dynamic, 4)
    for (std::int32_t root = 0; root < roots; ++root) {
      double* row = y + b.coordinates[0][root] * numbers;
      for (std::int32_t k = b.positions[1][root]; k < b.positions[1][root + 1]; ++k)
        sum_fibre(b, k, c, row + std::int64_t{b.coordinates[1][k]} * width);
    }
  }
}

namespace {

Entries fibre_of(const Csf& b, std::int32_t n) {
  const std::int32_t begin = b.positions[2][n], end = b.positions[2][n + 1];
  return {b.coordinates[2] + begin, b.coordinates[2] + end, b.values + begin};
}

/// The product of what stands beneath two roots.
double product_of(const Csf& b, std::int32_t root, const Csf& c, std::int32_t other) {
  double sum     = 0;
  std::int32_t m = b.positions[1][root], n = c.positions[1][other];
  while (m < b.positions[1][root + 1] && n < c.positions[1][other + 1]) {
    const std::int32_t jb = b.coordinates[1][m], jc = c.coordinates[1][n];
    if (jb == jc)
      merge<false>(fibre_of(b, m), fibre_of(c, n),
                   [&](std::int32_t, double product) { sum += product; });
    m += jb <= jc;
    n += jc <= jb;
  }
  return sum;
}

}  // namespace

double inner(const Csf& b, const Csf& c) {
  const std::int32_t *begin = c.coordinates[0], *end = begin + c.positions[0][1];
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 32) reduction(+ : sum)
  for (std::int32_t root = 0; root < b.positions[0][1]; ++root) {
    const std::int32_t* other = std::lower_bound(begin, end, b.coordinates[0][root]);
    if (other != end && *other == b.coordinates[0][root])
      sum += product_of(b, root, c, static_cast<std::int32_t>(other - begin));
  }
  return sum;
}

}  // namespace Strata::Yardstick
