// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HALF_HPP
#define STRATA_HALF_HPP

#include <concepts>
#include <cstdint>
#include <limits>

#include <Strata_Inline.hpp>

/// \file
/// Floating-point numbers of two bytes as they lie in memory. They compute
/// nothing: arithmetic is that of the float that each converts to.

namespace Strata {

namespace Impl {

/// Rounds x towards zero to 53 bits, the last of which becomes 1 where that
/// drops something: a second rounding to far fewer bits is then the only one.
template <std::integral T>
STRATA_INLINE constexpr double to_odd_double(T x) {
  if constexpr (sizeof(T) == 8) {
    constexpr T dropped = 0x7ff;
    constexpr T exact   = T{1} << 53;
    bool wide           = x >= exact;
    if constexpr (std::signed_integral<T>) wide = wide || x <= -exact;
    if (wide) {
      const bool sticky = (x & dropped) != 0;
      x                 = static_cast<T>(x & ~dropped);
      if (sticky) x = static_cast<T>(x | (dropped + 1));
    }
  }
  return static_cast<double>(x);
}

/// As to_odd_double, from double to float. NaN stays NaN.
STRATA_INLINE constexpr float to_odd_float(double x) {
  const float nearest = static_cast<float>(x);
  const double back   = nearest;
  if (back == x || x != x) return nearest;
  // The built-in needs no flag of the device compiler, as std::bit_cast does.
  std::uint32_t bits = __builtin_bit_cast(std::uint32_t, nearest);
  if ((x < 0 ? -back : back) > (x < 0 ? -x : x)) --bits;
  return __builtin_bit_cast(float, bits | 1u);
}

/// Bits of x rounded to the nearest number with `ExponentBits` bits of exponent
/// in two bytes, ties to even: subnormal where it is small, infinite from half a
/// step beyond the largest on. A NaN stays one and becomes quiet.
template <int ExponentBits>
STRATA_INLINE constexpr std::uint16_t round_to_two_bytes(float x) {
  static_assert(ExponentBits == 5 || ExponentBits == 8,
                "Strata::TwoByteFloat: f16 has 5 bits of exponent, bf16 has 8");
  constexpr int mantissa           = 15 - ExponentBits;
  constexpr int dropped            = 23 - mantissa;
  constexpr std::uint32_t infinite = ((1u << ExponentBits) - 1) << mantissa;
  constexpr std::uint32_t rebias   = (128u - (1u << (ExponentBits - 1))) << 23;
  const std::uint32_t bits         = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t sign         = bits >> 16 & 0x8000u;
  const std::uint32_t magnitude    = bits & 0x7fffffffu;
  std::uint32_t result             = 0;
  if (magnitude > 0x7f800000u) {
    const std::uint32_t payload = magnitude >> dropped & (infinite ^ 0x7fffu);
    result = infinite | payload | 1u << (mantissa - 1);
  } else if (ExponentBits == 5 && magnitude < rebias + (1u << 23)) {
    // The last bit of 0.5f is worth the last bit of a subnormal f16.
    const float sum = __builtin_bit_cast(float, magnitude) + 0.5f;
    result          = __builtin_bit_cast(std::uint32_t, sum) - 0x3f000000u;
  } else {
    const std::uint32_t even = magnitude >> dropped & 1u;
    const std::uint32_t half = (1u << (dropped - 1)) - 1;
    result = (magnitude - rebias + half + even) >> dropped;
    if (result > infinite) result = infinite;
  }
  return static_cast<std::uint16_t>(sign | result);
}

/// The float with the same value. An f16 NaN becomes quiet, as the conversion of
/// the processors makes it.
template <int ExponentBits>
STRATA_INLINE constexpr float widen_two_bytes(std::uint16_t bits) {
  constexpr int dropped          = 23 - (15 - ExponentBits);
  constexpr std::uint32_t rebias = (128u - (1u << (ExponentBits - 1))) << 23;
  constexpr std::uint32_t top    = ((1u << ExponentBits) - 1) << 23;
  const std::uint32_t sign       = (bits & 0x8000u) << 16;
  const std::uint32_t magnitude  = (bits & 0x7fffu) << dropped;
  if (ExponentBits == 8)
    return __builtin_bit_cast(float, sign | magnitude);
  if (magnitude >= top) {
    const std::uint32_t quiet = magnitude > top ? 1u << 22 : 0u;
    return __builtin_bit_cast(float, sign | (magnitude + 2 * rebias) | quiet);
  }
  if (magnitude >= 1u << 23)
    return __builtin_bit_cast(float, sign | (magnitude + rebias));
  // Subnormal: the mantissa behind a leading 1, less that 1.
  constexpr std::uint32_t one = rebias + (1u << 23);
  const float value           = __builtin_bit_cast(float, magnitude + one) -
                      __builtin_bit_cast(float, one);
  return __builtin_bit_cast(
      float, sign | __builtin_bit_cast(std::uint32_t, value));
}

}  // namespace Impl

/// A floating-point number in two bytes. Any number converts to it when asked
/// to, rounded once to the nearest (ties to even; subnormals kept; infinite
/// beyond the range); it converts to float by itself, exactly. Trivially
/// copyable; the bytes are those of the hardware's type and of Kokkos'.
template <int ExponentBits>
class TwoByteFloat {
 public:
  TwoByteFloat() = default;
  STRATA_INLINE constexpr explicit TwoByteFloat(float x)
      : m_bits(Impl::round_to_two_bytes<ExponentBits>(x)) {}
  STRATA_INLINE constexpr explicit TwoByteFloat(double x)
      : TwoByteFloat(Impl::to_odd_float(x)) {}
  template <std::integral T>
  STRATA_INLINE constexpr explicit TwoByteFloat(T x)
      : TwoByteFloat(Impl::to_odd_double(x)) {}
  template <int OtherBits>
    requires(OtherBits != ExponentBits)
  STRATA_INLINE constexpr explicit TwoByteFloat(TwoByteFloat<OtherBits> x)
      : TwoByteFloat(static_cast<float>(x)) {}

  STRATA_INLINE constexpr operator float() const {
    return Impl::widen_two_bytes<ExponentBits>(m_bits);
  }

  /// The number with these bits.
  STRATA_INLINE static constexpr TwoByteFloat from_bits(std::uint16_t bits) {
    TwoByteFloat x{};
    x.m_bits = bits;
    return x;
  }
  STRATA_INLINE constexpr std::uint16_t bits() const { return m_bits; }

 private:
  std::uint16_t m_bits;
};

/// f16: IEEE 754 binary16, 5 bits of exponent, 11 significant bits.
using half_t = TwoByteFloat<5>;
/// bf16: 8 bits of exponent, as float, 8 significant bits.
using bhalf_t = TwoByteFloat<8>;

template <class T>
inline constexpr bool is_two_byte_float_v = false;
template <int ExponentBits>
inline constexpr bool is_two_byte_float_v<TwoByteFloat<ExponentBits>> = true;

static_assert(sizeof(half_t) == 2 && sizeof(bhalf_t) == 2);

}  // namespace Strata

template <int ExponentBits>
class std::numeric_limits<Strata::TwoByteFloat<ExponentBits>> {
  using T = Strata::TwoByteFloat<ExponentBits>;
  static constexpr std::uint16_t step = 1u << (15 - ExponentBits);
  static constexpr std::uint16_t inf  = 0x8000u - step;

 public:
  static constexpr bool is_specialized    = true;
  static constexpr bool is_signed         = true;
  static constexpr bool is_integer        = false;
  static constexpr bool is_exact          = false;
  static constexpr bool is_bounded        = true;
  static constexpr bool is_iec559         = true;
  static constexpr bool has_infinity      = true;
  static constexpr bool has_quiet_NaN     = true;
  static constexpr int radix              = 2;
  static constexpr int digits             = 16 - ExponentBits;
  static constexpr int max_exponent       = 1 << (ExponentBits - 1);
  static constexpr int min_exponent       = 3 - max_exponent;
  STRATA_INLINE static constexpr T min() { return T::from_bits(step); }
  STRATA_INLINE static constexpr T max() { return T::from_bits(inf - 1); }
  STRATA_INLINE static constexpr T lowest() {
    return T::from_bits(static_cast<std::uint16_t>(0x8000u | (inf - 1)));
  }
  STRATA_INLINE static constexpr T denorm_min() { return T::from_bits(1); }
  STRATA_INLINE static constexpr T infinity() { return T::from_bits(inf); }
  STRATA_INLINE static constexpr T quiet_NaN() {
    return T::from_bits(inf | step / 2);
  }
  /// Distance from 1 to the next number.
  STRATA_INLINE static constexpr T epsilon() {
    return T(static_cast<float>(1.0 / (1 << (digits - 1))));
  }
};

#endif
