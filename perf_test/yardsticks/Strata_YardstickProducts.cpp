// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix and tensor products with dense operands.
#include <algorithm>

#include <omp.h>

#include "Strata_Yardsticks.hpp"

namespace Strata::Yardstick {

namespace {

/// Calls row(i) for every row, in parallel; each thread has a range of rows with
/// about the same number of entries.
template <class Row>
void for_rows(const Csr& a, Row&& row) {
#pragma omp parallel
  {
    const std::int64_t threads = omp_get_num_threads();
    const std::int64_t thread  = omp_get_thread_num();
    const auto cut             = [&](std::int64_t t) {
      if (t == threads) return a.rows;
      const std::int64_t share = a.entries() * t / threads;
      return static_cast<std::int64_t>(
          std::lower_bound(a.positions, a.positions + a.rows, share) -
          a.positions);
    };
    const std::int64_t begin = thread == 0 ? 0 : cut(thread);
    const std::int64_t end   = cut(thread + 1);
    for (std::int64_t i = begin; i < end; ++i) row(i);
  }
}

double row_product(const Csr& a, std::int64_t i, const double* x) {
  double sum = 0;
  for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
    sum += a.values[p] * x[a.coordinates[p]];
  return sum;
}

/// result[r] += factor * row[r].
template <int Width>
void add_row(double factor, const double* row, double* result) {
  for (int r = 0; r < Width; ++r) result[r] += factor * row[r];
}

}  // namespace

void spmv(const Csr& a, const double* x, double* y) {
  for_rows(a, [&](std::int64_t i) { y[i] = row_product(a, i, x); });
}

void residual(const Csr& a, const double* x, const double* b, double* r) {
  for_rows(a, [&](std::int64_t i) { r[i] = b[i] - row_product(a, i, x); });
}

void spmm32(const Csr& a, const double* x, double* y) {
  constexpr int width = 32;
  for_rows(a, [&](std::int64_t i) {
    double sums[width] = {};
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
      add_row<width>(a.values[p], x + std::int64_t{a.coordinates[p]} * width,
                     sums);
    std::copy_n(sums, width, y + i * width);
  });
}

template <int Rank>
void mttkrp(const Csf3& b, std::int64_t rows, const double* c, const double* d,
            double* a) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < rows * Rank; ++n) a[n] = 0;
#pragma omp for schedule(dynamic, 32)
    for (std::int32_t root = 0; root < b.positions[0][1]; ++root) {
      double sums[Rank] = {};
      for (std::int32_t k = b.positions[1][root];
           k < b.positions[1][root + 1]; ++k) {
        double fibre[Rank] = {};
        for (std::int32_t l = b.positions[2][k]; l < b.positions[2][k + 1]; ++l)
          add_row<Rank>(b.values[l],
                        d + std::int64_t{b.coordinates[2][l]} * Rank, fibre);
        const double* const factor = c + std::int64_t{b.coordinates[1][k]} * Rank;
        for (int r = 0; r < Rank; ++r) sums[r] += fibre[r] * factor[r];
      }
      std::copy_n(sums, Rank, a + std::int64_t{b.coordinates[0][root]} * Rank);
    }
  }
}

template void mttkrp<16>(const Csf3&, std::int64_t, const double*,
                         const double*, double*);
template void mttkrp<32>(const Csf3&, std::int64_t, const double*,
                         const double*, double*);

void fill(double* a, double value, std::int64_t size) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < size; ++i) a[i] = value;
}

double sum(const double* a, std::int64_t size) {
  double total = 0;
#pragma omp parallel for simd reduction(+ : total) schedule(static)
  for (std::int64_t i = 0; i < size; ++i) total += a[i];
  return total;
}

void triad(double* a, const double* b, const double* c, double s,
           std::int64_t size) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < size; ++i) a[i] = b[i] + s * c[i];
}

}  // namespace Strata::Yardstick
