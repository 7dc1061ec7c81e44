// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists that are sorted where they lie become, bit by bit, what convert() makes of them when it
// sorts all entries together, which is another way.
#include <algorithm>
#include <cstring>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Extents = std::vector<std::int64_t>;

STRATA_TYPED_SUITE(Collect);

/// (i, j, k) -> (i : compressed(nonunique, nonordered), j : singleton(nonunique, nonordered),
/// k : singleton(nonordered)), or fewer.
TensorFormat list_format(int rank, IndexType index) {
  std::vector<LevelType> levels(rank, {LevelKind::singleton, false, false});
  levels[0] = {LevelKind::compressed, false, false};
  std::vector<int> order(rank);
  for (int d = 0; d < rank; ++d) order[d] = d;
  return TensorFormat(order, levels, index, index);
}

template <class Index, class Value, class MakeValue>
TensorRef make_list(const Coordinates& coordinates, const Extents& extents, MakeValue&& value) {
  const std::size_t n = coordinates.size();
  const int rank      = static_cast<int>(extents.size());
  Kokkos::View<Index*, Kokkos::HostSpace> positions("positions", 2);
  Kokkos::View<Value*, Kokkos::HostSpace> values("values", n);
  positions(1) = static_cast<Index>(n);
  std::vector<Kokkos::View<Index*, Kokkos::HostSpace>> columns;
  for (int d = 0; d < rank; ++d) columns.emplace_back("coordinates", n);
  for (std::size_t e = 0; e < n; ++e) {
    for (int d = 0; d < rank; ++d) columns[d](e) = static_cast<Index>(coordinates[e][d]);
    values(e) = value(e);
  }
  const TensorFormat format = list_format(rank, index_type_of<Index>());
  switch (rank) {
    case 1: return ref(wrap(format, extents, {positions}, {columns[0]}, values));
    case 2: return ref(wrap(format, extents, {positions}, {columns[0], columns[1]}, values));
    default:
      return ref(
          wrap(format, extents, {positions}, {columns[0], columns[1], columns[2]}, values));
  }
}

void expect_same_bits(const TensorRef& got, const TensorRef& expected) {
  ASSERT_EQ(got.num_values, expected.num_values);
  for (int l = 0; l < got.format.lvl_rank(); ++l) {
    EXPECT_EQ(positions_of(got, l), positions_of(expected, l)) << "level " << l;
    EXPECT_EQ(coordinates_of(got, l), coordinates_of(expected, l)) << "level " << l;
  }
  EXPECT_EQ(std::memcmp(got.values, expected.values, got.num_values * size_of(got.scalar)), 0);
}

template <class ExecutionSpace>
TensorRef sorted_together(const ExecutionSpace& exec, const TensorRef& list,
                          const TensorFormat& format) {
  ConversionChoices choices;
  choices.sort_buckets = 1;
  const ConversionScope scope(choices);
  const KernelLog log;
  const TensorRef made = convert(exec, list, format);
  EXPECT_FALSE(log.contains("Strata::collect"));
  return made;
}

/// For every number of buckets that is asked for: 0 leaves it open.
template <class ExecutionSpace, class Make>
void check(const ExecutionSpace& exec, const Make& make, std::initializer_list<const char*> formats) {
  for (const char* name : formats)
    for (const int buckets : {0, 2, 64}) {
      const TensorRef list      = make();
      const TensorFormat format = TensorFormat::parse(name, static_cast<int>(list.extents.size()));
      SCOPED_TRACE(list.format.to_string() + " to " + name + ", buckets: " +
                   std::to_string(buckets));
      const TensorRef expected = sorted_together(exec, list, format);
      ConversionChoices choices;
      choices.sort_buckets = buckets;
      const ConversionScope scope(choices);
      const KernelLog log;
      const TensorRef got = collect_entries(exec, list, format, "C");
      EXPECT_TRUE(log.contains("Strata::collect::sort"));
      ASSERT_NO_THROW(validate(exec, got));
      expect_same_bits(got, expected);
    }
}

/// Values whose sums depend on their order.
double real(std::size_t e) { return 1.0 / static_cast<double>(e % 1000 + 3); }

template <class ExecutionSpace>
void check_matrices(const ExecutionSpace& exec, const Coordinates& coordinates, const Extents& extents) {
  check(exec, [&] { return make_list<std::uint32_t, double>(coordinates, extents, real); },
        {"CSR", "CSC", "DCSR<32>", "COO", "COO(1,0)",
         "(i, j) -> (i : dense, j : compressed(nonunique))"});
}

TYPED_TEST(Collect, Scattered) {
  const Extents extents = {40000, 50000};
  check_matrices(this->exec, RandomEntries(1, 100000, extents).coordinates, extents);
}

TYPED_TEST(Collect, ManyRepetitions) {
  const Extents extents = {60, 50};
  check_matrices(this->exec, RandomEntries(2, 100000, extents).coordinates, extents);
}

// More than 2^14 of some, which are summed in pieces; in a bucket of their own, at the ends too.
TYPED_TEST(Collect, FewKeys) {
  const Extents extents   = {1 << 16, 1 << 16};
  Coordinates coordinates = RandomEntries(3, 150000, extents).coordinates;
  for (std::size_t e = 0; e < coordinates.size(); ++e) {
    if (e % 5 == 0) coordinates[e] = {0, 0};
    if (e % 5 == 1) coordinates[e] = {77, 78};
    if (e % 5 == 2) coordinates[e] = {extents[0] - 1, extents[1] - 1};
  }
  check_matrices(this->exec, coordinates, extents);
}

TYPED_TEST(Collect, OneKey) {
  for (const std::int64_t at : {0, 39}) {
    const Coordinates coordinates(70000, {at, at});
    check_matrices(this->exec, coordinates, {40, 40});
  }
}

TYPED_TEST(Collect, OneRowOneColumn) {
  const Extents extents   = {100000, 100000};
  Coordinates coordinates = RandomEntries(4, 150000, extents).coordinates;
  for (std::size_t e = 0; e < coordinates.size(); ++e) coordinates[e][e % 2] = 7;
  check_matrices(this->exec, coordinates, extents);
}

TYPED_TEST(Collect, InOrder) {
  const Extents extents   = {3000, 3000};
  Coordinates coordinates = RandomEntries(5, 100000, extents).coordinates;
  std::sort(coordinates.begin(), coordinates.end());
  check_matrices(this->exec, coordinates, extents);
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
  check_matrices(this->exec, coordinates, extents);
  std::reverse(coordinates.begin(), coordinates.end());
  check_matrices(this->exec, coordinates, extents);
}

TYPED_TEST(Collect, FewEntries) {
  for (const int entries : {0, 1, 2, 17, 5000})
    check_matrices(this->exec, RandomEntries(6, entries, {9, 11}).coordinates, {9, 11});
}

// All bits of a key: what fills up the buckets' numbers is no bucket.
TYPED_TEST(Collect, KeysOf64Bits) {
  const Extents extents   = {std::int64_t{1} << 32, std::int64_t{1} << 32};
  Coordinates coordinates = RandomEntries(7, 50000, extents).coordinates;
  for (std::size_t e = 0; e < coordinates.size(); e += 3)
    coordinates[e] = {extents[0] - 1, extents[1] - 1};
  check(this->exec, [&] { return make_list<std::uint64_t, double>(coordinates, extents, real); },
        {"DCSR", "COO"});
}

TYPED_TEST(Collect, Orders) {
  const RandomEntries vector(8, 60000, {100000}), tensor(9, 60000, {70, 900, 3000});
  check(this->exec,
        [&] { return make_list<std::uint64_t, double>(vector.coordinates, {100000}, real); },
        {"(i) -> (i : compressed)"});
  check(this->exec,
        [&] {
          return make_list<std::uint32_t, double>(tensor.coordinates, {70, 900, 3000}, real);
        },
        {"CSF", "COO", "(i, j, k) -> (k : dense, i : compressed, j : compressed)"});
}

template <class Value, class Exec, class MakeValue>
void check_values(const Exec& exec, MakeValue&& value) {
  const Extents extents = {200, 200};
  const Coordinates coordinates = RandomEntries(10, 50000, extents).coordinates;
  check(exec, [&] { return make_list<std::uint32_t, Value>(coordinates, extents, value); },
        {"CSR", "COO", "(i, j) -> (i : dense, j : compressed(nonunique))"});
}

TYPED_TEST(Collect, Values) {
  check_values<float>(this->exec, [](std::size_t e) { return static_cast<float>(real(e)); });
  check_values<Kokkos::Experimental::half_t>(this->exec, [](std::size_t e) {
    return static_cast<Kokkos::Experimental::half_t>(static_cast<float>(real(e)));
  });
  check_values<std::int8_t>(this->exec,
                            [](std::size_t e) { return static_cast<std::int8_t>(e % 7); });
  check_values<bool>(this->exec, [](std::size_t e) { return e % 3 == 0; });
  check_values<Kokkos::complex<float>>(this->exec, [](std::size_t e) {
    return Kokkos::complex<float>(static_cast<float>(real(e)), static_cast<float>(e % 5));
  });
  check_values<Kokkos::complex<double>>(this->exec, [](std::size_t e) {
    return Kokkos::complex<double>(real(e), real(e + 7));
  });
}

// What is not sorted in place is converted.
TYPED_TEST(Collect, OtherFormats) {
  const Extents extents = {200, 200}, large(3, std::int64_t{1} << 40);
  const RandomEntries matrix(11, 20000, extents), tensor(12, 5000, large);
  const auto collect = [&](const TensorRef& list, const char* name) {
    const TensorFormat format = TensorFormat::parse(name, static_cast<int>(list.extents.size()));
    const TensorRef expected  = convert(this->exec, list, format);
    expect_same_bits(collect_entries(this->exec, list, format), expected);
  };
  collect(make_list<std::uint32_t, double>(matrix.coordinates, extents, real),
          "(i, j) -> (i : compressed, j : dense)");
  collect(make_list<std::uint64_t, double>(tensor.coordinates, large, real), "CSF");
  const RandomEntries small(14, 20, {4, 4});
  const TensorFormat packed = TensorFormat::parse(
      "(i, j) -> (i : compressed(nonunique), j : singleton), crdWidth = 2");
  collect(convert(this->exec, make_list<std::uint32_t, double>(small.coordinates, {4, 4}, real),
                  packed),
          "CSC");
  TensorRef constant = make_list<std::uint32_t, double>(matrix.coordinates, extents, real);
  constant.is_const  = true;
  const Numbers rows = coordinates_of(constant, 0);
  collect(constant, "CSR");
  EXPECT_EQ(coordinates_of(constant, 0), rows);
  ConversionChoices together;
  together.sort_buckets = 1;
  const ConversionScope scope(together);
  collect(make_list<std::uint32_t, double>(matrix.coordinates, extents, real), "CSR");
  EXPECT_THROW(collect_entries(this->exec,
                               make_list<std::uint32_t, double>(matrix.coordinates, extents, real),
                               Formats::csf(3)),
               FormatMismatch);
}

TYPED_TEST(Collect, PositionsThatDoNotFit) {
  const Extents extents = {300, 300};
  const RandomEntries entries(13, 40000, extents);
  EXPECT_THROW(
      collect_entries(this->exec,
                      make_list<std::uint32_t, double>(entries.coordinates, extents, real),
                      TensorFormat::parse("(i, j) -> (i : dense, j : compressed), posWidth = 8")),
      IndexOverflow);
}

}  // namespace
