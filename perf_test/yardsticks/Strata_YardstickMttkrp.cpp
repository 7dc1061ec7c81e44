// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor in CSF times the factors of all modes but one, for every mode: products of
// factors are made once for all that stands beneath, sums once for all above.
#include <cstddef>
#include <utility>

#include "Strata_YardstickLoops.hpp"
#include "Strata_YardstickRow.hpp"

namespace Strata::Yardstick {

namespace {

template <int Order, int Mode, int Rank>
class Walk {
 public:
  Walk(const Csf& b, const Factors& factors) : m_b(b), m_factors(factors) {}

  /// The sum of what stands beneath node `n` of `Level`, with the factors there.
  template <int Level>
  Row<Rank> sum_beneath(std::int32_t n) const {
    Row<Rank> sums;
    for (std::int32_t p = m_b.positions[Level + 1][n]; p < m_b.positions[Level + 1][n + 1]; ++p) {
      if constexpr (Level + 2 == Order)
        sums.add(m_b.values[p], row_of<Level + 1>(p));
      else
        sums.add(sum_beneath<Level + 1>(p), row_of<Level + 1>(p));
    }
    return sums;
  }

  /// Adds what node `n` of `Level` comes to; `product`: of the factors above it.
  template <int Level>
  void descend(std::int32_t n, const Row<Rank>& product, double* result) const {
    if constexpr (Level == Mode) {
      double* const row = result + std::int64_t{m_b.coordinates[Level][n]} * Rank;
      Row<Rank> sums(row);
      if constexpr (Level + 1 == Order)
        sums.add(m_b.values[n], product);
      else
        sums.add(product, sum_beneath<Level>(n));
      sums.store(row);
    } else {
      const Row<Rank> next = Level == 0 ? row_of<Level>(n) : product * row_of<Level>(n);
      for (std::int32_t p = m_b.positions[Level + 1][n]; p < m_b.positions[Level + 1][n + 1]; ++p)
        descend<Level + 1>(p, next, result);
    }
  }

 private:
  template <int Level>
  Row<Rank> row_of(std::int32_t n) const {
    return Row<Rank>(m_factors[Level] + std::int64_t{m_b.coordinates[Level][n]} * Rank);
  }

  const Csf& m_b;
  const Factors& m_factors;
};

template <int Order, int Mode, int Rank>
void mttkrp(const Csf& b, std::int64_t rows, const Factors& factors, double* a, Copies& copies,
            Split split) {
  const Walk<Order, Mode, Rank> walk(b, factors);
  const std::int32_t roots = b.positions[0][1];
  if constexpr (Mode == 0) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (std::int64_t n = 0; n < rows * Rank; ++n) a[n] = 0;
      deal_rows<32>(roots, split, [&](std::int64_t root) {
        walk.template sum_beneath<0>(static_cast<std::int32_t>(root))
            .store(a + std::int64_t{b.coordinates[0][root]} * Rank);
      });
    }
  } else {
    add_privately(a, rows * Rank, copies, [&](double* own) {
      deal_rows<32>(roots, split, [&](std::int64_t root) {
        walk.template descend<0>(static_cast<std::int32_t>(root), Row<Rank>(), own);
      });
    });
  }
}

template <int Order, int Rank, std::size_t... Mode>
Mttkrp at_mode(int mode, Split split, std::index_sequence<Mode...>) {
  Mttkrp found;
  const auto take = [&](auto* compute) {
    found = [=](const Csf& b, std::int64_t rows, const Factors& factors, double* a,
                Copies& copies) { compute(b, rows, factors, a, copies, split); };
  };
  ((mode == static_cast<int>(Mode) ? take(&mttkrp<Order, static_cast<int>(Mode), Rank>) : void()),
   ...);
  return found;
}

template <int Order>
Mttkrp of_order(int mode, int rank, Split split) {
  constexpr auto modes = std::make_index_sequence<Order>();
  switch (rank) {
    case 8: return at_mode<Order, 8>(mode, split, modes);
    case 16: return at_mode<Order, 16>(mode, split, modes);
    case 32: return at_mode<Order, 32>(mode, split, modes);
    case 64: return at_mode<Order, 64>(mode, split, modes);
    default: return nullptr;
  }
}

}  // namespace

Mttkrp mttkrp_of(int order, int mode, int rank, Split split) {
  switch (order) {
    case 3: return of_order<3>(mode, rank, split);
    case 4: return of_order<4>(mode, rank, split);
    case 5: return of_order<5>(mode, rank, split);
    default: return nullptr;
  }
}

}  // namespace Strata::Yardstick
