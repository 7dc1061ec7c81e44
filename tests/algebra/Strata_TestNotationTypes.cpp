// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_TestDeclarations.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::IndexExpr;
using Strata::ScalarType;
using Strata::TensorDeclarations;
using Strata::UnsupportedExpression;
using Strata::Testing::check_text;
using Strata::Testing::checked;
using Strata::Testing::declare;
using Strata::Testing::expect_contains;
using Kind = IndexExpr::Kind;

/// Vectors named by their types, results r_<type>, matrices m_<type>.
TensorDeclarations declarations() {
  TensorDeclarations out;
  for (const char* name : {"bool", "i8", "i16", "i32", "i64", "u8", "u64",
                           "f16", "bf16", "f32", "f64", "c64", "c128"}) {
    const ScalarType type         = *Strata::scalar_type_from_name(name);
    out[std::string("v_") + name] = declare({4}, type);
    out[std::string("r_") + name] = declare({4}, type);
    out[std::string("m_") + name] = declare({4, 4}, type);
    out[std::string("s_") + name] = declare({}, type);
  }
  return out;
}

std::string checked(const std::string& text) {
  return checked(text, declarations());
}

std::string refusal(const std::string& text) {
  return Strata::Testing::message_of<UnsupportedExpression>(
      [&] { (void)check_text(text, declarations()); });
}

TEST(NotationTypes, OperandsPromote) {
  EXPECT_EQ(checked("r_f64(i) = v_f32(i) * v_f64(i)"),
            "cast_f64(v_f32(i)) * v_f64(i)");
  EXPECT_EQ(checked("r_f64(i) = v_i32(i) + v_f32(i)"),
            "cast_f64(cast_f32(v_i32(i)) + v_f32(i))");
  EXPECT_EQ(checked("r_i64(i) = v_u8(i) * v_i8(i)"),
            "cast_i64(cast_i8(v_u8(i)) * v_i8(i))");
  EXPECT_EQ(checked("r_c128(i) = v_f64(i) * v_c64(i)"),
            "cast_c128(v_f64(i)) * cast_c128(v_c64(i))");
  EXPECT_EQ(checked("r_bool(i) = v_bool(i) + v_bool(i) * v_bool(i)"),
            "v_bool(i) + v_bool(i) * v_bool(i)");
}

TEST(NotationTypes, LiteralsAdapt) {
  EXPECT_EQ(checked("r_f32(i) = 2 * v_f32(i)"), "2.0 * v_f32(i)");
  EXPECT_EQ(checked("r_i32(i) = 2.0 * v_i32(i)"), "2 * v_i32(i)");
  EXPECT_EQ(checked("r_f64(i) = 0.5 * v_i32(i)"), "0.5 * cast_f64(v_i32(i))");
  EXPECT_EQ(checked("r_i8(i) = 300 * v_i8(i)"),
            "cast_i8(300 * cast_i16(v_i8(i)))");
  EXPECT_EQ(checked("r_i64(i) = -1 * v_u8(i)"),
            "cast_i64(-1 * cast_i8(v_u8(i)))");
  EXPECT_EQ(checked("r_bool(i) = eq(v_bool(i), 0)"), "eq(v_bool(i), false)");
  EXPECT_EQ(checked("r_c64(i) = 2 * v_c64(i)"), "complex(2.0, 0.0) * v_c64(i)");
  EXPECT_EQ(checked("r_f64(i) = (1 + 2) / 4 * v_f64(i)"),
            "(1.0 + 2.0) / 4.0 * v_f64(i)");
}

TEST(NotationTypes, LiteralAloneTakesTheTypeOfTheResult) {
  EXPECT_EQ(checked("s_f64 = 40"), "40.0");
  EXPECT_EQ(checked("s_i32 = 40.0"), "40");
  EXPECT_EQ(checked("s_bool = true"), "true");
  EXPECT_EQ(checked("s_f32 = 1 / 2"), "1.0 / 2.0");
  expect_contains(refusal("s_i32 = 0.5"), "write cast_i32(…)");
}

TEST(NotationTypes, ComparisonsGiveBool) {
  EXPECT_EQ(checked("r_bool(i) = gt(v_i32(i), v_f64(i))"),
            "gt(cast_f64(v_i32(i)), v_f64(i))");
  EXPECT_EQ(checked("r_f64(i) = not(v_f64(i))"),
            "cast_f64(not(cast_bool(v_f64(i))))");
  EXPECT_EQ(checked("r_f64(i) = neq(v_f64(i), 0) * v_f64(i)"),
            "cast_f64(neq(v_f64(i), 0.0)) * v_f64(i)");
}

TEST(NotationTypes, Functions) {
  EXPECT_EQ(checked("r_f32(i) = sqrt(v_f32(i))"), "sqrt(v_f32(i))");
  EXPECT_EQ(checked("r_f64(i) = sqrt(v_i32(i))"), "sqrt(cast_f64(v_i32(i)))");
  EXPECT_EQ(checked("r_i32(i) = max(v_i32(i), 3)"), "max(v_i32(i), 3)");
  EXPECT_EQ(checked("r_i32(i) = mod(v_i32(i), 2)"), "mod(v_i32(i), 2)");
  EXPECT_EQ(checked("r_f64(i) = heaviside(v_f64(i), 0.5)"),
            "heaviside(v_f64(i), 0.5)");
  EXPECT_EQ(checked("r_f64(i) = abs(v_c64(i))"), "cast_f64(abs(v_c64(i)))");
  expect_contains(refusal("r_i32(i) = sqrt(v_i32(i))"), "has type f64");
  expect_contains(refusal("r_c64(i) = max(v_c64(i), 1)"),
                  "'max' is not defined for complex numbers");
  expect_contains(refusal("r_bool(i) = gt(v_c64(i), 1)"),
                  "'gt' is not defined");
  EXPECT_EQ(checked("r_bool(i) = eq(v_c64(i), 0)"),
            "eq(v_c64(i), complex(0.0, 0.0))");
}

TEST(NotationTypes, IndexValuesAreI32) {
  EXPECT_EQ(checked("r_i32(i) = i"), "i");
  EXPECT_EQ(checked("r_f64(i) = i * v_f64(i)"), "cast_f64(i) * v_f64(i)");
}

TEST(NotationTypes, SumsAccumulateAsWideAsTheResult) {
  EXPECT_EQ(checked("r_f64(i) = m_i8(i,j) * v_i8(j)"),
            "sum(j, cast_f64(m_i8(i,j) * v_i8(j)))");
  EXPECT_EQ(checked("s_i64 = m_i8(i,j)"),
            "sum(i, sum(j, cast_i64(m_i8(i,j))))");
  EXPECT_EQ(checked("s_f32 = sum(i, v_f64(i))"), "cast_f32(sum(i, v_f64(i)))");
  EXPECT_EQ(checked("r_f64(i) = v_f64(i) - sum(j, m_f32(i,j))"),
            "v_f64(i) - sum(j, cast_f64(m_f32(i,j)))");
  EXPECT_EQ(checked("s_bool = sum(i, v_bool(i))"), "sum(i, v_bool(i))");
  // Not at the top level: as wide as the body.
  EXPECT_EQ(checked("s_f64 = sqrt(sum(i, v_f32(i)))"),
            "cast_f64(sqrt(sum(i, v_f32(i))))");
}

TEST(NotationTypes, NumbersOfTwoBytesAreComputedInF32) {
  EXPECT_EQ(checked("r_f16(i) = v_f16(i)"), "v_f16(i)");
  EXPECT_EQ(checked("r_f16(i) = v_f16(i) * v_f16(i)"),
            "cast_f16(cast_f32(v_f16(i)) * cast_f32(v_f16(i)))");
  EXPECT_EQ(checked("r_f32(i) = v_f16(i) + v_bf16(i)"),
            "cast_f32(v_f16(i)) + cast_f32(v_bf16(i))");
  EXPECT_EQ(checked("r_f64(i) = v_f16(i) * v_f64(i)"),
            "cast_f64(v_f16(i)) * v_f64(i)");
  EXPECT_EQ(checked("r_f16(i) = 2 * v_f16(i)"),
            "cast_f16(2.0 * cast_f32(v_f16(i)))");
  EXPECT_EQ(checked("r_f16(i) = v_i64(i) * v_f16(i)"),
            "cast_f16(cast_f32(v_i64(i)) * cast_f32(v_f16(i)))");
  EXPECT_EQ(checked("r_bf16(i) = sqrt(v_bf16(i))"),
            "cast_bf16(sqrt(cast_f32(v_bf16(i))))");
  EXPECT_EQ(checked("r_f32(i) = cast_f16(v_f64(i)) * v_f32(i)"),
            "cast_f32(cast_f16(v_f64(i))) * v_f32(i)");
  EXPECT_EQ(checked("r_c64(i) = v_f16(i) * v_c64(i)"),
            "cast_c64(v_f16(i)) * v_c64(i)");
  EXPECT_EQ(checked("r_bool(i) = gt(v_f16(i), v_i8(i))"),
            "gt(cast_f32(v_f16(i)), cast_f32(v_i8(i)))");
  // Sums too, at the top level and below; literals are f32 beside them.
  EXPECT_EQ(checked("r_f16(i) = m_f16(i,j) * v_f16(j)"),
            "cast_f16(sum(j, cast_f32(m_f16(i,j)) * cast_f32(v_f16(j))))");
  EXPECT_EQ(checked("s_bf16 = v_i8(i)"),
            "cast_bf16(sum(i, cast_f32(v_i8(i))))");
  EXPECT_EQ(checked("s_f64 = sqrt(sum(i, v_f16(i)))"),
            "cast_f64(sqrt(sum(i, cast_f32(v_f16(i)))))");
  EXPECT_EQ(checked("s_f16 = reduce_max(i, v_f16(i))"),
            "cast_f16(reduce_max(i, cast_f32(v_f16(i))))");
}

TEST(NotationTypes, OtherReductions) {
  EXPECT_EQ(checked("s_f64 = reduce_min(i, v_f32(i))"),
            "cast_f64(reduce_min(i, v_f32(i)))");
  EXPECT_EQ(checked("s_bool = reduce_or(i, v_f64(i))"),
            "reduce_or(i, cast_bool(v_f64(i)))");
  expect_contains(refusal("s_c64 = reduce_max(i, v_c64(i))"), "'reduce_max'");
}

TEST(NotationTypes, ResultConversions) {
  EXPECT_EQ(checked("r_i8(i) = v_i64(i)"), "cast_i8(v_i64(i))");
  EXPECT_EQ(checked("r_i32(i) = cast_i32(v_f64(i))"), "cast_i32(v_f64(i))");
  EXPECT_EQ(checked("r_f64(i) = cast_f64(v_f64(i))"), "v_f64(i)");
  EXPECT_EQ(refusal("r_i32(i) = v_f64(i)"),
            "the expression has type f64, which does not convert to i32 of "
            "'r_i32' by itself; write cast_i32(…)\n"
            "  r_i32(i) = v_f64(i)\n"
            "             ^~~~~~~~");
  expect_contains(refusal("r_bool(i) = v_i32(i)"), "cast_bool");
  expect_contains(refusal("r_f64(i) = v_c64(i)"), "cast_f64");
}

/// Arguments have the type of their node, comparisons' the same type.
void expect_typed(const IndexExpr& e) {
  for (const auto& arg : e.args) {
    expect_typed(*arg);
    if (e.kind == Kind::reduce) {
      EXPECT_EQ(arg->type, e.type);
    }
    if (e.kind != Kind::apply) continue;
    EXPECT_EQ(arg->type, e.args[0]->type) << to_string(e);
    if (e.type != ScalarType::boolean) {
      EXPECT_EQ(arg->type, e.type);
    }
  }
}

TEST(NotationTypes, EveryPairOfTypesIsTypedThroughout) {
  const char* names[] = {"bool", "i8",  "i32", "u64",
                         "f16",  "bf16", "f32", "f64", "c64", "c128"};
  for (const std::string a : names)
    for (const std::string b : names) {
      const auto c = check_text("r_c128(i) = 2 * v_" + a + "(i) * (v_" + b +
                                    "(i) + 0.5) - m_" + b + "(i,j) * eq(v_" +
                                    a + "(j), v_" + b + "(j))",
                                declarations());
      EXPECT_EQ(c.assignment.rhs->type, ScalarType::c128);
      expect_typed(*c.assignment.rhs);
    }
}

}  // namespace
