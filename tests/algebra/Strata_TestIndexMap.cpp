// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_IndexMap.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::IndexMap;
using Strata::ParseError;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

std::string reprint(const std::string& text) {
  return IndexMap::parse(text).to_string();
}

std::string parse_error(const std::string& text) {
  return message_of<ParseError>([&] { (void)IndexMap::parse(text); });
}

TEST(IndexMap, CanonicalTextsRoundTrip) {
  for (const char* text :
       {"() -> ()", "(i, j) -> (i, j)", "(i, j) -> (j, i)",
        "(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)",
        "[c](i, j) -> (c * 3 * i, i, j)", "(i, j) -> (#i, i, j)",
        "(i, j) -> (i, j - i)", "(i, j) -> (i * 8 + j)",
        "(i, j) -> ((i + j) floordiv 2)", "(i) -> (i - (i mod 2 + 1))",
        "(i) -> (i - 3)", "(i) -> (i * (2 + 3))", "(i) -> (-4)",
        "(i, j) -> (i + (j + 1))", "[a, b](i) -> (i floordiv (a * b))",
        "[s](d){rt} -> (d + s * 2 - rt)"}) {
    EXPECT_EQ(reprint(text), text);
    EXPECT_EQ(IndexMap::parse(text), IndexMap::parse(reprint(text)));
  }
}

TEST(IndexMap, OtherSpellings) {
  EXPECT_EQ(reprint("(i,j)->(-i + 2 , (j))"), "(i, j) -> (-i + 2, j)");
  EXPECT_EQ(reprint("{l0, l1}(d0 = l1, d1 = l0) -> (l0 = d1, l1 = d0)"),
            "(d0, d1) -> (d1, d0)");
  EXPECT_EQ(reprint("(i) // a comment\n -> (i)"), "(i) -> (i)");
  EXPECT_EQ(reprint("(i) -> (i ceildiv 4)"), "(i) -> (-((-i) floordiv 4))");
}

TEST(IndexMap, NamesDoNotMatter) {
  EXPECT_EQ(IndexMap::parse("(a, b) -> (b, a)"), IndexMap::permutation({1, 0}));
  EXPECT_NE(IndexMap::parse("(a, b) -> (a, b)"), IndexMap::permutation({1, 0}));
  EXPECT_EQ(IndexMap::identity(2).to_string(), "(d0, d1) -> (d0, d1)");
}

TEST(IndexMap, PermutationsAreFound) {
  EXPECT_EQ(IndexMap::parse("(i, j, k) -> (k, i, j)").as_permutation(),
            (std::vector<int>{2, 0, 1}));
  EXPECT_FALSE(IndexMap::parse("(i, j) -> (i, i)").as_permutation());
  EXPECT_FALSE(IndexMap::parse("(i, j) -> (i)").as_permutation());
  EXPECT_FALSE(IndexMap::parse("(i) -> (i floordiv 2)").as_permutation());
  EXPECT_THROW((void)IndexMap::permutation({0, 0}), Strata::FormatMismatch);
  EXPECT_THROW((void)IndexMap::permutation({0, 2}), Strata::FormatMismatch);
}

TEST(IndexMap, ExplicitInverseIsChecked) {
  const std::string levels =
      ") -> (ib = i floordiv 2, jb = j floordiv 3, ii = i mod 2, jj = j mod 3)";
  EXPECT_EQ(IndexMap::parse(
                "{ib, jb, ii, jj}(i = ib * 2 + ii, j = jb * 3 + jj" + levels),
            IndexMap::parse(
                "(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)"));
  EXPECT_EQ(
      parse_error("{ib, jb, ii, jj}(i = ib * 3 + ii, j = jb * 3 + jj" + levels)
          .substr(0, 63),
      "this is not the inverse of the levels for dimension 'i'\n  {ib, ");
}

TEST(IndexMap, ErrorsShowThePlace) {
  EXPECT_EQ(parse_error("(i, j) -> (i, k)"),
            "unknown name 'k'\n  (i, j) -> (i, k)\n                ^");
  EXPECT_EQ(parse_error("(i, j) -> (i * j)"),
            "not affine: one factor must be free of dimensions\n"
            "  (i, j) -> (i * j)\n               ^");
  expect_contains(parse_error("(i) -> (i mod 0)"), "must be positive");
  expect_contains(parse_error("(i) -> (2 floordiv i)"), "not affine");
  expect_contains(parse_error("(i, i) -> (i)"), "declared twice");
  expect_contains(parse_error("(i) -> (i"), "expected ')'");
  expect_contains(parse_error("(i) -> (i) x"), "unexpected 'x'");
  expect_contains(parse_error("(i) -> (99999999999999999999)"), "64 bits");
  expect_contains(parse_error("{a}(i = a) -> (b = i)"), "expected level 'a'");
  expect_contains(parse_error("(i = i) -> (i)"), "needs level names");
}

}  // namespace
