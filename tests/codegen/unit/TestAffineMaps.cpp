// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "strata/Conversion/AffineMaps.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

using namespace mlir;
using strata::affineMapFromIndexMap;
using Strata::IndexMap;
using strata::indexMapFromAffineMap;
using Strata::UnsupportedExpression;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

namespace {

std::string print(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

/// MLIR's value of a result; symbols and run-time variables in one list.
int64_t evaluateInMlir(AffineExpr e, ArrayRef<int64_t> dims,
                       ArrayRef<int64_t> symbols, MLIRContext *context) {
  SmallVector<AffineExpr> d, s;
  for (int64_t v : dims) d.push_back(getAffineConstantExpr(v, context));
  for (int64_t v : symbols) s.push_back(getAffineConstantExpr(v, context));
  return cast<AffineConstantExpr>(e.replaceDimsAndSymbols(d, s)).getValue();
}

/// Both libraries compute the same of a map, there and back.
void expectSameValues(const IndexMap &map, AffineMap converted,
                      const IndexMap &back, MLIRContext *context) {
  for (int64_t a = -9; a <= 9; ++a)
    for (int64_t b = -5; b <= 5; ++b)
      for (int64_t c = 1; c <= 3; ++c) {
        const Strata::IndexPoint point{{a, b}, {c}, {a * b}};
        for (unsigned r = 0; r < map.results.size(); ++r) {
          const int64_t value = evaluate(*map.results[r], point);
          EXPECT_EQ(evaluateInMlir(converted.getResult(r), {a, b}, {c, a * b},
                                   context),
                    value);
          EXPECT_EQ(evaluate(*back.results[r], point), value);
        }
      }
}

TEST(AffineMaps, ValuesStayTheSameBothWays) {
  MLIRContext context;
  for (const char *text :
       {"(d0, d1)[s0]{rt0} -> (d1, d0)",
        "(d0, d1)[s0]{rt0} -> (s0 + 5, d0 * 2, s0 * 3 + 50, rt0 - 1)",
        "(d0, d1)[s0]{rt0} -> (d0 floordiv 8, d0 mod 8, -d1 + 16)",
        "(d0, d1)[s0]{rt0} -> ((d0 * 8 + d1 + rt0) floordiv 16, "
        "((d0 * 8 + d1) mod 16) floordiv 4)",
        "(d0, d1)[s0]{rt0} -> (d0 ceildiv 3, s0 * d0, d1 floordiv s0)"}) {
    const IndexMap map        = IndexMap::parse(text);
    const AffineMap converted = affineMapFromIndexMap(&context, map);
    expectSameValues(map, converted, indexMapFromAffineMap(converted, 1),
                     &context);
  }
}

TEST(AffineMaps, PrintAsMlirDoes) {
  MLIRContext context;
  for (const char *text :
       {"(d0)[s0, s1] -> (s0 + 5, d0 * 2, s1 * 3 + 50)", "() -> ()",
        "(d0, d1) -> (d0 floordiv 2, d1 mod 3, -d0 + 16)"}) {
    const AffineMap map =
        affineMapFromIndexMap(&context, IndexMap::parse(text));
    EXPECT_EQ(print(map), text);
    EXPECT_EQ(indexMapFromAffineMap(map), IndexMap::parse(text));
  }
}

TEST(AffineMaps, CeildivComesBackAsFloordiv) {
  MLIRContext context;
  const AffineMap map =
      AffineMap::get(1, 0, getAffineDimExpr(0, &context).ceilDiv(4), &context);
  EXPECT_EQ(indexMapFromAffineMap(map).to_string(),
            "(d0) -> (-((-d0) floordiv 4))");
}

TEST(AffineMaps, WhatMlirLacksIsRefused) {
  MLIRContext context;
  expect_contains(
      message_of<UnsupportedExpression>([&] {
        affineMapFromIndexMap(&context,
                              IndexMap::parse("(i, j) -> (#i, i, j)"));
      }),
      "affineMapFromIndexMap: map: expected maps without counting, got '#i' "
      "in (i, j) -> (#i, i, j)");
  const auto d0 = Strata::AffineExpr::dimension(0);
  const IndexMap square{
      {"i"},
      {},
      {},
      {Strata::AffineExpr::make(Strata::AffineExpr::Kind::mul, 0, d0, d0)}};
  expect_contains(message_of<UnsupportedExpression>(
                      [&] { affineMapFromIndexMap(&context, square); }),
                  "a factor without dimensions");
  const IndexMap quotient{{"i"}, {}, {}, {floordiv(d0, 0)}};
  expect_contains(message_of<UnsupportedExpression>(
                      [&] { affineMapFromIndexMap(&context, quotient); }),
                  "a divisor that is positive");
  expect_contains(
      message_of<UnsupportedExpression>([&] {
        indexMapFromAffineMap(AffineMap::getMultiDimIdentityMap(2, &context),
                              1);
      }),
      "indexMapFromAffineMap: map: expected 1 symbols or more, got 0");
}

}  // namespace
