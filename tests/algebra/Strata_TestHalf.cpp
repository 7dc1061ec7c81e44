// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every number of two bytes, its neighbours and midpoints, against values made
// from the definition of the formats and against the compiler's own type.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include <Strata_Half.hpp>

namespace {

using Strata::bhalf_t;
using Strata::half_t;

template <class T>
struct Definition;
template <>
struct Definition<half_t> {
  static constexpr int mantissa = 10, bias = 15;
};
template <>
struct Definition<bhalf_t> {
  static constexpr int mantissa = 7, bias = 127;
};

/// The value of the bits without a sign, or the limit of the range in place of
/// infinity: what comes next would be 2^(bias + 1).
template <class T>
double magnitude_of(unsigned bits) {
  constexpr int m    = Definition<T>::mantissa;
  const int exponent = static_cast<int>(bits >> m);
  const auto digits  = static_cast<double>(bits & ((1u << m) - 1));
  if (exponent == 0) return std::ldexp(digits, 1 - Definition<T>::bias - m);
  return std::ldexp(digits + (1 << m), exponent - Definition<T>::bias - m);
}

template <class T>
constexpr unsigned infinity_bits =
    ((1u << (15 - Definition<T>::mantissa)) - 1) << Definition<T>::mantissa;

template <class T>
class Half : public testing::Test {};
using HalfTypes = testing::Types<half_t, bhalf_t>;
TYPED_TEST_SUITE(Half, HalfTypes);

TYPED_TEST(Half, IsTwoPlainBytes) {
  EXPECT_EQ(sizeof(TypeParam), 2u);
  EXPECT_TRUE(std::is_trivially_copyable_v<TypeParam>);
  EXPECT_TRUE(std::is_trivially_default_constructible_v<TypeParam>);
  EXPECT_FALSE((std::is_convertible_v<float, TypeParam>));
  EXPECT_TRUE((std::is_convertible_v<TypeParam, float>));
}

TYPED_TEST(Half, EveryNumberWidensExactlyAndComesBack) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto x  = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    const float f = x;
    const unsigned magnitude = bits & 0x7fff;
    if (magnitude > infinity_bits<TypeParam>) {
      EXPECT_TRUE(std::isnan(f)) << bits;
      EXPECT_TRUE(std::isnan(static_cast<float>(TypeParam(f)))) << bits;
      EXPECT_EQ(TypeParam(f).bits() & 0x8000, bits & 0x8000) << bits;
      continue;
    }
    const double value = magnitude == infinity_bits<TypeParam>
                             ? std::numeric_limits<double>::infinity()
                             : magnitude_of<TypeParam>(magnitude);
    EXPECT_EQ(std::abs(static_cast<double>(f)), value) << bits;
    EXPECT_EQ(std::signbit(f), bits > 0x7fff) << bits;
    EXPECT_EQ(TypeParam(f).bits(), bits);
    EXPECT_EQ(TypeParam(static_cast<double>(f)).bits(), bits);
  }
}

/// x and -x, in every type that holds them, become `bits` with their sign.
template <class T>
void expect_rounds(double x, unsigned bits) {
  EXPECT_EQ(T(x).bits(), bits) << x;
  EXPECT_EQ(T(-x).bits(), bits | 0x8000) << -x;
  const auto f = static_cast<float>(x);
  if (f != x) return;
  EXPECT_EQ(T(f).bits(), bits) << x;
  EXPECT_EQ(T(-f).bits(), bits | 0x8000) << -x;
}

TYPED_TEST(Half, BetweenNumbersTheNearestAndTheEvenOne) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (unsigned bits = 0; bits < infinity_bits<TypeParam>; ++bits) {
    const double x      = magnitude_of<TypeParam>(bits);
    const double next   = magnitude_of<TypeParam>(bits + 1);
    const double middle = x + (next - x) / 2;
    expect_rounds<TypeParam>(x, bits);
    expect_rounds<TypeParam>(middle, bits + (bits & 1));
    expect_rounds<TypeParam>(std::nextafter(middle, 0), bits);
    expect_rounds<TypeParam>(std::nextafter(middle, infinity), bits + 1);
    expect_rounds<TypeParam>(std::nextafter(x, infinity), bits);
    const auto float_middle = static_cast<float>(middle);
    if (float_middle != middle) continue;
    const float less = std::nextafter(float_middle, 0.0f);
    const float more = std::nextafter(
        float_middle, std::numeric_limits<float>::infinity());
    if (less >= x) expect_rounds<TypeParam>(less, bits);
    if (more <= next) expect_rounds<TypeParam>(more, bits + 1);
  }
}

TYPED_TEST(Half, BeyondTheRangeIsInfinite) {
  constexpr unsigned infinite = infinity_bits<TypeParam>;
  expect_rounds<TypeParam>(magnitude_of<TypeParam>(infinite), infinite);
  expect_rounds<TypeParam>(std::numeric_limits<double>::max(), infinite);
  expect_rounds<TypeParam>(std::numeric_limits<float>::max(), infinite);
  expect_rounds<TypeParam>(std::numeric_limits<double>::infinity(), infinite);
  expect_rounds<TypeParam>(std::numeric_limits<double>::denorm_min(), 0);
  expect_rounds<TypeParam>(0.0, 0);
  EXPECT_TRUE(std::isnan(static_cast<float>(
      TypeParam(std::numeric_limits<double>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(static_cast<float>(
      TypeParam(std::bit_cast<float>(0x7f800001u)))));
}

/// The same by looking among all numbers; long double holds 64-bit integers.
template <class T>
unsigned nearest(long double x) {
  unsigned low = 0, high = infinity_bits<T>;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (magnitude_of<T>(middle) <= x ? low : high) = middle;
  }
  const long double down = x - magnitude_of<T>(low);
  const long double up   = magnitude_of<T>(high) - x;
  return down < up || (down == up && low % 2 == 0) ? low : high;
}

TYPED_TEST(Half, IntegersRoundOnce) {
  std::mt19937_64 random(7);
  for (int n = 0; n < 200000; ++n) {
    const std::uint64_t u = random() >> (random() % 64);
    EXPECT_EQ(TypeParam(u).bits(), nearest<TypeParam>(u)) << u;
    const auto i = static_cast<std::int64_t>(u >> 1);
    EXPECT_EQ(TypeParam(-i - 1).bits(),
              nearest<TypeParam>(-static_cast<long double>(-i - 1)) | 0x8000);
    EXPECT_EQ(TypeParam(i).bits(), nearest<TypeParam>(i)) << i;
    const auto small = static_cast<std::int32_t>(i);
    EXPECT_EQ(TypeParam(small).bits(),
              TypeParam(static_cast<double>(small)).bits());
  }
  // Just above a midpoint, by less than a double tells.
  const std::uint64_t above = (1ull << 62) + (1ull << 54) + 1;
  EXPECT_EQ(TypeParam(above).bits(), nearest<TypeParam>(above));
  EXPECT_EQ(static_cast<float>(TypeParam(true)), 1.0f);
}

TYPED_TEST(Half, RandomDoublesRoundOnce) {
  std::mt19937_64 random(11);
  for (int n = 0; n < 200000; ++n) {
    const auto exponent = static_cast<int>(random() % 310) - 155;
    const double x = std::ldexp(1 + static_cast<double>(random()) * 0x1p-64,
                                exponent);
    expect_rounds<TypeParam>(x, nearest<TypeParam>(x));
  }
}

TYPED_TEST(Half, Limits) {
  using Limits = std::numeric_limits<TypeParam>;
  constexpr unsigned infinite = infinity_bits<TypeParam>;
  EXPECT_EQ(Limits::infinity().bits(), infinite);
  EXPECT_EQ(Limits::max().bits(), infinite - 1);
  EXPECT_EQ(Limits::lowest(), -Limits::max());
  EXPECT_EQ(Limits::denorm_min().bits(), 1);
  EXPECT_EQ(Limits::min(), std::ldexp(1.0, Limits::min_exponent - 1));
  EXPECT_EQ(Limits::max() + Limits::epsilon() * std::ldexp(
                                1.0, Limits::max_exponent - 1),
            std::ldexp(1.0, Limits::max_exponent));
  EXPECT_EQ(TypeParam(1.0f).bits() + 1,
            TypeParam(1 + Limits::epsilon()).bits());
  EXPECT_TRUE(std::isnan(static_cast<float>(Limits::quiet_NaN())));
}

TEST(HalfTypes, OneBecomesTheOther) {
  EXPECT_EQ(half_t(bhalf_t(1.5f)).bits(), half_t(1.5f).bits());
  EXPECT_TRUE(std::isinf(static_cast<float>(half_t(bhalf_t(1e30f)))));
  static_assert(half_t(1.0f) + bhalf_t(2.0f) == 3.0f);
}

#ifdef __FLT16_MANT_DIG__
TEST(HalfTypes, AgreeWithTheCompilersFloat16) {
  for (std::uint64_t bits = 0; bits < 0x100000000; bits += 0x1fff) {
    const float x         = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const auto theirs     = static_cast<_Float16>(x);
    std::uint16_t expected = 0;
    std::memcpy(&expected, &theirs, sizeof expected);
    if (std::isnan(x))
      EXPECT_TRUE(std::isnan(static_cast<float>(half_t(x)))) << bits;
    else
      EXPECT_EQ(half_t(x).bits(), expected) << bits;
  }
}
#endif

}  // namespace
