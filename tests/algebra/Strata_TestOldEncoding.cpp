// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodings as older documents spell them.
#include <gtest/gtest.h>

#include <Strata_TensorFormat.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Strata::Testing::expect_contains;
using Strata::Testing::message_of;

TensorFormat encoding(const std::string& fields) {
  return TensorFormat::parse("#sparse_tensor.encoding<{ " + fields + " }>");
}

std::string parse_error(const std::string& fields) {
  return message_of<ParseError>([&] { (void)encoding(fields); });
}

TEST(OldEncoding, LevelTypesUnderEveryName) {  // S1-02
  for (const char* key : {"lvlTypes", "lvlType", "dimLevelType"}) {
    const std::string k = key;
    EXPECT_EQ(encoding(k + " = [ \"compressed\" ]"), Formats::sparse_vector());
    EXPECT_EQ(encoding(k + " = [ \"dense\", \"compressed\" ]"), Formats::csr());
  }
  EXPECT_EQ(TensorFormat::parse("lvlTypes = [\"dense\", \"compressed\"]"),
            Formats::csr());
}

TEST(OldEncoding, OrdersAndWidths) {
  for (const char* key : {"dimToLvl", "dimOrdering"})
    EXPECT_EQ(encoding("dimLevelType = [ \"compressed\", \"compressed\" ], " +
                       std::string(key) + " = affine_map<(i, j) -> (j, i)>, "
                       "pointerBitWidth = 32, indexBitWidth = 8"),
              Formats::dcsc().with_index_types({32}, {8}));
  EXPECT_EQ(
      encoding("lvlTypes = [\"dense\", \"compressed\", \"dense\", \"dense\"], "
               "dimToLvl = affine_map<(i, j) -> (i floordiv 2, j floordiv 3, i "
               "mod 2, j mod 3)>"),
      Formats::bsr(2, 3));
}

TEST(OldEncoding, Modifiers) {
  EXPECT_EQ(encoding("lvlTypes = [ \"compressed-nu\", \"singleton\" ]"),
            Formats::coo(2));
  EXPECT_EQ(encoding("lvlTypes = [\"compressed-nu-no\", \"singleton-no\"]"),
            TensorFormat::parse("(i, j) -> (i : compressed(nonunique, "
                                "nonordered), j : singleton(nonordered))"));
}

TEST(OldEncoding, Faults) {
  expect_contains(parse_error("lvlTypes = [ \"dense\", \"packed\" ]"),
                  "unknown level type 'packed'");
  expect_contains(parse_error("lvlTypes = [ \"compressed-xy\" ]"),
                  "expected nu (nonunique), no (nonordered) or hi (high), got "
                  "'xy'");
  expect_contains(parse_error("lvlTypes = [ dense ]"), "around a level type");
  expect_contains(parse_error("lvlTypes = [ \"dense\" "),
                  "after the level types");
  expect_contains(parse_error("dimToLvl = affine_map<(i, j) -> (j, i)>"),
                  "the encoding has no 'lvlTypes'");
  expect_contains(parse_error("lvlTypes = [ \"dense\" ], "
                              "dimToLvl = affine_map<(i, j) -> (j, i)>"),
                  "expected 2 level types");
  expect_contains(parse_error("lvlTypes = [\"dense\"], lvlType = [\"dense\"]"),
                  "given twice");
  expect_contains(parse_error("map = CSR, lvlTypes = [\"dense\"]"),
                  "the map is given twice");
  expect_contains(parse_error("lvlTypes = [\"dense\"], map = CSR"),
                  "the map is given twice");
  expect_contains(parse_error("lvlTypes = [\"dense\", \"singleton\"]"),
                  "before singleton level");
  expect_contains(
      parse_error("lvlTypes = [\"dense\"], pointerBitWidth = 7"),
      "expected pointerBitWidth to be 0, 8, 16, 32 or 64");
  // The end of the seed's listing is missing.
  expect_contains(message_of<ParseError>([] {
                    (void)TensorFormat::parse("#sparse_tensor.encoding<{\n"
                                              "  lvlType = [ \"compressed\" ]");
                  }),
                  "expected '}'");
}

}  // namespace
