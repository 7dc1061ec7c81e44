// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_MATH_HPP
#define STRATA_KERNEL_MATH_HPP

#include <cstdint>
#include <limits>
#include <type_traits>

#include <Kokkos_Core.hpp>

/// \file
/// Arithmetic of generated kernels that C++ leaves open: the same on every space,
/// in emitted code as in code that is compiled in process.

namespace Strata {

/// The greater of two numbers: the other one where one is NaN, the first where
/// they are equal.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T maximum(T a, T b) {
  return b > a || a != a ? b : a;
}

/// The smaller of two numbers, as maximum().
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T minimum(T a, T b) {
  return b < a || a != a ? b : a;
}

/// The integer nearest to 0 that x lies beyond, or the nearest that there is; 0 for
/// NaN.
template <class Integer, class Real>
KOKKOS_INLINE_FUNCTION constexpr Integer to_integer(Real x) {
  using limits = std::numeric_limits<Integer>;
  // The number behind the greatest one is a power of two, as the least one is.
  constexpr Real least = static_cast<Real>(limits::min());
  constexpr Real past  = Real(2) * static_cast<Real>(limits::max() / 2 + 1);
  if (x != x) return 0;
  if (x >= past) return limits::max();
  return x < least ? limits::min() : static_cast<Integer>(x);
}

/// base to the power of exponent, which wraps; truncated where the exponent is
/// negative, and 0 for 0 to such a power.
template <class Integer>
KOKKOS_INLINE_FUNCTION constexpr Integer power(
    Integer base, std::type_identity_t<Integer> exponent) {
  if constexpr (std::is_signed_v<Integer>) {
    if (exponent < 0 && base == Integer(-1)) return exponent % 2 == 0 ? 1 : -1;
    if (exponent < 0) return base == 1;
  }
  std::uint64_t result = 1, factor = static_cast<std::uint64_t>(base);
  for (auto e = static_cast<std::uint64_t>(exponent); e != 0; e >>= 1) {
    if (e & 1) result *= factor;
    factor *= factor;
  }
  return static_cast<Integer>(result);
}

/// power() of unsigned integers.
template <class Integer>
KOKKOS_INLINE_FUNCTION constexpr Integer unsigned_power(
    Integer base, std::type_identity_t<Integer> exponent) {
  return power<Integer>(base, exponent);
}

}  // namespace Strata

#endif
