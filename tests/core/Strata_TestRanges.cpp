// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces that have ranges of coordinates of a level below others: about equally many stored
// ones, and where they begin in each fibre.
#include "Strata_PartitionCuts.hpp"
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Ranges);

/// Of a level below others: ranges of its coordinates, by a sample of what is stored.
TYPED_TEST(Ranges, HaveEquallyManyStoredCoordinates) {
  const std::int64_t rows = 3000, columns = 2000;
  const Coordinates entries = power_law(rows, columns);
  for (const TensorFormat& format : {Formats::csc(), Formats::dcsc(), Formats::coo(2, {1, 0})}) {
    const auto a = assemble<double>(this->exec, format, {rows, columns}, entries, ones(entries));
    for (const std::int64_t pieces : {1, 2, 3, 4}) {
      const auto cuts =
          cut(this->exec, pieces, {{rows, false}}, {WeighedTensor::sampled(ref(a), 1)});
      EXPECT_EQ(cuts.front(), Tuple{0});
      EXPECT_EQ(cuts.back(), Tuple{rows});
      // The first row has an eighth of them, and is not cut.
      EXPECT_LE(imbalance(work_of(cuts, entries, 1, false)), 1.3)
          << format.to_string() << ", " << pieces;
    }
  }
}

TYPED_TEST(Ranges, OfSeveralTensors) {
  const std::int64_t rows = 1000, columns = 40;
  Coordinates above, below;  // of the same columns
  for (std::int64_t j = 0; j < columns; ++j)
    for (std::int64_t r = 0; r < 500; ++r) {
      above.push_back({r, j});
      if (r % 4 == 0) below.push_back({500 + r, j});
    }
  const auto a = assemble<double>(this->exec, Formats::csc(), {rows, columns}, above, ones(above));
  const auto b = assemble<double>(this->exec, Formats::csc(), {rows, columns}, below, ones(below));
  Coordinates all = above;
  all.insert(all.end(), below.begin(), below.end());
  const auto cuts = cut(this->exec, 4, {{rows, false}},
                        {WeighedTensor::sampled(ref(a), 1), WeighedTensor::sampled(ref(b), 1)});
  EXPECT_LE(imbalance(work_of(cuts, all, 1, false)), 1.1);
}

/// One coordinate with nearly all: a range of its own, and the others have what is left.
TYPED_TEST(Ranges, AroundOneCoordinate) {
  const std::int64_t rows = 100, columns = 5000;
  Coordinates entries;
  for (std::int64_t j = 0; j < columns; ++j) {
    entries.push_back({70, j});
    if (j % 50 == 0) entries.push_back({j / 50, j});
  }
  const auto a =
      assemble<double>(this->exec, Formats::csc(), {rows, columns}, entries, ones(entries));
  const auto cuts = cut(this->exec, 4, {{rows, false}}, {WeighedTensor::sampled(ref(a), 1)});
  const auto work = work_of(cuts, entries, 1, false);
  EXPECT_EQ(std::accumulate(work.begin(), work.end(), std::int64_t{0}), std::ssize(entries));
  EXPECT_GE(*std::max_element(work.begin(), work.end()), columns);
}

/// What is stored beneath a coordinate is work as well.
TYPED_TEST(Ranges, WeighWhatIsBeneath) {
  const std::int64_t rows = 50, columns = 300, depth = 900;
  Coordinates entries;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t k = 0; k < (j < 3 ? depth : 1); ++k) entries.push_back({j, i, k});
  for (const TensorFormat& format : {Formats::csf(3, {1, 0, 2}), Formats::coo(3, {1, 0, 2})}) {
    const auto a =
        assemble<double>(this->exec, format, {columns, rows, depth}, entries, ones(entries));
    const auto cuts = cut(this->exec, 3, {{columns, false}}, {WeighedTensor::sampled(ref(a), 1)});
    EXPECT_LE(imbalance(work_of(cuts, entries, 1, false)), 1.3) << format.to_string();
  }
}

TYPED_TEST(Ranges, OfNothing) {
  const auto a = assemble<double>(this->exec, Formats::csc(), {10, 4}, {}, {});
  const auto cuts = cut(this->exec, 3, {{10, false}}, {WeighedTensor::sampled(ref(a), 1)});
  EXPECT_EQ(cuts.front(), Tuple{0});
  EXPECT_EQ(cuts.back(), Tuple{10});
  EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
}

/// What the coordinates say: in fibres of nothing, of one coordinate and of all of them.
template <class Exec>
void expect_begins(const Exec& exec, const Coordinates& entries, std::int64_t rows,
                   std::int64_t columns, std::int64_t pieces) {
  const auto a = assemble<double>(exec, Formats::csc(), {rows, columns}, entries, ones(entries));
  const Kokkos::View<std::uint64_t*, Exec> table("begins", (pieces + 1) * columns);
  const auto cuts = cut(exec, pieces, {{rows, false}},
                        {WeighedTensor::sampled(ref(a), 1, table.data())});
  const auto begins = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), table);
  for (std::int64_t p = 0; p <= pieces; ++p)
    for (std::int64_t j = 0; j < columns; ++j) {
      std::uint64_t expected = 0;  // entries of columns before, and of ranges before
      for (const auto& entry : entries)
        expected += entry[1] < j || (entry[1] == j && (p == pieces || entry[0] < cuts[p][0]));
      EXPECT_EQ(begins(p * columns + j), expected) << "range " << p << ", column " << j;
    }
}

TYPED_TEST(Ranges, BeginInEachFibre) {
  Coordinates entries;
  for (std::int64_t j = 0; j < 60; ++j)
    for (std::int64_t i = j % 7; i < 90 && j % 5 != 0; i += j + 1) entries.push_back({i, j});
  for (const std::int64_t pieces : {1, 2, 3, 16}) {
    expect_begins(this->exec, entries, 90, 60, pieces);
    expect_begins(this->exec, {}, 90, 60, pieces);
    expect_begins(this->exec, {}, 90, 0, pieces);
    expect_begins(this->exec, {{4, 2}}, 90, 60, pieces);
  }
}

TYPED_TEST(Ranges, BeginInCompressedLevels) {
  const auto a = assemble<double>(this->exec, Formats::coo(2), {10, 4}, {{1, 1}}, {1.0});
  std::uint64_t none = 0;
  EXPECT_THROW(cut(this->exec, 3, {{4, false}}, {WeighedTensor::sampled(ref(a), 1, &none)}),
               CodegenError);
}

TYPED_TEST(Ranges, AreOfOneVariable) {
  const auto a = assemble<double>(this->exec, Formats::csc(), {10, 4}, {{1, 1}}, {1.0});
  EXPECT_THROW(cut(this->exec, 3, {{10, false}, {4, false}}, {WeighedTensor::sampled(ref(a), 1)}),
               CodegenError);
}

}  // namespace
