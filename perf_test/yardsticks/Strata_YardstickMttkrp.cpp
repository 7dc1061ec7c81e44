// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor in CSF times the factors of all modes but one, for every mode: products of
// factors are made once for all that stands beneath, sums once for all above.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "Strata_YardstickLoops.hpp"

namespace Strata::Yardstick {

namespace {

template <int Order, int Mode, int Rank>
class Walk {
 public:
  Walk(const Csf& b, const Factors& factors) : m_b(b), m_factors(factors) {}

  /// sums = what stands beneath node `n` of `Level`, with the factors there.
  template <int Level>
  void sum_beneath(std::int32_t n, double* sums) const {
    std::fill_n(sums, Rank, 0.0);
    for (std::int32_t p = m_b.positions[Level + 1][n]; p < m_b.positions[Level + 1][n + 1]; ++p) {
      const double* const row = row_of<Level + 1>(p);
      if constexpr (Level + 2 == Order) {
        add_row<Rank>(m_b.values[p], row, sums);
      } else {
        double below[Rank];
        sum_beneath<Level + 1>(p, below);
#pragma omp simd
        for (int r = 0; r < Rank; ++r) sums[r] += below[r] * row[r];
      }
    }
  }

  /// Adds what node `n` of `Level` comes to; `product`: of the factors above it.
  template <int Level>
  void descend(std::int32_t n, const double* product, double* result) const {
    if constexpr (Level == Mode) {
      double* const row = result + std::int64_t{m_b.coordinates[Level][n]} * Rank;
      if constexpr (Level + 1 == Order) {
        add_row<Rank>(m_b.values[n], product, row);
      } else {
        double below[Rank];
        sum_beneath<Level>(n, below);
#pragma omp simd
        for (int r = 0; r < Rank; ++r) row[r] += product[r] * below[r];
      }
    } else {
      double next[Rank];
      const double* const row = row_of<Level>(n);
      for (int r = 0; r < Rank; ++r) next[r] = Level == 0 ? row[r] : product[r] * row[r];
      for (std::int32_t p = m_b.positions[Level + 1][n]; p < m_b.positions[Level + 1][n + 1]; ++p)
        descend<Level + 1>(p, next, result);
    }
  }

 private:
  template <int Level>
  const double* row_of(std::int32_t n) const {
    return m_factors[Level] + std::int64_t{m_b.coordinates[Level][n]} * Rank;
  }

  const Csf& m_b;
  const Factors& m_factors;
};

template <int Order, int Mode, int Rank>
void mttkrp(const Csf& b, std::int64_t rows, const Factors& factors, double* a, Copies& copies) {
  const Walk<Order, Mode, Rank> walk(b, factors);
  const std::int32_t roots = b.positions[0][1];
  if constexpr (Mode == 0) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (std::int64_t n = 0; n < rows * Rank; ++n) a[n] = 0;
#pragma omp for schedule(dynamic, 32)
      for (std::int32_t root = 0; root < roots; ++root) {
        double sums[Rank];
        walk.template sum_beneath<0>(root, sums);
        std::copy_n(sums, Rank, a + std::int64_t{b.coordinates[0][root]} * Rank);
      }
    }
  } else {
    add_privately(a, rows * Rank, copies, [&](double* own) {
#pragma omp for schedule(dynamic, 32)
      for (std::int32_t root = 0; root < roots; ++root)
        walk.template descend<0>(root, nullptr, own);
    });
  }
}

template <int Order, int Rank, std::size_t... Mode>
Mttkrp at_mode(int mode, std::index_sequence<Mode...>) {
  Mttkrp found = nullptr;
  ((found = mode == static_cast<int>(Mode) ? &mttkrp<Order, static_cast<int>(Mode), Rank>
                                           : found),
   ...);
  return found;
}

template <int Order>
Mttkrp of_order(int mode, int rank) {
  constexpr auto modes = std::make_index_sequence<Order>();
  switch (rank) {
    case 8: return at_mode<Order, 8>(mode, modes);
    case 16: return at_mode<Order, 16>(mode, modes);
    case 32: return at_mode<Order, 32>(mode, modes);
    case 64: return at_mode<Order, 64>(mode, modes);
    default: return nullptr;
  }
}

}  // namespace

Mttkrp mttkrp_of(int order, int mode, int rank) {
  switch (order) {
    case 3: return of_order<3>(mode, rank);
    case 4: return of_order<4>(mode, rank);
    case 5: return of_order<5>(mode, rank);
    default: return nullptr;
  }
}

}  // namespace Strata::Yardstick
