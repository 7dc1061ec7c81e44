// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Composite formats of the literature, number by number.
#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Hybrids);

/// The 4 × 6 matrix of S0-14: `1 2 . . 4 . / . 3 . . . 5 / . . 6 7 . . / . . 8 . . .`.
const Coordinates matrix_coordinates = {{0, 0}, {0, 1}, {0, 4}, {1, 1},
                                        {1, 5}, {2, 2}, {2, 3}, {3, 2}};
const Reals matrix_values = {1, 2, 4, 3, 5, 6, 7, 8};

template <class ExecutionSpace>
TensorRef matrix(const ExecutionSpace& exec) {
  return ref(assemble<double>(exec, Formats::csr(), {4, 6}, matrix_coordinates,
                              matrix_values));
}

/// A bucket as SparseTIR prints it: rows, columns with 0 where there is padding, and
/// 1 where there is none.
struct Bucket {
  Numbers rows, columns, mask;
  bool operator==(const Bucket&) const = default;
};

Bucket bucket_of(const TensorRef& part) {
  Bucket bucket{coordinates_of(part, 0), coordinates_of(part, 1), {}};
  for (std::int64_t& column : bucket.columns) {
    const bool stored = column >= 0 && column < part.extents[1];
    bucket.mask.push_back(stored);
    if (!stored) column = 0;
  }
  return bucket;
}

template <class ExecutionSpace>
std::vector<Bucket> buckets(const ExecutionSpace& exec, const TensorRef& tensor,
                            const CompositeFormat& format) {
  std::vector<Bucket> all;
  for (const TensorRef& part : decompose(exec, tensor, format)) {
    validate(exec, part);
    all.push_back(bucket_of(part));
  }
  return all;
}

/// S2-17; hyb_c2_b12.
TYPED_TEST(Hybrids, ColumnPartHybOfTwoPartitions) {
  EXPECT_EQ(buckets(this->exec, matrix(this->exec),
                    HybridFormats::column_part_hyb(6, 2, {1, 2})),
            (std::vector<Bucket>{{{1, 2, 3}, {1, 2, 2}, {1, 1, 1}},
                                 {{0}, {0, 1}, {1, 1}},
                                 {{0, 1, 2}, {4, 5, 3}, {1, 1, 1}},
                                 {{}, {}, {}}}));
}

/// The same, all arrays, as the documentation has them.
TYPED_TEST(Hybrids, ColumnPartHybStoresWidthsAndRows) {
  const auto parts = decompose(this->exec, matrix(this->exec),
                               HybridFormats::column_part_hyb(6, 2, {1, 2}));
  const std::vector<Numbers> rows   = {{0, 3}, {0, 1}, {0, 3}, {0, 0}};
  const std::vector<Numbers> widths = {{1, 3}, {2, 1}, {1, 3}, {0, 0}};
  const std::vector<Reals> values   = {{3, 6, 8}, {1, 2}, {4, 5, 7}, {}};
  ASSERT_EQ(parts.size(), rows.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    EXPECT_EQ(positions_of(parts[p], 0), rows[p]) << p;
    EXPECT_EQ(positions_of(parts[p], 1), widths[p]) << p;
    EXPECT_EQ(values_of(parts[p]), values[p]) << p;
  }
}

/// S2-17; hyb_split: rows longer than the last bucket.
TYPED_TEST(Hybrids, ColumnPartHybCutsLongRows) {
  const TensorRef long_row = ref(assemble<double>(
      this->exec, Formats::csr(), {4, 5},
      Coordinates{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {3, 0}, {3, 3}},
      Reals{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(buckets(this->exec, long_row,
                    HybridFormats::column_part_hyb(5, 1, {1, 2})),
            (std::vector<Bucket>{
                {{1}, {2}, {1}},
                {{0, 0, 0, 3}, {0, 1, 2, 3, 4, 0, 0, 3}, {1, 1, 1, 1, 1, 0, 1, 1}}}));
}

/// S2-14, part by part.
TYPED_TEST(Hybrids, BlocksAndEll) {
  const auto parts = decompose(this->exec, matrix(this->exec),
                               HybridFormats::bsr_ell(2, 2, 3));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(positions_of(parts[0], 1), (Numbers{0, 1, 2}));
  EXPECT_EQ(coordinates_of(parts[0], 1), (Numbers{0, 1}));
  EXPECT_EQ(values_of(parts[0]), (Reals{1, 2, 0, 3, 6, 7, 8, 0}));
  EXPECT_EQ(positions_of(parts[1], 1), (Numbers{1, 4}));
  EXPECT_EQ(bucket_of(parts[1]).columns, (Numbers{4, 5, 0, 0}));
  EXPECT_EQ(values_of(parts[1]), (Reals{4, 5, 0, 0}));
}

TYPED_TEST(Hybrids, HybIsEllAndCoordinates) {
  const auto parts =
      decompose(this->exec, matrix(this->exec), HybridFormats::hyb(2));
  EXPECT_EQ(positions_of(parts[0], 1), (Numbers{2, 4}));
  EXPECT_EQ(bucket_of(parts[0]).columns, (Numbers{0, 1, 2, 2, 1, 5, 3, 0}));
  EXPECT_EQ(values_of(parts[0]), (Reals{1, 3, 6, 8, 2, 5, 7, 0}));
  EXPECT_EQ(coordinates_of(parts[1], 0), (Numbers{0}));
  EXPECT_EQ(coordinates_of(parts[1], 1), (Numbers{4}));
  EXPECT_EQ(values_of(parts[1]), (Reals{4}));
}

TYPED_TEST(Hybrids, FullDiagonalsAndRows) {
  const auto parts =
      decompose(this->exec, matrix(this->exec), HybridFormats::hdc(3));
  EXPECT_EQ(coordinates_of(parts[0], 0), (Numbers{3}));  // j - i = 0
  EXPECT_EQ(values_of(parts[0]), (Reals{1, 3, 6, 0}));
  EXPECT_EQ(values_of(parts[1]), (Reals{2, 4, 5, 7, 8}));
}

TYPED_TEST(Hybrids, NothingIsLostOrDoubled) {
  const std::vector<std::int64_t> extents = {50, 37};
  for (const std::size_t size : {0, 30, 400, 1500}) {
    const RandomEntries entries(11, size, extents);
    const auto whole = assemble<double>(this->exec, Formats::csc(), extents,
                                        entries.coordinates, entries.values);
    for (const CompositeFormat& format :
         {HybridFormats::hyb(3), HybridFormats::column_part_hyb(37, 4, {1, 2, 4}),
          HybridFormats::column_part_hyb(37, 50, {1}), HybridFormats::bsr_ell(3, 2, 4),
          HybridFormats::hdc(12)}) {
      SCOPED_TRACE(format.to_string());
      const auto parts = decompose(this->exec, whole, format, "A");
      EntryMap sum;
      for (const auto& part : parts) {
        validate(this->exec, ref(part));
        for (const auto& [at, value] :
             to_map(extract(ref(part), ExtractZeros::skip_dense)))
          EXPECT_TRUE(sum.emplace(at, value).second);
      }
      EXPECT_EQ(sum, to_map(entries.coordinates, entries.values));
      const auto again = compose(this->exec, parts, Formats::csr());
      EXPECT_EQ(to_map(extract(ref(again))), sum);
    }
  }
}

TEST(HybridTexts, SayWhatPartsTake) {
  EXPECT_EQ(HybridFormats::hyb(2).to_string(),
            "(d0, d1) -> (d0 : dense, d1 : ell) where rank(d0) <= 1\n+ COO(2)");
  EXPECT_EQ(
      HybridFormats::column_part_hyb(6, 1, {1, 2}).to_string(),
      "(d0, d1) -> (d0 : compressed, d1 : fixed_width) where d1 floordiv 6 = 0 and "
      "count(d0, d1 floordiv 6) = 1\n"
      "+ (d0, d1) -> (d0 : compressed(nonunique), d1 : fixed_width) where d1 floordiv "
      "6 = 0 and count(d0, d1 floordiv 6) >= 2, rows of 2");
}

TEST(HybridTexts, NamesAreParsed) {
  const auto parsed = [](const char* text) {
    return HybridFormats::parse(text, {4, 6});
  };
  EXPECT_EQ(parsed("HYB(2)"), HybridFormats::hyb(2));
  EXPECT_EQ(parsed("HYB(2, 1)"), HybridFormats::column_part_hyb(6, 2, {1, 2}));
  EXPECT_EQ(parsed("HYB(1,0)"), HybridFormats::column_part_hyb(6, 1, {1}));
  EXPECT_EQ(parsed("BSR_ELL(2,3,4)"), HybridFormats::bsr_ell(2, 3, 4));
  EXPECT_EQ(parsed("HDC(3)"), HybridFormats::hdc(3));
  for (const char* other : {"", "CSR", "BSR(2,2)", "HYBRID(2)", "(i, j) -> (i : dense, j : ell)"})
    EXPECT_EQ(parsed(other), std::nullopt) << other;
  for (const char* wrong : {"HYB", "HYB()", "HYB(0)", "HYB(1,31)", "HYB(1025,1)", "HYB(1,2,3)",
                            "HDC(2) 3", "BSR_ELL(2,2)"})
    EXPECT_THROW((void)parsed(wrong), ParseError) << wrong;
  expect_contains(message_of<ParseError>([&] { (void)parsed("HYB(1,2,3)"); }),
                  "expected HYB(w): entries of a row in ELL; HYB(c,k): partitions");
  expect_contains(
      message_of<ShapeMismatch>([] { (void)HybridFormats::parse("HYB(2)", {2, 3, 4}); }),
      "HYB(2): expected a matrix, got order 3");
}

TEST(HybridTexts, Refusals) {
  const auto reason = [](auto make) { return message_of<FormatMismatch>(make); };
  expect_contains(reason([] { (void)HybridFormats::hyb(0); }),
                  "HybridFormats::hyb: width: expected 1 or more, got 0");
  expect_contains(
      reason([] { (void)HybridFormats::column_part_hyb(6, 0, {1}); }), "partitions");
  expect_contains(
      reason([] { (void)HybridFormats::column_part_hyb(6, 1, {}); }), "at least one");
  expect_contains(
      reason([] { (void)HybridFormats::column_part_hyb(6, 1, {2, 2}); }), "buckets");
  expect_contains(reason([] { (void)HybridFormats::hdc(0); }), "entries");
}

}  // namespace
