// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Strata_MatrixStorage.hpp>

namespace Strata::Test {
namespace {

std::string storage_of(const std::string& format) {
  const auto storage = matrix_storage(TensorFormat::parse(format, 2));
  if (!storage) return "none";
  std::string text = name_of(storage->kind);
  if (storage->kind == MatrixStorage::Kind::blocks)
    text += std::to_string(storage->block_rows) + "x" + std::to_string(storage->block_columns);
  return text;
}

TEST(MatrixStorage, KnowsWhatLibrariesHave) {
  EXPECT_EQ(storage_of("CSR"), "CSR");
  EXPECT_EQ(storage_of("CSR<32>"), "CSR");
  EXPECT_EQ(storage_of("(i, j) -> (i : dense, j : compressed), posWidth = 64, crdWidth = 8"),
            "CSR");
  EXPECT_EQ(storage_of("CSC"), "CSC");
  EXPECT_EQ(storage_of("COO"), "COO");
  EXPECT_EQ(storage_of("BSR(2,3)"), "BSR2x3");
  EXPECT_EQ(storage_of("BSR(4,4)"), "BSR4x4");
}

TEST(MatrixStorage, NothingElse) {
  for (const char* format :
       {"DCSR", "DIA", "CSB(2,2)", "Dense", "(i, j) -> (j : compressed(nonunique), i : singleton)",
        "(i, j) -> (i : dense, j : compressed(nonordered))",
        "(i, j) -> (i : dense, j : compressed(nonunique))",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : dense, j mod 2 : dense)",
        "(i, j) -> (j floordiv 2 : dense, i floordiv 2 : compressed, i mod 2 : dense, "
        "j mod 2 : dense)"})
    EXPECT_EQ(storage_of(format), "none") << format;
  EXPECT_FALSE(matrix_storage(TensorFormat::parse("SparseVector")));
  EXPECT_FALSE(matrix_storage(TensorFormat::parse("CSF(3)")));
  EXPECT_FALSE(matrix_storage(Formats::csr().with_slices({DimensionSlice{0, 2, 1}, {}})));
}

}  // namespace
}  // namespace Strata::Test
