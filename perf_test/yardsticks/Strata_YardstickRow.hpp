// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_YARDSTICK_ROW_HPP
#define STRATA_YARDSTICK_ROW_HPP

#include <algorithm>
#include <cstring>

namespace Strata::Yardstick {

/// A row of `Width` numbers, a power of two, in vector registers. Of an array that a loop
/// adds to, compilers make loads, stores and gathers (GCC 12: up to four times the time).
template <int Width>
class Row {
 public:
  Row() = default;  ///< zeros
  explicit Row(const double* from) {
#pragma GCC unroll 32
    for (int n = 0; n < parts; ++n) std::memcpy(&m_parts[n], from + n * lanes, sizeof(Lanes));
  }

  void store(double* to) const {
#pragma GCC unroll 32
    for (int n = 0; n < parts; ++n) std::memcpy(to + n * lanes, &m_parts[n], sizeof(Lanes));
  }

  /// Adds factor · row.
  void add(double factor, const Row& row) {
#pragma GCC unroll 32
    for (int n = 0; n < parts; ++n) m_parts[n] += factor * row.m_parts[n];
  }
  /// Adds a · b, number by number.
  void add(const Row& a, const Row& b) {
#pragma GCC unroll 32
    for (int n = 0; n < parts; ++n) m_parts[n] += a.m_parts[n] * b.m_parts[n];
  }

  double sum() const {
    Lanes all = m_parts[0];
#pragma GCC unroll 32
    for (int n = 1; n < parts; ++n) all += m_parts[n];
    double numbers[lanes], total = 0;
    std::memcpy(numbers, &all, sizeof all);
    for (const double number : numbers) total += number;
    return total;
  }

 private:
  // Of vectors that are wider than registers, GCC 12 makes loads and stores as well.
#if defined(__AVX512F__)
  static constexpr int doubles_of_register = 8;
#elif defined(__AVX__)
  static constexpr int doubles_of_register = 4;
#else
  static constexpr int doubles_of_register = 2;
#endif
  static constexpr int lanes = std::min(Width, doubles_of_register), parts = Width / lanes;
  static_assert(parts * lanes == Width && parts <= 32);
  typedef double Lanes __attribute__((vector_size(lanes * sizeof(double))));

  Lanes m_parts[parts] = {};
};

/// a · b, number by number.
template <int Width>
Row<Width> operator*(const Row<Width>& a, const Row<Width>& b) {
  Row<Width> product;
  product.add(a, b);
  return product;
}

}  // namespace Strata::Yardstick

#endif
