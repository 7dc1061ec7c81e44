// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of plugins that MLIR has, too, and those that it has not.
#include "Strata_EncodingTest.hpp"

#include <Strata_Error.hpp>
#include <Strata_Levels.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using mlir::sparse_tensor::SparseTensorEncodingAttr;
using Strata::TensorFormat;

class RegisteredEncodings : public Strata::Testing::EncodingTest {};

std::string framed(const std::string& map) {
  return "#sparse_tensor.encoding<{ map = " + map + " }>";
}

TEST_F(RegisteredEncodings, BothReadTheSame) {
  for (const char* map :
       {"(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : "
        "structured[2, 4]), crdWidth = 8",  // S0-15 with E2 and E3
        "(i, j) -> (i : dense, j floordiv 8 : dense, j mod 8 : "
        "structured[5, 8])",
        "(i, j, k) -> (i : dense, j : loose_compressed(nonunique), k : "
        "singleton)",  // S0-18 with E5
        "(i, j) -> (i : dense, j : loose_compressed), posWidth = 32",
        "(i, j) -> (j : loose_compressed(nonunique, nonordered), i : "
        "singleton(nonordered))",
        "(i, j) -> (i : batch, j : compressed)"}) {
    const SparseTensorEncodingAttr attr = encoding(framed(map));
    ASSERT_TRUE(attr) << map;
    const TensorFormat format = TensorFormat::parse(framed(map));
    EXPECT_EQ(strata::formatFromEncoding(attr), format) << map;
    EXPECT_EQ(strata::encodingFromFormat(&context, format), attr) << map;
    EXPECT_EQ(encoding(format.to_encoding()), attr) << format.to_encoding();
  }
}

TEST_F(RegisteredEncodings, OldSpellings) {  // E3, E5
  EXPECT_EQ(strata::encodingFromFormat(
                &context, TensorFormat::parse(
                              "(i, j) -> (i : dense, j floordiv 4 : dense, j "
                              "mod 4 : block2_4), crdWidth = 8")),
            encoding(framed("(i, j) -> (i : dense, j floordiv 4 : dense, j mod "
                            "4 : structured[2, 4]), crdWidth = 8")));
  const std::string now =
      "(i, j, k) -> (i : dense, j : loose_compressed(nonunique), k : "
      "singleton)";
  for (const char* old :
       {"map = (i, j, k) -> (i : dense, j : compressed(nonunique, high), k : "
        "singleton)",
        "dimLevelType = [ \"dense\", \"compressed-hi-nu\", \"singleton\" ]"})
    EXPECT_EQ(TensorFormat::parse(
                  "#sparse_tensor.encoding<{ " + std::string(old) + " }>"),
              TensorFormat::parse(now));
}

TEST_F(RegisteredEncodings, LevelsThatMlirLacks) {
  for (const char* map :
       {"(i, j) -> (i : dense, j : ell)", "(i, j) -> (i : dense, j : ragged)",
        "(i, j) -> (i : dense, j : fixed_width)"})
    Strata::Testing::expect_contains(
        Strata::Testing::message_of<Strata::UnsupportedExpression>([&] {
          strata::encodingFromFormat(&context, TensorFormat::parse(map));
        }),
        "level 1: expected dense, compressed, singleton, loose_compressed, "
        "batch or structured, got ");
}

}  // namespace
