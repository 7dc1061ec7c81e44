// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KOKKOS_SCALAR_HPP
#define STRATA_KOKKOS_SCALAR_HPP

#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <Kokkos_Complex.hpp>
#include <Kokkos_Core.hpp>
#include <Kokkos_Half.hpp>
#include <Strata_ScalarType.hpp>

namespace Strata {

// Kokkos::complex and std::complex have the same bytes in memory.
template <>
struct scalar_type_of<Kokkos::complex<float>> {
  static constexpr auto value = ScalarType::c64;
};
template <>
struct scalar_type_of<Kokkos::complex<double>> {
  static constexpr auto value = ScalarType::c128;
};

// Where Kokkos has numbers of two bytes, Views of them hold the same bytes;
// elsewhere its names stand for float.
#if !KOKKOS_HALF_T_IS_FLOAT
template <>
struct scalar_type_of<Kokkos::Experimental::half_t> {
  static constexpr auto value = ScalarType::f16;
};
static_assert(sizeof(Kokkos::Experimental::half_t) == sizeof(half_t));
#endif
#if !KOKKOS_BHALF_T_IS_FLOAT
template <>
struct scalar_type_of<Kokkos::Experimental::bhalf_t> {
  static constexpr auto value = ScalarType::bf16;
};
static_assert(sizeof(Kokkos::Experimental::bhalf_t) == sizeof(bhalf_t));
#endif

/// Element type of Views for a scalar type: std::complex becomes
/// Kokkos::complex, an integer the one of <cstdint> with its width.
template <class T>
struct kokkos_scalar {
  using type = T;
};
template <class T>
struct kokkos_scalar<std::complex<T>> {
  using type = Kokkos::complex<T>;
};
template <class T>
struct kokkos_scalar<const T> {
  using type = const typename kokkos_scalar<T>::type;
};
template <class T>
using kokkos_scalar_t = typename kokkos_scalar<T>::type;

/// Calls f(T{}) with the element type of Views that hold `type`.
template <class F>
decltype(auto) visit_kokkos_scalar(ScalarType type, F&& f) {
  return visit_scalar_type(type, [&](auto zero) -> decltype(auto) {
    return f(kokkos_scalar_t<decltype(zero)>{});
  });
}

namespace Impl {
/// ScalarType of any element type: "long long" counts as a 64-bit integer.
template <class T>
constexpr ScalarType erased_scalar_type() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_integral_v<U> && !std::is_same_v<U, bool>) {
    constexpr ScalarType types[] = {
        ScalarType::i8, ScalarType::i16, ScalarType::i32, ScalarType::i64,
        ScalarType::u8, ScalarType::u16, ScalarType::u32, ScalarType::u64};
    constexpr int log2 = sizeof(U) == 1   ? 0
                         : sizeof(U) == 2 ? 1
                         : sizeof(U) == 4 ? 2
                                          : 3;
    return types[log2 + (std::is_signed_v<U> ? 0 : 4)];
  } else {
    return scalar_type_of_v<U>;
  }
}
}  // namespace Impl

}  // namespace Strata

#endif
