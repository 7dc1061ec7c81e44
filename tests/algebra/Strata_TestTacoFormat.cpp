// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_FormatName.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

std::string parse_error(const std::string& text, int rank = -1) {
  return message_of<ParseError>([&] { (void)TensorFormat::parse(text, rank); });
}

TEST(TacoFormat, LettersAreLevels) {
  EXPECT_EQ(TensorFormat::parse("ds"), Formats::csr());
  EXPECT_EQ(TensorFormat::parse("ss"), Formats::dcsr());
  EXPECT_EQ(TensorFormat::parse("d"), Formats::dense(1));
  EXPECT_EQ(TensorFormat::parse("s"), Formats::sparse_vector());
  EXPECT_EQ(TensorFormat::parse("sss"), Formats::csf(3));
  EXPECT_EQ(TensorFormat::parse("uq"), Formats::coo(2));
  EXPECT_EQ(TensorFormat::parse("uccq"), Formats::coo(4));
  EXPECT_EQ(TensorFormat::parse("dsdd").to_string(),
            "(d0, d1, d2, d3) -> (d0 : dense, d1 : compressed, d2 : dense, d3 "
            ": dense)");
}

TEST(TacoFormat, ModeOrderFollowsAColon) {
  EXPECT_EQ(TensorFormat::parse("ds:0,1"), Formats::csr());
  EXPECT_EQ(TensorFormat::parse("ds:1,0"), Formats::csc());
  EXPECT_EQ(TensorFormat::parse("ss : 1, 0"), Formats::dcsc());
  EXPECT_EQ(TensorFormat::parse("sss:2,0,1"), Formats::csf(3, {2, 0, 1}));
  EXPECT_EQ(name_of(TensorFormat::parse("ds:1,0")), "CSC");
}

TEST(TacoFormat, IndexTypesAreGivenAsInEncodings) {
  const TensorFormat narrow = Formats::csc().with_index_types({32}, {8});
  EXPECT_EQ(TensorFormat::parse("ds:1,0, posWidth = 32, crdWidth = 8"), narrow);
  EXPECT_EQ(TensorFormat::parse("map = ds:1,0, posWidth = 32, crdWidth = 8"),
            narrow);
}

TEST(TacoFormat, UnknownLetters) {
  expect_contains(parse_error("dx"),
                  "unknown level letter 'x'; known are d (dense), s "
                  "(compressed), u (compressed(nonunique)), q (singleton), c "
                  "(singleton(nonunique)), p (singleton(padded))");
  expect_contains(parse_error("dsx:1,0,2"), "\n  dsx:1,0,2\n    ^");
  expect_contains(parse_error("csr"), "formats by name are spelled CSR");
  expect_contains(parse_error("DS"), "unknown format 'DS'");
}

TEST(TacoFormat, WrongLengthsAndOrders) {
  expect_contains(parse_error("ds:1"),
                  "expected a mode order of 2 dimensions, one for each level "
                  "letter\n  ds:1\n     ^");
  expect_contains(parse_error("ds:1,0,2"),
                  "expected a mode order of 2 dimensions, one for each level "
                  "letter\n  ds:1,0,2\n     ^~~~~");
  expect_contains(parse_error("ds:1,1"),
                  "a mode order names every dimension from 0 to 1 once\n"
                  "  ds:1,1\n       ^");
  expect_contains(parse_error("ds:0,2"), "from 0 to 1 once");
  expect_contains(parse_error("ds:"), "the dimension of a level");
  expect_contains(parse_error("dss", 2),
                  "the format has rank 3, the tensor has order 2");
  expect_contains(parse_error(std::string(65, 'd')), "more than 64 levels");
}

TEST(TacoFormat, LevelRulesHold) {
  expect_contains(parse_error("dq"),
                  "before singleton level\n  dq\n   ^");
  expect_contains(parse_error("q"), "before singleton level\n  q\n  ^");
}

}  // namespace
