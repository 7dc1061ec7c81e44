// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor of order 3 in CSF times dense operands.
#include <algorithm>
#include <numeric>

#include "Strata_YardstickLoops.hpp"

namespace Strata::Yardstick {

namespace {

/// sums = Σ B(i,k,l) D(l,:) over the entries of fibre k.
template <int Rank>
void fibre_sum(const Csf3& b, std::int32_t k, const double* d, double* sums) {
  std::fill_n(sums, Rank, 0.0);
  for (std::int32_t l = b.positions[2][k]; l < b.positions[2][k + 1]; ++l)
    add_row<Rank>(b.values[l], d + std::int64_t{b.coordinates[2][l]} * Rank,
                  sums);
}

/// Calls fibre(i, k) for every fibre k of every slice i: what a thread gets is
/// a few slices at a time. For the inside of a parallel region.
template <class Fibre>
void for_own_fibres(const Csf3& b, Fibre&& fibre) {
#pragma omp for schedule(dynamic, 32)
  for (std::int32_t root = 0; root < b.positions[0][1]; ++root)
    for (std::int32_t k = b.positions[1][root]; k < b.positions[1][root + 1];
         ++k)
      fibre(b.coordinates[0][root], k);
}

}  // namespace

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
      for (std::int32_t k = b.positions[1][root]; k < b.positions[1][root + 1];
           ++k) {
        double fibre[Rank];
        fibre_sum<Rank>(b, k, d, fibre);
        const double* const factor =
            c + std::int64_t{b.coordinates[1][k]} * Rank;
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

template <int Rank>
void mttkrp_mode1(const Csf3& b, std::int64_t rows, const double* c,
                  const double* d, double* a, Copies& copies) {
  add_privately(a, rows * Rank, copies, [&](double* own) {
    for_own_fibres(b, [&](std::int64_t i, std::int32_t k) {
      double fibre[Rank];
      fibre_sum<Rank>(b, k, d, fibre);
      double* const row = own + std::int64_t{b.coordinates[1][k]} * Rank;
#pragma omp simd
      for (int r = 0; r < Rank; ++r) row[r] += fibre[r] * c[i * Rank + r];
    });
  });
}

template <int Rank>
void mttkrp_mode2(const Csf3& b, std::int64_t rows, const double* c,
                  const double* d, double* a, Copies& copies) {
  add_privately(a, rows * Rank, copies, [&](double* own) {
    for_own_fibres(b, [&](std::int64_t i, std::int32_t k) {
      const double* const factor = d + std::int64_t{b.coordinates[1][k]} * Rank;
      double product[Rank];
      for (int r = 0; r < Rank; ++r) product[r] = c[i * Rank + r] * factor[r];
      for (std::int32_t l = b.positions[2][k]; l < b.positions[2][k + 1]; ++l)
        add_row<Rank>(b.values[l], product,
                      own + std::int64_t{b.coordinates[2][l]} * Rank);
    });
  });
}

template void mttkrp_mode1<16>(const Csf3&, std::int64_t, const double*,
                               const double*, double*, Copies&);
template void mttkrp_mode2<16>(const Csf3&, std::int64_t, const double*,
                               const double*, double*, Copies&);

OwnedCsr ttv(const Csf3& b, std::int64_t rows, std::int64_t columns,
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

}  // namespace Strata::Yardstick
