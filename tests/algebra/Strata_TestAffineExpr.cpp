// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_AffineExpr.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

const AffineExprPtr d0 = AffineExpr::dimension(0);
const AffineExprPtr s0 = AffineExpr::symbol(0);
const AffineExprPtr rt = AffineExpr::runtime(0);

TEST(AffineExpr, QuotientsRoundDownAndRemaindersArePositive) {
  for (std::int64_t x = -20; x <= 20; ++x)
    for (std::int64_t c = 1; c <= 7; ++c) {
      const std::int64_t q = evaluate(*floordiv(d0, c), {{x}, {}, {}});
      const std::int64_t r = evaluate(*mod(d0, c), {{x}, {}, {}});
      EXPECT_EQ(q * c + r, x);
      EXPECT_TRUE(0 <= r && r < c);
    }
}

TEST(AffineExpr, EvaluatesVariablesOfAllKinds) {
  EXPECT_EQ(evaluate(*(d0 * 10 + s0 - rt + 3), {{4}, {5}, {6}}), 42);
  EXPECT_EQ(evaluate(*-(d0 - 4), {{1}, {}, {}}), 3);
  expect_contains(
      message_of<UnsupportedExpression>([] {
        evaluate(*rt, {{1}, {2}, {}});
      }),
      "evaluate: expression: expected variables that the point has a value "
      "for, got 'rt0'");
  expect_contains(message_of<UnsupportedExpression>([] {
                    evaluate(*floordiv(d0, 0), {{1}, {}, {}});
                  }),
                  "a positive right side");
  expect_contains(message_of<IndexOverflow>([] {
                    evaluate(*(d0 * 4), {{std::int64_t(1) << 62}, {}, {}});
                  }),
                  "4611686018427387904 * 4");
}

TEST(AffineExpr, SubstituteReplacesVariablesOnly) {
  const AffineExprPtr e = floordiv(d0 + 1, 2) + s0;
  const auto twice      = [](const AffineExprPtr& v) -> AffineExprPtr {
    return v->kind == AffineExpr::Kind::dimension ? v * 2 : v;
  };
  EXPECT_EQ(to_string(*substitute(e, twice), {}),
            "(d0 * 2 + 1) floordiv 2 + s0");
  EXPECT_TRUE(equal(substitute(e, [](const auto& v) { return v; }), e));
}

TEST(AffineExpr, OrderPutsDimensionsFirstAndRemaindersLast) {
  const std::vector<AffineExprPtr> ascending{
      d0,        AffineExpr::dimension(1), s0, rt, floordiv(s0, 2), mod(d0, 2),
      mod(d0, 3)};
  for (std::size_t i = 0; i < ascending.size(); ++i)
    for (std::size_t j = 0; j < ascending.size(); ++j)
      EXPECT_EQ(compare(*ascending[i], *ascending[j]),
                i == j ? 0 : (i < j ? -1 : 1));
}

TEST(AffineExpr, PrintsSignsAsMlirDoes) {
  EXPECT_EQ(to_string(*(-d0 + 16), {}), "-d0 + 16");
  EXPECT_EQ(to_string(*(d0 - mod(s0, 4) * 2), {{"i"}, {"c"}, {}}),
            "i - (c mod 4) * 2");
  EXPECT_EQ(to_string(*floordiv(-d0, 2), {}), "(-d0) floordiv 2");
}

}  // namespace
