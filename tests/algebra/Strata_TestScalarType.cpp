// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_ScalarType.hpp>

namespace {

using Strata::ScalarType;
using enum Strata::ScalarType;
using Strata::promote;

constexpr ScalarType all_types[] = {boolean, i8,  i16, i32, i64, u8,  u16,  u32,
                                    u64,     f16, bf16, f32, f64, c64, c128};

TEST(ScalarType, NamesRoundTrip) {
  for (ScalarType t : all_types)
    EXPECT_EQ(Strata::scalar_type_from_name(Strata::name_of(t)), t);
  EXPECT_EQ(Strata::name_of(boolean), "bool");
  EXPECT_EQ(Strata::name_of(c128), "c128");
  EXPECT_FALSE(Strata::scalar_type_from_name("f8"));
  EXPECT_FALSE(Strata::scalar_type_from_name(""));
}

TEST(ScalarType, SizesAreThoseOfTheCppTypes) {
  for (ScalarType t : all_types)
    Strata::visit_scalar_type(t, [t](auto value) {
      EXPECT_EQ(Strata::size_of(t), sizeof(value));
      EXPECT_EQ(Strata::scalar_type_of_v<decltype(value)>, t);
    });
}

TEST(ScalarType, PromotionIsSymmetricAndKeepsEqualTypes) {
  for (ScalarType a : all_types) {
    EXPECT_EQ(promote(a, a), a);
    EXPECT_EQ(promote(boolean, a), a);
    for (ScalarType b : all_types) EXPECT_EQ(promote(a, b), promote(b, a));
  }
}

TEST(ScalarType, PromotionTable) {
  EXPECT_EQ(promote(i8, i32), i32);
  EXPECT_EQ(promote(u8, u64), u64);
  EXPECT_EQ(promote(u8, i8), i8);
  EXPECT_EQ(promote(u64, i8), i64);
  EXPECT_EQ(promote(i64, f32), f32);
  EXPECT_EQ(promote(f32, f64), f64);
  EXPECT_EQ(promote(f16, bf16), f32);
  EXPECT_EQ(promote(f16, f32), f32);
  EXPECT_EQ(promote(bf16, f64), f64);
  EXPECT_EQ(promote(i64, f16), f16);
  EXPECT_EQ(promote(bf16, boolean), bf16);
  EXPECT_EQ(promote(f16, c64), c64);
  EXPECT_EQ(promote(f32, c64), c64);
  EXPECT_EQ(promote(f64, c64), c128);
  EXPECT_EQ(promote(i64, c64), c64);
  EXPECT_EQ(promote(c64, c128), c128);
}

TEST(ScalarType, NumbersOfTwoBytesAreComputedInF32) {
  for (ScalarType t : all_types) {
    const bool is_half = t == f16 || t == bf16;
    EXPECT_EQ(Strata::is_half(t), is_half);
    EXPECT_EQ(Strata::compute_type(t), is_half ? f32 : t);
    EXPECT_EQ(Strata::is_float(t), is_half || t == f32 || t == f64);
  }
}

TEST(ScalarType, ImplicitConversions) {
  using Strata::implicitly_convertible;
  EXPECT_TRUE(implicitly_convertible(boolean, f64));
  EXPECT_TRUE(implicitly_convertible(i64, i8));
  EXPECT_TRUE(implicitly_convertible(i64, f32));
  EXPECT_TRUE(implicitly_convertible(f64, f32));
  EXPECT_TRUE(implicitly_convertible(f64, f16));
  EXPECT_TRUE(implicitly_convertible(i64, bf16));
  EXPECT_TRUE(implicitly_convertible(bf16, f16));
  EXPECT_FALSE(implicitly_convertible(f16, i64));
  EXPECT_TRUE(implicitly_convertible(f64, c64));
  EXPECT_TRUE(implicitly_convertible(c128, c64));
  EXPECT_FALSE(implicitly_convertible(f32, i64));
  EXPECT_FALSE(implicitly_convertible(c64, f64));
  EXPECT_FALSE(implicitly_convertible(i32, boolean));
  EXPECT_FALSE(implicitly_convertible(c64, i32));
  for (ScalarType t : all_types) EXPECT_TRUE(implicitly_convertible(t, t));
}

}  // namespace
