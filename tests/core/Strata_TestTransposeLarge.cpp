// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// So many entries, so far apart, that CSR becomes CSC by way of buckets; and which buckets
// there are.
#include <algorithm>
#include <numeric>
#include <random>

#include <impl/Strata_MajorBuckets.hpp>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Impl::MajorBuckets;
using Impl::MajorGroups;

STRATA_TYPED_SUITE(TransposeLarge);

template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

/// A matrix in CSR, or in CSC; value e of CSR is e + 1.
template <class Index, class Value>
struct Compressed {
  HostArray<Index> positions, coordinates;
  HostArray<Value> values;
};

/// `each` entries with different columns in every other row.
template <class Index, class Value, class Column>
Compressed<Index, Value> rows_of(std::int64_t rows, std::int64_t each, Column&& column) {
  const std::int64_t filled = (rows + 1) / 2;
  Compressed<Index, Value> out{HostArray<Index>("positions", rows + 1),
                               HostArray<Index>("columns", filled * each),
                               HostArray<Value>("values", filled * each)};
  Index* end = out.coordinates.data();
  for (std::int64_t row = 0; row < rows; ++row) {
    Index* const begin = end;
    while (row % 2 == 0 && end < begin + each) {
      const auto next = static_cast<Index>(column());
      if (std::find(begin, end, next) == end) *end++ = next;
    }
    std::sort(begin, end);
    out.positions(row + 1) = static_cast<Index>(end - out.coordinates.data());
  }
  std::iota(out.values.data(), out.values.data() + out.values.extent(0), Value{1});
  return out;
}

template <class Index, class Value>
Compressed<Index, Value> transposed(const Compressed<Index, Value>& from, std::int64_t columns) {
  const std::size_t entries = from.values.extent(0);
  Compressed<Index, Value> out{HostArray<Index>("positions", columns + 1),
                               HostArray<Index>("rows", entries),
                               HostArray<Value>("values", entries)};
  for (std::size_t e = 0; e < entries; ++e) ++out.positions(from.coordinates(e) + 1);
  std::partial_sum(out.positions.data(), out.positions.data() + columns + 1,
                   out.positions.data());
  std::vector<Index> next(out.positions.data(), out.positions.data() + columns);
  for (std::size_t row = 0; row + 1 < from.positions.extent(0); ++row)
    for (auto e = from.positions(row); e < from.positions(row + 1); ++e) {
      const Index place      = next[from.coordinates(e)]++;
      out.coordinates(place) = static_cast<Index>(row);
      out.values(place)      = from.values(e);
    }
  return out;
}

/// Converts, compares array by array, and returns whether there were buckets.
template <class Index, class Value, class ExecutionSpace>
bool transposes_in_buckets(const ExecutionSpace& exec, const Compressed<Index, Value>& rows,
                           std::int64_t columns) {
  const auto num_rows = static_cast<std::int64_t>(rows.positions.extent(0)) - 1;
  const IndexType index(8 * sizeof(Index));
  const TensorRef from = ref(wrap(Formats::csr().with_index_types(index, index),
                                  {num_rows, columns}, {rows.positions}, {rows.coordinates},
                                  rows.values));
  KernelLog log;
  const TensorRef got =
      convert(exec, from, Formats::csc().with_index_types(index, index));
  const bool in_buckets = log.contains("order_buckets");
  EXPECT_NE(in_buckets, log.contains("fill_minors"));
  const auto expected = transposed(rows, columns);
  const auto same     = [](const void* data, const auto& wanted) {
    using T = typename std::decay_t<decltype(wanted)>::value_type;
    return std::equal(wanted.data(), wanted.data() + wanted.extent(0),
                      static_cast<const T*>(data));
  };
  EXPECT_TRUE(same(got.levels[1].positions, expected.positions));
  EXPECT_TRUE(same(got.levels[1].coordinates, expected.coordinates));
  EXPECT_TRUE(same(got.values, expected.values));
  return in_buckets;
}

/// 1.2 million entries.
template <class Index, class Value, class ExecutionSpace, class Column>
bool transposes_in_buckets(const ExecutionSpace& exec, std::int64_t columns, Column&& column) {
  return transposes_in_buckets(exec, rows_of<Index, Value>(140000, 17, column), columns);
}

TYPED_TEST(TransposeLarge, Anywhere) {
  std::mt19937 random(1);
  const auto anywhere = [&] { return random() % 90000; };
  EXPECT_TRUE((transposes_in_buckets<std::uint32_t, double>(this->exec, 90000, anywhere)));
  EXPECT_TRUE((transposes_in_buckets<std::uint32_t, float>(this->exec, 90000, anywhere)));
  EXPECT_TRUE((transposes_in_buckets<std::uint64_t, double>(this->exec, 90000, anywhere)));
  EXPECT_TRUE((transposes_in_buckets<std::uint64_t, float>(this->exec, 90000, anywhere)));
}

// Groups of 64 columns, the last one of one column, many without entries.
TYPED_TEST(TransposeLarge, ManyColumns) {
  std::mt19937 random(2);
  constexpr std::int64_t columns = (1 << 19) + 1;
  EXPECT_TRUE((transposes_in_buckets<std::uint32_t, double>(
      this->exec, columns, [&] { return random() % 3 == 0 ? columns - 1 : random() % 300000; })));
}

// A bucket of one column, which is in order as it is; and columns that no bucket can hold.
TYPED_TEST(TransposeLarge, FullColumns) {
  std::mt19937 random(3);
  const auto beside = [&](std::int64_t full, std::int64_t columns) {
    return [&random, full, columns] {
      return random() % 8 == 0 ? random() % full : random() % columns;
    };
  };
  EXPECT_TRUE((transposes_in_buckets<std::uint32_t, double>(this->exec, 16000, beside(1, 16000))));
  const auto many_in_few = [&] { return random() % 5 < 3 ? random() % 16 : random() % 500000; };
  EXPECT_FALSE((transposes_in_buckets<std::uint32_t, double>(this->exec, 500000, many_in_few)));
}

// A diagonal: every entry has a column of its own, and eight of them a line of memory.
TYPED_TEST(TransposeLarge, ColumnsThatShareLines) {
  std::int64_t next       = 0;
  const std::int64_t rows = 2400000, columns = rows / 2;
  EXPECT_FALSE((transposes_in_buckets(
      this->exec, rows_of<std::uint32_t, double>(rows, 1, [&] { return next++; }), columns)));
}

TYPED_TEST(TransposeLarge, NearOneAnother) {
  std::int64_t next = 0;
  EXPECT_FALSE((transposes_in_buckets<std::uint32_t, double>(
      this->exec, 90000, [&] {
        ++next;
        return next / 20 % 80000 + next % 300;
      })));
}

/// What buckets have to be: neighbours, all majors, the entries of their groups.
void check(const MajorBuckets& buckets, const MajorGroups& groups,
           const std::vector<std::int64_t>& entries, std::int64_t most) {
  ASSERT_EQ(buckets.of_group.size(), entries.size());
  EXPECT_EQ(buckets.begins.front(), 0);
  EXPECT_EQ(buckets.first_majors.front(), 0);
  EXPECT_EQ(buckets.first_majors.back(), groups.extent);
  std::vector<std::int64_t> sizes(buckets.size());
  for (std::size_t g = 0; g < entries.size(); ++g) {
    const std::int64_t bucket = buckets.of_group[g], major = g << groups.shift;
    EXPECT_LE(buckets.first_majors[bucket], major);
    EXPECT_GT(buckets.first_majors[bucket + 1], major);
    sizes[bucket] += entries[g];
  }
  for (std::int64_t b = 0; b < buckets.size(); ++b) {
    EXPECT_EQ(sizes[b], buckets.begins[b + 1] - buckets.begins[b]);
    EXPECT_LE(buckets.width(b), MajorBuckets::max_width);
    const bool is_one_group = buckets.width(b) <= std::int64_t{1} << groups.shift;
    EXPECT_TRUE(is_one_group || sizes[b] <= most) << b;
  }
}

TEST(MajorBuckets, NeighboursWithNoMoreEntriesThanIsAsked) {
  for (const std::int64_t extent : {1, 5, 16384, 16385, 100000, 50000000}) {
    const MajorGroups groups(extent);
    EXPECT_LE(groups.size(), 1 << MajorGroups::max_bits);
    std::vector<std::int64_t> entries(groups.size());
    std::mt19937 random(4);
    for (const std::uint32_t most : {1u, 1000u, 100000u}) {
      for (std::int64_t& count : entries) count = random() % most;
      for (const std::int64_t bucket : {1 << 12, 1 << 15, 1 << 17})
        check(make_buckets(groups, entries, bucket), groups, entries, bucket);
    }
  }
}

TEST(MajorBuckets, LongestIsOneThatHasToBePutInOrder) {
  const MajorGroups groups(3);
  const MajorBuckets alone = make_buckets(groups, {100000, 7, 9}, 32768);
  EXPECT_EQ(alone.size(), 2);
  EXPECT_EQ(alone.longest(), 16);
  EXPECT_EQ(alone.widest(), 2);
}

TEST(MajorBuckets, SeveralForEachWorkerNeitherSmallNorLarge) {
  EXPECT_EQ(Impl::entries_of_bucket(100000000, 2), 1 << 17);
  EXPECT_EQ(Impl::entries_of_bucket(1 << 20, 2), 1 << 15);
  EXPECT_EQ(Impl::entries_of_bucket(16000000, 64), 15625);
  EXPECT_EQ(Impl::entries_of_bucket(1 << 20, 1024), 1 << 12);
}

}  // namespace
