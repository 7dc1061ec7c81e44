// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <gtest/gtest.h>

#include <Strata_FormatName.hpp>
#include <Strata_TensorFormat.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::LevelKind;
using Strata::LevelType;
using Strata::TensorFormat;
namespace Formats = Strata::Formats;

void expect_round_trip(const TensorFormat& format) {
  EXPECT_EQ(TensorFormat::parse(format.to_string()), format);
  EXPECT_EQ(TensorFormat::parse(format.to_encoding()), format);
  EXPECT_EQ(TensorFormat::parse(format.to_string()).to_string(),
            format.to_string());
  EXPECT_EQ(TensorFormat::parse(name_of(format)), format);
}

TEST(TensorFormat, SeedEncodings) {
  EXPECT_EQ(
      TensorFormat::parse("#CSR = #sparse_tensor.encoding<{\n"
                          "  map = (i, j) -> (i : dense, j : compressed)\n"
                          "}>"),
      Formats::csr());
  EXPECT_EQ(TensorFormat::parse(
                "#sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>"),
            Formats::sparse_vector());
  EXPECT_EQ(TensorFormat::parse(
                "(i, j) -> (i : compressed(nonunique), j : singleton)  // COO"),
            Formats::coo(2));
  const TensorFormat dcsc = TensorFormat::parse(
      "#DCSC = #sparse_tensor.encoding<{\n"
      "  map = (i, j) -> (j : compressed, i : compressed),\n"
      "  posWidth = 32,\n"
      "  crdWidth = 8\n"
      "}>");
  EXPECT_EQ(dcsc, Formats::dcsc().with_index_types({32, false}, {8, false}));
  EXPECT_EQ(dcsc.order(), (std::vector<int>{1, 0}));
  EXPECT_EQ(dcsc.pos_type().bytes(), 4);
  EXPECT_EQ(dcsc.crd_type().max(), 255u);
}

TEST(TensorFormat, S0_23_Slices) {
  const std::string text =
      "(d0 : #sparse_tensor<slice(0, 4, 1)>, d1 : #sparse_tensor<slice(0, 8, "
      "?)>) -> (d0 : dense, d1 : compressed)";
  const TensorFormat format = TensorFormat::parse(
      "(i : #sparse_tensor<slice(0,4,1)>, j : #sparse_tensor<slice(0,8,?)>) -> "
      "(i : dense, j : compressed)");
  expect_round_trip(format);
  EXPECT_EQ(format.to_string(), text);
  EXPECT_EQ(*format.slices()[1], (Strata::DimensionSlice{0, 8, -1}));
  EXPECT_EQ(format.whole(), Formats::csr());
  EXPECT_NE(format, Formats::csr());
  EXPECT_FALSE(format.is_permutation());
  EXPECT_EQ(format.order(), (std::vector<int>{0, 1}));
  EXPECT_EQ(format.with_dynamic_slices().to_string(),
            "(d0 : #sparse_tensor<slice(?, ?, 1)>, d1 : "
            "#sparse_tensor<slice(?, ?, ?)>) -> (d0 : dense, d1 : compressed)");
  expect_round_trip(
      TensorFormat::parse("(i : #sparse_tensor<slice(?, ?, ?)>, j) -> (j : "
                          "compressed, i floordiv 2 : dense, i mod 2 : dense), "
                          "posWidth = 32"));
}

TEST(TensorFormat, NamesWithIndexTypes) {
  EXPECT_EQ(TensorFormat::parse("CSR"), Formats::csr());
  EXPECT_EQ(TensorFormat::parse("CSR<32>"),
            Formats::csr().with_index_types({32}, {32}));
  EXPECT_EQ(TensorFormat::parse("CSC<i64, u16>"),
            Formats::csc().with_index_types({64, true}, {16}));
  EXPECT_EQ(TensorFormat::parse("CSF(2,0,1)<64, i32>"),
            Formats::csf(3, {2, 0, 1}).with_index_types({64}, {32, true}));
  EXPECT_EQ(TensorFormat::parse("COO<8>", 3),
            Formats::coo(3).with_index_types({8}, {8}));
  EXPECT_EQ(TensorFormat::parse("#sparse_tensor.encoding<{ map = DCSR<32> }>"),
            Formats::dcsr().with_index_types({32}, {32}));
}

TEST(TensorFormat, NameIsWhatIsParsed) {
  EXPECT_EQ(name_of(Formats::csr()), "CSR");
  EXPECT_EQ(name_of(Formats::csr().with_index_types({32}, {32})), "CSR<32>");
  EXPECT_EQ(name_of(Formats::dcsc().with_index_types({64}, {32, true})),
            "DCSC<64, i32>");
  EXPECT_EQ(name_of(Formats::sparse_vector()), "SparseVector");
  EXPECT_EQ(name_of(Formats::csf(3)), "CSF(3)");
  EXPECT_EQ(name_of(Formats::coo(3, {2, 0, 1})), "COO(2,0,1)");
  EXPECT_EQ(name_of(TensorFormat()), "Dense(0)");
  const TensorFormat unnamed =
      TensorFormat::parse("(i, j) -> (i : compressed, j : dense)");
  EXPECT_EQ(name_of(unnamed), unnamed.to_string());
}

TEST(TensorFormat, WrongIndexTypes) {
  const auto fails = [](const char* text, const char* what) {
    EXPECT_NE(Strata::Testing::message_of<Strata::ParseError>(
                  [&] { TensorFormat::parse(text, 2); })
                  .find(what),
              std::string::npos)
        << text;
  };
  fails("CSR<33>", "expected an index type: 8, 16, 32 or 64 bits");
  fails("CSR<32, 32, 32>", "after the index types");
  fails("CSR<32>, posWidth = 64", "is given twice");
  fails("posWidth = 64, map = CSR<32>", "the index types are given twice");
}

TEST(TensorFormat, ExplicitInverse) {
  EXPECT_EQ(TensorFormat::parse("{l0, l1} (d0 = l1, d1 = l0) -> "
                                "(l0 = d1 : dense, l1 = d0 : compressed)"),
            Formats::csc());
}

TEST(TensorFormat, CanonicalText) {
  EXPECT_EQ(Formats::csc().to_string(),
            "(d0, d1) -> (d1 : dense, d0 : compressed)");
  EXPECT_EQ(Formats::csr().with_index_types({32, false}, {}).to_encoding(),
            "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : "
            "compressed), posWidth = 32 }>");
  EXPECT_EQ(TensorFormat().to_string(), "() -> ()");
}

TEST(TensorFormat, ModifiersInAnyOrder) {
  const TensorFormat a = TensorFormat::parse(
      "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(soa))");
  EXPECT_EQ(a, TensorFormat::parse("(i, j) -> (i : compressed(nonordered, "
                                   "nonunique), j : singleton)"));
  EXPECT_EQ(a.level(0), (LevelType{LevelKind::compressed, false, false}));
  expect_round_trip(a);
}

TEST(TensorFormat, NamedFormats) {
  EXPECT_EQ(TensorFormat::parse("CSR"), Formats::csr());
  EXPECT_EQ(TensorFormat::parse("CSC"), Formats::csc());
  EXPECT_EQ(TensorFormat::parse("DCSR"), Formats::dcsr());
  EXPECT_EQ(TensorFormat::parse("DCSC"), Formats::dcsc());
  EXPECT_EQ(TensorFormat::parse("SparseVector"), Formats::sparse_vector());
  EXPECT_EQ(TensorFormat::parse("COO", 3), Formats::coo(3));
  EXPECT_EQ(TensorFormat::parse("COO(3)"), Formats::coo(3));
  EXPECT_EQ(TensorFormat::parse("COO(1,0)"), Formats::coo(2, {1, 0}));
  EXPECT_EQ(TensorFormat::parse("CSF(2,0,1)", 3), Formats::csf(3, {2, 0, 1}));
  EXPECT_EQ(TensorFormat::parse("Dense", 2), Formats::dense(2));
  EXPECT_EQ(TensorFormat::parse("Dense(0)"), TensorFormat());
  EXPECT_EQ(TensorFormat::parse("Dense", 0), TensorFormat());
  EXPECT_EQ(TensorFormat::parse("CSR, posWidth = 32").pos_type().width, 32);
}

TEST(TensorFormat, CooLevels) {
  EXPECT_EQ(Formats::coo(3).to_string(),
            "(d0, d1, d2) -> (d0 : compressed(nonunique), "
            "d1 : singleton(nonunique), d2 : singleton)");
  EXPECT_EQ(Formats::coo(1), Formats::csf(1));
}

TEST(TensorFormat, EveryOrderAndWidthRoundTrips) {
  std::vector<int> order = {0, 1, 2};
  do {
    for (int width : {0, 8, 16, 32, 64})
      for (bool is_signed : {false, true}) {
        expect_round_trip(Formats::csf(3, order).with_index_types(
            {width, is_signed}, {64, !is_signed}));
        expect_round_trip(Formats::coo(3, order));
      }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(TensorFormat, EveryDenseSparseChoiceRoundTrips) {
  for (int rank = 0, count = 0; rank <= 4; ++rank, count = 0) {
    std::vector<int> order(rank);
    for (int d = 0; d < rank; ++d) order[d] = d;
    do {
      for (int bits = 0; bits < 1 << rank; ++bits, ++count) {
        std::vector<LevelType> levels(rank);
        for (int l = 0; l < rank; ++l)
          if (bits >> l & 1) levels[l].kind = LevelKind::compressed;
        expect_round_trip(TensorFormat(order, levels));
      }
    } while (std::next_permutation(order.begin(), order.end()));
    constexpr int expected[] = {1, 2, 8, 48, 384};
    EXPECT_EQ(count, expected[rank]);
  }
}

TEST(TensorFormat, Properties) {
  EXPECT_TRUE(Formats::dense(3).is_dense());
  EXPECT_TRUE(TensorFormat().is_dense());
  EXPECT_FALSE(Formats::csr().is_dense());
  EXPECT_EQ(Formats::csc().dimension_of_level(0), 1);
  EXPECT_EQ(Formats::csr().dim_rank(), 2);
  EXPECT_NE(Formats::csr(), Formats::csc());
}

TEST(TensorFormat, ConstructorsVerify) {
  using Strata::FormatMismatch;
  using Strata::Testing::expect_contains;
  using Strata::Testing::message_of;
  const LevelType singleton{LevelKind::singleton, true, true};
  const LevelType nonunique_dense{LevelKind::dense, false, true};
  const auto message = [](std::vector<int> order, std::vector<LevelType> levels,
                          Strata::IndexType pos) {
    return message_of<FormatMismatch>(
        [&] { (void)TensorFormat(order, levels, pos); });
  };
  EXPECT_EQ(message({0, 1}, {LevelType{}, singleton}, {}),
            "TensorFormat: level 1; expected compressed or singleton before "
            "singleton level");
  expect_contains(message({0}, {nonunique_dense}, {}), "takes no modifiers");
  expect_contains(message({0, 1}, {LevelType{}}, {}),
                  "expected 2 level types (one per level), got 1");
  expect_contains(message({0}, {LevelType{}}, {7, false}), "posWidth");
  EXPECT_THROW((void)Formats::coo(2, {0}), FormatMismatch);
  EXPECT_THROW((void)Formats::dense(-1), FormatMismatch);
}

}  // namespace
