// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of equal work: every tuple of coordinates is in one piece, and no piece
// has much more than the others, whatever the shape of the tensors.
#include <map>
#include <random>

#include <Strata_Partition.hpp>
#include <Strata_Seam.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <impl/Strata_ScanPieces.hpp>

#include "Strata_PartitionCuts.hpp"
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Partition);

/// One row with every column among rows with one entry each.
Coordinates one_dense_row(std::int64_t rows, std::int64_t columns) {
  Coordinates out;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < (r == rows / 3 ? columns : 1); ++c)
      out.push_back({r, c});
  return out;
}

TYPED_TEST(Partition, MatricesOfAnyShape) {
  const std::int64_t rows = 3000, columns = 20000;
  Coordinates single_row;
  for (std::int64_t c = 0; c < columns; ++c) single_row.push_back({0, c});
  for (const Coordinates& entries :
       {power_law(rows, columns), one_dense_row(rows, columns), single_row})
    for (const TensorFormat& format :
         {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
      const auto a = assemble<double>(this->exec, format, {rows, columns},
                                      entries, ones(entries));
      for (const std::int64_t pieces : {2, 3, 7, 16, 64, 256}) {
        const auto cuts = cut(this->exec, pieces,
                              {{rows, false}, {columns, false}}, {{ref(a), 2}});
        const bool with_rows = !level_traits(format.level(0)).full && format.level(0).unique;
        EXPECT_LE(imbalance(work_of(cuts, entries, 2, with_rows)), 1.05)
            << format.to_string() << ", " << pieces << " pieces";
      }
    }
}

TYPED_TEST(Partition, LoopsOverAllRowsCountTheseToo) {
  // The last row has half of the work, the empty ones before it the other half.
  const std::int64_t rows = 4096;
  Coordinates entries;
  for (std::int64_t c = 0; c < rows; ++c) entries.push_back({rows - 1, c});
  const auto a = assemble<double>(this->exec, Formats::csr(), {rows, rows},
                                  entries, ones(entries));
  const auto cuts =
      cut(this->exec, 4, {{rows, true}, {rows, false}}, {{ref(a), 2}});
  EXPECT_NEAR(cuts[1][0], rows / 2, 64);
  EXPECT_GE(cuts[2][0], rows - 128);
  EXPECT_EQ(cuts[3][0], rows - 1);
  EXPECT_NEAR(cuts[3][1], rows / 2, 64);
}

TYPED_TEST(Partition, CoordinatesThatAreVisitedMayWeighMore) {
  // The empty rows have three quarters of the work.
  const std::int64_t rows = 4096;
  Coordinates entries;
  for (std::int64_t c = 0; c < rows; ++c) entries.push_back({rows - 1, c});
  const auto a = assemble<double>(this->exec, Formats::csr(), {rows, rows}, entries,
                                  ones(entries));
  const auto cuts = cut(this->exec, 4, {{rows, true, 3}, {rows, false}}, {{ref(a), 2}});
  EXPECT_NEAR(cuts[1][0], rows / 3, 64);
  EXPECT_NEAR(cuts[2][0], 2 * rows / 3, 64);
  EXPECT_GE(cuts[3][0], rows - 64);
}

TYPED_TEST(Partition, LongFibres) {
  const std::int64_t n = 20000;
  Coordinates entries;
  for (std::int64_t k = 0; k < n; ++k) entries.push_back({1, 2, k});
  for (std::int64_t i = 2; i < 50; ++i) entries.push_back({i, i, i});
  const auto b = assemble<double>(this->exec, Formats::csf(3), {50, 50, n},
                                  entries, ones(entries));
  for (const std::int64_t pieces : {2, 5, 64, 256}) {
    const auto cuts =
        cut(this->exec, pieces, {{50, false}, {50, false}, {n, false}},
            {{ref(b), 3}});
    EXPECT_LE(imbalance(work_of(cuts, entries, 3, false)), 1.05) << pieces;
  }
}

TYPED_TEST(Partition, OperandsAreWeighedTogether) {
  const std::int64_t rows = 2000, columns = 3000;
  const Coordinates a = power_law(rows, columns);
  Coordinates b       = one_dense_row(rows, columns), both = a;
  both.insert(both.end(), b.begin(), b.end());
  const auto first  = assemble<double>(this->exec, Formats::csr(),
                                      {rows, columns}, a, ones(a));
  const auto second = assemble<double>(this->exec, Formats::dcsr(),
                                       {rows, columns}, b, ones(b));
  for (const std::int64_t pieces : {2, 16, 100}) {
    const auto cuts = cut(this->exec, pieces, {{rows, false}, {columns, false}},
                          {{ref(first), 2}, {ref(second), 2}});
    EXPECT_LE(imbalance(work_of(cuts, both, 2, true)), 1.05) << pieces;
  }
}

TYPED_TEST(Partition, EntriesBelowTheVariablesAreWeighed) {
  // Row 0 has one column with 1000 entries below it, others have 10 with one: as
  // many coordinates below them, on all levels.
  const std::int64_t n = 51;
  Coordinates entries;
  for (std::int64_t k = 0; k < 1000; ++k) entries.push_back({0, 0, k});
  for (std::int64_t i = 1; i < n; ++i)
    for (std::int64_t j = 0; j < 10; ++j) entries.push_back({i, j, 0});
  const auto b = assemble<double>(this->exec, Formats::csf(3), {n, n, 1000},
                                  entries, ones(entries));
  const auto cuts = cut(this->exec, 2, {{n, false}}, {{ref(b), 1}});
  EXPECT_NEAR(cuts[1][0], 1, 1);
}

/// Terms of A(i,k) * B(k,j), (i,k) by (i,k).
Coordinates products(const Coordinates& a, const Coordinates& b) {
  std::map<std::int64_t, std::vector<std::int64_t>> rows;
  for (const Tuple& e : b) rows[e[0]].push_back(e[1]);
  Coordinates out;
  for (const Tuple& e : a)
    for (const std::int64_t j : rows[e[1]]) out.push_back({e[0], e[1], j});
  return out;
}

// A window of a dense level that ends where the level does.
TYPED_TEST(Partition, WindowsAtTheEnd) {
  const std::int64_t rows = 60, columns = 6000;
  const Coordinates entries = power_law(rows, columns);
  const auto a = assemble<double>(this->exec, Formats::csr(), {rows, columns}, entries,
                                  ones(entries));
  Coordinates inside;  // of A(i(40,60), j(1000,4000))
  for (const Tuple& c : entries)
    if (c[0] >= 40 && c[1] >= 1000 && c[1] < 4000)
      inside.push_back({c[0] - 40, c[1] - 1000});
  const auto cuts = cut(this->exec, 4, {{20, false}, {3000, false}},
                        {{ref(a), 2, {{40, 1, 60}, {1000, 1, 4000}}}});
  EXPECT_EQ(cuts.back(), (Tuple{20, 0}));
  EXPECT_LE(imbalance(work_of(cuts, inside, 2, false)), 1.05);
}

// Most terms come from few entries of A, those of which B has long rows.
TYPED_TEST(Partition, TensorsBeneathOthersAreWeighed) {
  const std::int64_t rows = 3000, columns = 500;
  const Coordinates b = power_law(rows, columns);
  Coordinates a;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t n = 0; n < 1 + i % 7; ++n)
      a.push_back({i, i % 11 == 0 ? n : (i * 13 + n * 427) % rows});
  for (Tuple& e : a) std::swap(e[0], e[1]);  // all coordinates once
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  for (Tuple& e : a) std::swap(e[0], e[1]);
  std::sort(a.begin(), a.end());
  Coordinates visited = a;  // k, then the terms beneath
  for (Tuple& e : visited) e.push_back(0);
  for (const Tuple& e : products(a, b)) visited.push_back(e);
  for (const TensorFormat& left : {Formats::csr(), Formats::dcsr(), Formats::coo(2)})
    for (const TensorFormat& right : {Formats::csr(), Formats::dcsr()}) {
      const auto first  = assemble<double>(this->exec, left, {rows, rows}, a, ones(a));
      const auto second = assemble<double>(this->exec, right, {rows, columns}, b, ones(b));
      const WeighedTensor beneath{ref(second), 2};
      for (const int depth : {1, 2, 3})
        for (const std::int64_t pieces : {2, 7, 16}) {
          std::vector<PartitionedVariable> variables{
              {rows, false}, {rows, false}, {columns, false}};
          variables.resize(depth);
          const auto cuts = cut(this->exec, pieces, variables,
                                {{ref(first), std::min(depth, 2), {}, {{1, beneath}}}});
          EXPECT_LE(imbalance(work_of(cuts, visited, depth, false)), 1.1)
              << left.to_string() << right.to_string() << depth << ", " << pieces;
        }
    }
}

// The same of rows 301 to 1801 of A: what is beside them weighs nothing.
TYPED_TEST(Partition, TensorsBeneathAWindowAreWeighed) {
  const std::int64_t rows = 3000, columns = 500, begin = 301, end = 1802;
  const Coordinates b = power_law(rows, columns);
  Coordinates a, inside;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t n = 0; n < 1 + i % 7; ++n) a.push_back({i, (i * 13 + n * 427) % rows});
  std::sort(a.begin(), a.end());
  for (const Tuple& e : a)
    if (e[0] >= begin && e[0] < end) inside.push_back({e[0] - begin, e[1]});
  Coordinates visited = inside;
  for (Tuple& e : visited) e.push_back(0);
  for (const Tuple& e : products(inside, b)) visited.push_back(e);
  const auto first  = assemble<double>(this->exec, Formats::csr(), {rows, rows}, a, ones(a));
  const auto second = assemble<double>(this->exec, Formats::csr(), {rows, columns}, b, ones(b));
  const WeighedTensor window{
      ref(first), 2, {{begin, 1, end}, {}}, {{1, WeighedTensor{ref(second), 1}}}};
  for (const std::int64_t pieces : {2, 7, 16})
    EXPECT_LE(imbalance(work_of(cut(this->exec, pieces, {{end - begin, false}, {rows, false}},
                                    {window}),
                                visited, 2, false)),
              1.1)
        << pieces;
}

// A * D * B: what stands beneath D weighs in A.
TYPED_TEST(Partition, ChainsOfTensorsBeneathOthers) {
  const std::int64_t rows = 400, columns = 300;
  const Coordinates d = one_dense_row(rows, rows), b = power_law(rows, columns);
  Coordinates a;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t k = i % 5; k < rows; k += 97) a.push_back({i, k});
  const auto terms = products(a, d);
  std::map<std::int64_t, std::int64_t> length;
  for (const Tuple& e : b) ++length[e[0]];
  Coordinates visited = a;
  for (const Tuple& e : terms)
    for (std::int64_t n = 0; n < 1 + length[e[2]]; ++n) visited.push_back({e[0], e[1]});
  const auto csr = [&](const Coordinates& entries, std::int64_t n) {
    return assemble<double>(this->exec, Formats::csr(), {rows, n}, entries, ones(entries));
  };
  const auto left = csr(a, rows), middle = csr(d, rows), right = csr(b, columns);
  const WeighedTensor inner{ref(middle), 1, {}, {{1, {ref(right), 1}}}};
  for (const std::int64_t pieces : {2, 7, 16}) {
    const auto cuts = cut(this->exec, pieces, {{rows, false}, {rows, false}},
                          {{ref(left), 2, {}, {{1, inner}}}});
    // One entry of A may be much of a piece.
    EXPECT_LE(imbalance(work_of(cuts, visited, 2, false)), 1.5) << pieces;
  }
}

TYPED_TEST(Partition, NothingStored) {
  for (const std::int64_t extent : {std::int64_t{0}, std::int64_t{7},
                                    std::int64_t{1} << 40}) {
    const auto a = assemble<double>(this->exec, Formats::dcsr(),
                                    {extent, extent}, {}, {});
    const auto cuts = cut(this->exec, 5, {{extent, false}, {extent, false}},
                          {{ref(a), 2}});
    EXPECT_EQ(cuts.front(), (Tuple{0, 0}));
    EXPECT_EQ(cuts.back(), (Tuple{extent, 0}));
    EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
  }
}

TYPED_TEST(Partition, RefusesNoVariablesAndTooMany) {
  EXPECT_THROW(cut(this->exec, 2, {}, {}), CodegenError);
  EXPECT_THROW(cut(this->exec, 2, std::vector<PartitionedVariable>(7), {}),
               CodegenError);
}

// Words of a piece and level: count and seam.
TEST(ScanCounts, WithoutSeams) {
  Numbers words = {3, 0, 0, 0, 4, 0};
  EXPECT_EQ(Impl::scan_counts(words.data(), 3, 1), (Numbers{7}));
  EXPECT_EQ(words, (Numbers{0, 0, 3, 0, 3, 0}));
}

TEST(ScanCounts, AnEntryOfThreePieces) {
  // Piece 1 appends nothing below it, piece 2 does and goes on with another.
  Numbers words = {2, Seam::last, 0, Seam::inside, 2, Seam::first};
  EXPECT_EQ(Impl::scan_counts(words.data(), 3, 1), (Numbers{3}));
  EXPECT_EQ(words, (Numbers{0, 0, 1, 1, 1, 1}));
}

TEST(ScanCounts, ASharedEntryThatNobodyBegan) {
  Numbers words = {2, 0, 1, Seam::first | Seam::last | Seam::inside,
                   1, Seam::first};
  EXPECT_EQ(Impl::scan_counts(words.data(), 3, 1), (Numbers{3}));
  EXPECT_EQ(words, (Numbers{0, 0, 2, 0, 2, 1}));
}

TEST(ScanCounts, LevelsAreApart) {
  Numbers words = {1, 5, Seam::last, 0, 1, 6, Seam::first, 0};
  EXPECT_EQ(Impl::scan_counts(words.data(), 2, 2), (Numbers{1, 11}));
  EXPECT_EQ(words, (Numbers{0, 0, 0, 0, 0, 5, 1, 0}));
}

// By kernels, as on devices.
TYPED_TEST(Partition, PiecesAreScannedAsOnTheHost) {
  std::mt19937 random(5);
  std::uniform_int_distribution<std::int64_t> counts(-2, 3), seams(0, 7);
  for (const int levels : {1, 3})
    for (const std::int64_t pieces : {0, 1, 2, 7, 500, 200001}) {
      Kokkos::View<std::int64_t*, typename TypeParam::memory_space> words("words",
                                                                          2 * pieces * levels);
      Numbers expected;
      for (std::int64_t w = 0; w < 2 * pieces * levels; ++w)
        expected.push_back(w / levels % 2 == 0 ? std::max<std::int64_t>(counts(random), 0)
                                               : seams(random));
      std::copy(expected.begin(), expected.end(), words.data());
      const Numbers totals = Impl::scan_pieces(this->exec, words.data(), pieces, levels);
      EXPECT_EQ(totals, Impl::scan_counts(expected.data(), pieces, levels));
      EXPECT_EQ(Numbers(words.data(), words.data() + words.size()), expected);
    }
}

// Coordinates of the cuts are those of loops through a window. What is beside it
// weighs nothing.
TYPED_TEST(Partition, WindowsWeighWhatTheyHold) {
  const std::int64_t rows = 3000, columns = 2000;
  const Coordinates entries = power_law(rows, columns);
  for (const TensorFormat& format :
       {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
    const auto a = assemble<double>(this->exec, format, {rows, columns}, entries,
                                    ones(entries));
    for (const std::int64_t stride : {1, 3}) {
      const WeighedTensor window{ref(a), 2, {{4, stride, 1804}, {500, 1, 1500}}};
      Coordinates inside;  // of A(i(4,1804,stride), j(500,1500))
      for (const Tuple& c : entries)
        if (c[0] >= 4 && c[0] < 1804 && (c[0] - 4) % stride == 0 &&
            c[1] >= 500 && c[1] < 1500)
          inside.push_back({(c[0] - 4) / stride, c[1] - 500});
      for (const std::int64_t pieces : {2, 4, 16}) {
        const auto cuts = cut(this->exec, pieces,
                              {{1800 / stride, false}, {1000, false}}, {window});
        EXPECT_EQ(cuts.front(), (Tuple{0, 0}));
        EXPECT_EQ(cuts.back(), (Tuple{1800 / stride, 0}));
        const bool with_rows = format.level(0).kind == LevelKind::compressed &&
                               format.level(0).unique;
        EXPECT_LE(imbalance(work_of(cuts, inside, 2, with_rows)), 1.05)
            << format.to_string() << ", stride " << stride << ", " << pieces;
      }
    }
  }
}

}  // namespace
