// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_TensorFormat.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::ParseError;
using Strata::TensorFormat;
using Strata::UnsupportedExpression;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

std::string refusal(const std::string& text) {
  return message_of<UnsupportedExpression>(
      [&] { (void)TensorFormat::parse(text); });
}

std::string parse_error(const std::string& text, int rank = -1) {
  return message_of<ParseError>([&] { (void)TensorFormat::parse(text, rank); });
}

// Maps that have no inverse, and what comes later.
TEST(FormatRefusals, SeedMaps) {
  EXPECT_EQ(parse_error("(i, j) -> (i : dense, j floordiv 2 : compressed)"),
            "the levels are not known to tell all elements along dimension 'j' apart\n"
            "  (i, j) -> (i : dense, j floordiv 2 : compressed)\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  expect_contains(
      refusal("[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)"),
      "level 0 stores 'c * 3 * i': symbols");
  expect_contains(refusal("(i, j) -> (#i : dense, i : dense, j : compressed)"),
                  "counting ('#') needs the levels of plugins; include Strata_Levels.hpp");
  expect_contains(parse_error("(i, j) -> (i + j : dense)"),
                  "are not known to tell all elements along dimension 'i' apart");
  expect_contains(parse_error("(i, j) -> (0 : dense, i : dense, j : dense)"),
                  "level 0 stores '0': a constant stores no dimension");
  expect_contains(parse_error("(i, j) -> (i : dense, i : dense)"),
                  "dimension 'j' is stored by no level");
  expect_contains(parse_error("(i, j) -> (j : dense)"),
                  "dimension 'i' is stored by no level");
  expect_contains(
      parse_error("{ib, jb, ii, jj} (i = ib * 2 + ii, j = jb * 2 + jj) -> ("
                  "ib = i floordiv 2 : dense, jb = j floordiv 3 : compressed, "
                  "ii = i mod 2 : dense, jj = j mod 3 : dense)"),
      "this is not the inverse of the levels for dimension 'j'");
}

/// Of plugins, in a program that does not include them.
TEST(FormatRefusals, LevelsThatAreNotRegistered) {
  for (const auto& [text, level] :
       {std::pair{"(i, j, k) -> (i : dense, j : compressed(nonunique, high), k : singleton)",
                  "'loose_compressed'"},
        std::pair{"(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4), crdWidth = 8",
                  "'structured'"},
        std::pair{"(i) -> (i : structured[2, 4])", "'structured'"},
        std::pair{"(i) -> (i : loose_compressed(nonunique))", "'loose_compressed'"},
        std::pair{"(i) -> (i : batch)", "'batch'"},
        std::pair{"(i, j) -> (i : compressed, j : singleton(padded))", "'singleton(padded)'"}}) {
    expect_contains(refusal(text), std::string("level type ") + level + " is not registered");
    expect_contains(refusal(text), "include Strata_Levels.hpp");
  }
}

TEST(FormatRefusals, Slices) {
  EXPECT_EQ(parse_error("(i : #sparse_tensor<slice(0, 4, 0)>) -> (i : dense)"),
            "expected a number of at least 1 or '?'\n"
            "  (i : #sparse_tensor<slice(0, 4, 0)>) -> (i : dense)\n"
            "                                  ^");
  expect_contains(
      parse_error("(i : #sparse_tensor<slice(-1, 4, 1)>) -> (i : dense)"),
      "expected a number or '?', got '-'");
  expect_contains(parse_error("(i : #sparse_tensor<slice(0, 4)>) -> (i : dense)"),
                  "between the numbers of a slice");
  const std::string text = message_of<Strata::FormatMismatch>([] {
    (void)Strata::Formats::csr().with_slices({Strata::DimensionSlice{0, 4, 1}});
  });
  EXPECT_EQ(text,
            "TensorFormat: slices: expected 2 (one per dimension), got 1");
}

TEST(FormatRefusals, LevelRules) {
  EXPECT_EQ(parse_error("(i, j) -> (i : dense, j : singleton)"),
            "expected compressed or singleton before singleton level\n"
            "  (i, j) -> (i : dense, j : singleton)\n"
            "                            ^~~~~~~~~");
  expect_contains(parse_error("(i) -> (i : dense(nonunique))"),
                  "dense does not take the modifier 'nonunique'");
  expect_contains(parse_error("(i) -> (i : compressed(soa))"),
                  "compressed does not take the modifier 'soa'");
  expect_contains(parse_error("(i) -> (i : sparse)"),
                  "unknown level type 'sparse'");
  expect_contains(parse_error("(i) -> (i : compressed(odd))"),
                  "unknown level modifier 'odd'");
  expect_contains(parse_error("(i) -> (i)"), "expected ':' and a level type");
}

TEST(FormatRefusals, Fields) {
  EXPECT_EQ(parse_error("CSR, crdWidth = 3"),
            "expected crdWidth to be 0, 8, 16, 32 or 64, or 1, 2 or 4 (packed)\n"
            "  CSR, crdWidth = 3\n"
            "                  ^");
  expect_contains(parse_error("CSR, width = 2"), "unknown key 'width'");
  expect_contains(parse_error("CSR, posWidth = 8, posWidth = 8"),
                  "given twice");
  expect_contains(parse_error("posWidth = 8"), "no 'map'");
  expect_contains(
      parse_error("#sparse_tensor.encoding<{ map = (i) -> (i : dense)"),
      "expected '}'");
  expect_contains(parse_error("CSR, map = CSC"), "given twice");
}

TEST(FormatRefusals, Names) {
  EXPECT_EQ(parse_error("CSX"),
            "unknown format 'CSX'; known are CSR, CSC, DCSR, DCSC, COO, CSF, "
            "SparseVector, Dense, BSR, CSB, DIA\n  CSX\n  ^~~");
  EXPECT_EQ(parse_error("CSR", 3),
            "the format has rank 2, the tensor has order 3\n  CSR\n  ^~~");
  expect_contains(parse_error("COO"), "'COO' needs a rank: COO(2)");
  expect_contains(parse_error("COO(0)"), "takes a rank from 1 to 64");
  expect_contains(parse_error("Dense(1000000000)"), "takes a rank from 0");
  expect_contains(parse_error("COO(3)", 2), "has rank 3");
  expect_contains(parse_error("CSF(0,2)"), "from 0 to 1 once");
  expect_contains(parse_error("CSF(1,1)"), "from 0 to 1 once");
  expect_contains(parse_error("CSR(2)"), "takes no arguments");
  expect_contains(parse_error("BSR"), "needs rows and columns of a block");
  expect_contains(parse_error("BSR(2,0)"), "at least one row and one column");
  expect_contains(parse_error("DIA(2)"), "takes no arguments");
  expect_contains(parse_error("CSF("), "expected a rank or a mode order");
  expect_contains(parse_error(""), "expected a format such as");
  expect_contains(parse_error("CSR CSR"), "unexpected 'CSR' after the format");
}

}  // namespace
