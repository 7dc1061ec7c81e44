// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_IndexNotation.hpp>

namespace {

using Strata::Assignment;
using Strata::IndexExpr;
using Strata::Operator;
using Strata::parse_notation;
using Strata::to_string;
using Kind = IndexExpr::Kind;

std::string reprint(const std::string& text) {
  return to_string(parse_notation(text));
}

TEST(Notation, CanonicalTextsRoundTrip) {
  for (const char* text : {"A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
                           "y(i) += A(i,j) * x(j)",
                           "a = b + c",
                           "a = -b",
                           "a = 40.0",
                           "a(i) = 2 * b(i)",
                           "r(i) = (s1(i) + s2(i)) * (s3(i) + d4(i))",
                           "a = b - (c - d)",
                           "a = b - c - d",
                           "a = b / (c * d)",
                           "a = b / c * d",
                           "a = b * (c / d)",
                           "a = -(b + c)",
                           "a = -b * c",
                           "a = --b",
                           "a = -(2)",
                           "a = -2 * b",
                           "a = b - -2.5",
                           "a = b * -c",
                           "a = b - (-c + d)",
                           "a(i) = atan2(b(i), c(i))",
                           "a(i) = heaviside(b(i))",
                           "a(i) = heaviside(b(i), 0.5)",
                           "a(i) = cast_f64(not(cast_bool(b(i))))",
                           "a(i) = reduce_min(j, B(i,j) + c(j))",
                           "a = sum(i, sum(j, B(i,j)))",
                           "a(i) = reduce_or(j, neq(B(i,j), 0))",
                           "a = reduce_max(i, b(i))",
                           "c(i,j) = a(i(0,10,5),j(0,10,5)) + b(i(2,4),j(4,6))",
                           "B(i(4,6),j(5,7)) = A(i,j)",
                           "a(i) = b(i({1,3,5})) * c(i({}))",
                           "a(i) = b(i) * i",
                           "a = true",
                           "a = inf",
                           "a = -inf",
                           "a = nan",
                           "a = complex(1.0, -2.5) * b",
                           "a = 1e+100",
                           "a = 0.1",
                           "a = -9223372036854775808",
                           "a(i) = b(i(-3,-1,-2))"})
    EXPECT_EQ(reprint(text), text);
}

TEST(Notation, OtherSpellings) {
  EXPECT_EQ(reprint(" a ( )=b( )+ c "), "a = b + c");
  EXPECT_EQ(reprint("a=((b))*(c*d)"), "a = b * (c * d)");
  EXPECT_EQ(reprint("r(i,j) = 2.0*s1(i,j)-0.5*s2(i,j)"),
            "r(i,j) = 2.0 * s1(i,j) - 0.5 * s2(i,j)");
  EXPECT_EQ(reprint("a(i) = b(i(0,4,1))"), "a(i) = b(i(0,4))");
  EXPECT_EQ(reprint("a = .5 + 1. + 1e3"), "a = 0.5 + 1.0 + 1000.0");
  EXPECT_EQ(reprint("sum = b(i)"), "sum = b(i)");
}

TEST(Notation, Precedence) {
  const Assignment a = parse_notation("a = b + c * -d - e");
  ASSERT_EQ(a.rhs->op, Operator::sub);
  const IndexExpr& plus = *a.rhs->args[0];
  ASSERT_EQ(plus.op, Operator::add);
  ASSERT_EQ(plus.args[1]->op, Operator::mul);
  EXPECT_EQ(plus.args[1]->args[1]->op, Operator::neg);
}

TEST(Notation, LeftSide) {
  const Assignment a = parse_notation("A(i(4,6),j) += B(i,j)");
  EXPECT_TRUE(a.accumulate);
  EXPECT_EQ(a.lhs.tensor, "A");
  ASSERT_EQ(a.lhs.indices.size(), 2u);
  ASSERT_TRUE(a.lhs.indices[0].window);
  EXPECT_EQ(a.lhs.indices[0].window->lo, 4);
  EXPECT_EQ(a.lhs.indices[0].window->stride, 1);
  EXPECT_FALSE(a.lhs.indices[1].window);
  EXPECT_EQ(
      a.text.substr(a.lhs_where.begin, a.lhs_where.end - a.lhs_where.begin),
      "A(i(4,6),j)");
}

TEST(Notation, PlacesCoverTheNodes) {
  const Assignment a = parse_notation("y(i) = 2 * sqrt(x(i)) + z(i)");
  const auto text    = [&](const IndexExpr& e) {
    return a.text.substr(e.where.begin, e.where.end - e.where.begin);
  };
  EXPECT_EQ(text(*a.rhs), "2 * sqrt(x(i)) + z(i)");
  EXPECT_EQ(text(*a.rhs->args[0]), "2 * sqrt(x(i))");
  EXPECT_EQ(text(*a.rhs->args[0]->args[1]), "sqrt(x(i))");
}

TEST(Notation, BareNamesAreVariablesIfTheyIndexAnything) {
  EXPECT_EQ(parse_notation("a(i) = i").rhs->kind, Kind::index_value);
  EXPECT_EQ(parse_notation("a = k * b(k)").rhs->args[0]->kind,
            Kind::index_value);
  EXPECT_EQ(parse_notation("a = k * b(j)").rhs->args[0]->kind, Kind::access);
  EXPECT_EQ(parse_notation("a = k + sum(k, b)").rhs->args[0]->kind,
            Kind::index_value);
  // Parentheses make it a tensor.
  EXPECT_EQ(parse_notation("a(i) = i()").rhs->kind, Kind::access);
  EXPECT_EQ(reprint("a(i) = i() * i"), "a(i) = i() * i");
}

TEST(Notation, Literals) {
  const auto literal = [](const std::string& text) {
    return parse_notation("a = " + text).rhs->literal;
  };
  EXPECT_EQ(std::get<std::int64_t>(literal("42")), 42);
  EXPECT_EQ(std::get<std::int64_t>(literal("-7")), -7);
  EXPECT_EQ(std::get<double>(literal("2.50")), 2.5);
  EXPECT_EQ(std::get<double>(literal("1e-3")), 1e-3);
  EXPECT_EQ(std::get<bool>(literal("false")), false);
  EXPECT_EQ(std::get<std::complex<double>>(literal("complex(1, -2)")),
            std::complex<double>(1, -2));
}

TEST(Notation, OperatorTable) {
  for (int i = 0; i <= static_cast<int>(Operator::combine); ++i) {
    const auto& info = Strata::operator_info(static_cast<Operator>(i));
    EXPECT_LE(info.min_args, info.max_args);
  }
  EXPECT_STREQ(Strata::operator_info(Operator::neq).name, "neq");
  EXPECT_STREQ(Strata::operator_info(Operator::heaviside).name, "heaviside");
}

}  // namespace
