// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of a matrix in CSR with dense operands; sweeps over arrays.
#include <algorithm>

#include "Strata_YardstickLoops.hpp"
#include "Strata_YardstickRow.hpp"

namespace Strata::Yardstick {

namespace {

double row_product(const Csr& a, std::int64_t i, const double* x) {
  double sum = 0;
  for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
    sum += a.values[p] * x[a.coordinates[p]];
  return sum;
}

}  // namespace

void spmv(const Csr& a, const double* x, double* y, Split split) {
  for_rows(a, [&](std::int64_t i) { y[i] = row_product(a, i, x); }, split);
}

void spmv(const Csr& a, const SparseVector& x, double* y, Array<double>& row) {
  for (std::int64_t p = 0; p < x.entries; ++p) row[x.coordinates[p]] = x.values[p];
  spmv(a, row.data(), y, Split::entries);
  for (std::int64_t p = 0; p < x.entries; ++p) row[x.coordinates[p]] = 0;
}

void residual(const Csr& a, const double* x, const double* b, double* r, Split split) {
  for_rows(a, [&](std::int64_t i) { r[i] = b[i] - row_product(a, i, x); }, split);
}

template <int Columns>
static Spmm spmm(Split split) {
  constexpr int width = std::min(Columns, 32);
  return [split](const Csr& a, const double* x, double* y) {
    for_rows(
        a,
        [&](std::int64_t i) {
          for (int first = 0; first < Columns; first += width) {
            const double* const from = x + first;
            Row<width> sums;
            for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
              sums.add(a.values[p], Row<width>(from + std::int64_t{a.coordinates[p]} * Columns));
            sums.store(y + i * Columns + first);
          }
        },
        split);
  };
}

Spmm spmm_of(int columns, Split split) {
  switch (columns) {
    case 1: return spmm<1>(split);
    case 4: return spmm<4>(split);
    case 16: return spmm<16>(split);
    case 32: return spmm<32>(split);
    case 64: return spmm<64>(split);
    case 128: return spmm<128>(split);
    case 256: return spmm<256>(split);
    default: return nullptr;
  }
}

void copy(const double* from, double* to, std::int64_t size) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < size; ++i) to[i] = from[i];
}

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
