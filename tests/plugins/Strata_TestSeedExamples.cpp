// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodings and storage of the documents of MLIR's sparse tensors that need levels
// of plugins, number by number.
#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(SeedExamples);

/// S0-01: every example, with the corrections E2, E3, E5, E6 and E7.
TEST(SeedTexts, EveryEncodingRoundTrips) {
  for (const char* text :
       {"(i) -> (i : compressed)",
        "(i, j) -> (i : compressed(nonunique), j : singleton)",
        "(i, j, k) -> (i : dense, j : compressed(nonunique, high), k : singleton)",
        "(i, j) -> (i : dense, j : compressed)",
        "(i, j) -> (j : compressed, i : compressed), posWidth = 32, crdWidth = 8",
        "( i, j ) -> ( i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, "
        "j mod 3 : dense )",
        "{ib, jb, ii, jj} (i = ib * 2 + ii, j = jb * 3 + jj) -> (ib = i floordiv 2 : "
        "dense, jb = j floordiv 3 : compressed, ii = i mod 2 : dense, jj = j mod 3 : "
        "dense)",
        "(i, j) -> (#i : dense, i : dense, j : singleton(padded))",
        "[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4), crdWidth = 2",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4), crdWidth = 8",
        "(i : #sparse_tensor<slice(0, 4, 1)>, j : #sparse_tensor<slice(0, 8, ?)>) -> (i : "
        "dense, j : compressed)"}) {
    const TensorFormat format =
        TensorFormat::parse(std::string("#A = #sparse_tensor.encoding<{ map = ") + text + " }>");
    EXPECT_EQ(TensorFormat::parse(format.to_string()), format) << text;
    EXPECT_EQ(TensorFormat::parse(format.to_encoding()), format) << text;
    EXPECT_EQ(TensorFormat::parse(format.to_string()).to_string(), format.to_string());
  }
}

/// E6: the frame is closed.
TEST(SeedTexts, OpenFramesAreRefused) {
  EXPECT_THROW(
      TensorFormat::parse("#BSR = #sparse_tensor.encoding<{ map = ( i, j ) -> ( i floordiv 2 : "
                          "dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense )"),
      ParseError);
}

/// E4: three dimensions of a tensor of two.
TYPED_TEST(SeedExamples, OrdersAgree) {
  expect_contains(
      message_of<ShapeMismatch>([&] {
        (void)assemble<float>(
            this->exec,
            TensorFormat::parse("(i, j, k) -> (i : dense, j : loose_compressed(nonunique), k "
                                ": singleton)"),
            {10, 10}, Coordinates{{1, 1}}, std::vector<float>{1});
      }),
      "3");
}

/// The matrix of LLVM's sparse_ds: four entries in every row, two in every block.
template <class ExecutionSpace>
TensorRef sparse_ds(const ExecutionSpace& exec, const std::string& format) {
  const std::vector<Numbers> columns = {{2, 3, 5, 7}, {1, 2, 4, 7}, {0, 2, 4, 5}};
  Coordinates at;
  Reals values;
  for (std::int64_t i = 0; i < 3; ++i)
    for (const std::int64_t j : columns[static_cast<std::size_t>(i)]) {
      at.push_back({i, j});
      values.push_back(static_cast<double>(values.size()) + 1);
    }
  const TensorRef tensor =
      ref(assemble<double>(exec, TensorFormat::parse(format), {3, 8}, at, values));
  validate(exec, tensor);
  return tensor;
}

/// S0-08.
TYPED_TEST(SeedExamples, TwoOfFourOfThreeRows) {
  const TensorRef t = sparse_ds(
      this->exec,
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])");
  EXPECT_EQ(coordinates_of(t, 2), (Numbers{2, 3, 1, 3, 1, 2, 0, 3, 0, 2, 0, 1}));
  EXPECT_EQ(values_of(t), (Reals{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

/// S0-06, S0-08: both edges of the rows of the same matrix.
TYPED_TEST(SeedExamples, LooseRows) {
  const TensorRef t =
      sparse_ds(this->exec, "(i, j) -> (i : dense, j : loose_compressed)");
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 4, 4, 8, 8, 12}));
}

/// S0-08: five places of eight, the first free ones filled with zeros.
TYPED_TEST(SeedExamples, FiveOfEight) {
  const TensorRef t = sparse_ds(
      this->exec,
      "(i, j) -> (i : dense, j floordiv 8 : dense, j mod 8 : structured[5, 8])");
  EXPECT_EQ(coordinates_of(t, 2),
            (Numbers{0, 2, 3, 5, 7, 0, 1, 2, 4, 7, 0, 1, 2, 4, 5}));
  EXPECT_EQ(values_of(t), (Reals{0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 9, 0, 10, 11, 12}));
}

}  // namespace
