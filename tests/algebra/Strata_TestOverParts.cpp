// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_OverParts.hpp>

namespace {

using namespace Strata;

const PartNames names{{"A", {"A0", "A1"}}, {"B", {"B0", "B1", "B2"}}};

std::string parts_of(const char* text) { return over_parts(text, names); }

TEST(OverParts, MultiplesBecomeTerms) {
  EXPECT_EQ(parts_of("y(i) = A(i,j) * x(j)"), "y(i) = A0(i,j) * x(j) + A1(i,j) * x(j)");
  EXPECT_EQ(parts_of("y(i) += 2 * A(i,j)"), "y(i) += 2 * A0(i,j) + 2 * A1(i,j)");
  EXPECT_EQ(parts_of("y(i) = sum(j, x(j) * -A(i,j))"),
            "y(i) = sum(j, x(j) * -A0(i,j)) + sum(j, x(j) * -A1(i,j))");
  EXPECT_EQ(parts_of("r(i) = b(i) - A(i,j) * x(j)"),
            "r(i) = b(i) - A0(i,j) * x(j) - A1(i,j) * x(j)");
  EXPECT_EQ(parts_of("C(i,j) = A(i,j) - (D(i,j) - B(i,j))"),
            "C(i,j) = A0(i,j) + A1(i,j) - D(i,j) + B0(i,j) + B1(i,j) + B2(i,j)");
}

TEST(OverParts, ElsewhereTheSumStandsInTheirPlace) {
  EXPECT_EQ(parts_of("y(i) = sqrt(A(i,j)) * x(j)"),
            "y(i) = sqrt(A0(i,j) + A1(i,j)) * x(j)");
  EXPECT_EQ(parts_of("C(i,j) = A(i,k) * A(k,j)"),
            "C(i,j) = (A0(i,k) + A1(i,k)) * (A0(k,j) + A1(k,j))");
  EXPECT_EQ(parts_of("y(i) = x(i) / A(i,i)"), "y(i) = x(i) / (A0(i,i) + A1(i,i))");
  EXPECT_EQ(parts_of("y(i) = reduce_max(j, A(i,j))"),
            "y(i) = reduce_max(j, A0(i,j) + A1(i,j))");
  EXPECT_EQ(parts_of("y(i) = (A(i,j) + D(i,j)) * x(j)"),
            "y(i) = (A0(i,j) + A1(i,j) + D(i,j)) * x(j)");
}

TEST(OverParts, OtherTensorsWindowsAndStatementsStay) {
  EXPECT_EQ(parts_of("y(i) = D(i,j) * x(j)"), "y(i) = D(i,j) * x(j)");
  EXPECT_EQ(parts_of("y(i) = A(i(0,8,2),j({1,3})) * x(j)"),
            "y(i) = A0(i(0,8,2),j({1,3})) * x(j) + A1(i(0,8,2),j({1,3})) * x(j)");
  EXPECT_EQ(parts_of("t(i) = A(i,j) * x(j); y(i) = 2 * t(i)"),
            "t(i) = A0(i,j) * x(j) + A1(i,j) * x(j); y(i) = 2 * t(i)");
}

TEST(OverParts, SemiringsGoOnToHold) {
  const std::string text =
      parts_of("semiring min-plus; t(i) = A(i,j) * x(j); y(i) = t(i) + A(i,i)");
  EXPECT_EQ(text,
            "semiring min-plus; t(i) = A0(i,j) * x(j) + A1(i,j) * x(j); "
            "semiring min-plus; y(i) = t(i) + A0(i,i) + A1(i,i)");
  EXPECT_EQ(over_parts(text, {}), text);
}

TEST(OverParts, Refusals) {
  EXPECT_THROW(parts_of("A(i,j) = D(i,j)"), UnsupportedExpression);
  EXPECT_THROW(over_parts("y(i) = A(i,j)", {{"A", {}}}), UnsupportedExpression);
  EXPECT_THROW(parts_of("y(i) ="), ParseError);
}

}  // namespace
