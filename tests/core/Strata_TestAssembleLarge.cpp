// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enough entries that they are dealt to buckets and sorted there.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(AssembleLarge);

/// Every format, from rows of coordinates and from columns of them.
template <class ExecutionSpace>
void check_all(const ExecutionSpace& exec, const RandomEntries& entries,
               const std::vector<std::int64_t>& extents) {
  using memory_space = typename ExecutionSpace::memory_space;
  const std::size_t n = entries.values.size(), order = extents.size();
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, memory_space> rows("rows", n, order);
  Kokkos::View<std::int64_t**, Kokkos::LayoutLeft, memory_space> columns("columns", n, order);
  Kokkos::View<double*, memory_space> values("values", n);
  for (std::size_t e = 0; e < n; ++e) {
    for (std::size_t d = 0; d < order; ++d)
      rows(e, d) = columns(e, d) = entries.coordinates[e][d];
    values(e) = entries.values[e];
  }
  const Sums expected = sums_of(entries);
  for (const char* text : {"CSR", "CSC", "DCSR", "COO", "CSF"}) {
    SCOPED_TRACE(text);
    if (order != 2 && text != std::string("COO") && text != std::string("CSF")) continue;
    const TensorFormat format = TensorFormat::parse(text, static_cast<int>(order));
    const TensorRef by_rows = ref(assemble<double>(exec, format, extents, rows, values)),
                    by_columns =
                        ref(assemble<double>(exec, format, extents, columns, values));
    for (const TensorRef& tensor : {by_rows, by_columns}) {
      ASSERT_NO_THROW(validate(exec, tensor));
      EXPECT_EQ(tensor.num_values, static_cast<std::int64_t>(expected.size()));
      EXPECT_TRUE(sums_of(extract(exec, tensor)) == expected);
    }
  }
}

TYPED_TEST(AssembleLarge, Distinct) {
  const std::vector<std::int64_t> extents = {3000, 5000};
  RandomEntries entries(1, 60000, extents);
  std::set<std::vector<std::int64_t>> seen;
  RandomEntries distinct = entries;
  distinct.coordinates.clear();
  distinct.values.clear();
  for (std::size_t e = 0; e < entries.values.size(); ++e)
    if (seen.insert(entries.coordinates[e]).second) {
      distinct.coordinates.push_back(entries.coordinates[e]);
      distinct.values.push_back(entries.values[e]);
    }
  check_all(this->exec, distinct, extents);
}

TYPED_TEST(AssembleLarge, FewRepeat) {
  const std::vector<std::int64_t> extents = {3000, 5000};
  RandomEntries entries(2, 60000, extents);
  entries.coordinates[59999] = entries.coordinates[3];
  check_all(this->exec, entries, extents);
}

TYPED_TEST(AssembleLarge, ManyRepeat) {
  const std::vector<std::int64_t> extents = {70, 50};
  check_all(this->exec, RandomEntries(3, 60000, extents), extents);
}

// One bucket would hold nearly all: threads sort together.
TYPED_TEST(AssembleLarge, OneRowWithRepeats) {
  const std::vector<std::int64_t> extents = {100000, 20000};
  RandomEntries entries(4, 150000, extents);
  for (auto& c : entries.coordinates)
    if (c[1] % 50 > 0) c[0] = 7;
  check_all(this->exec, entries, extents);
}

TYPED_TEST(AssembleLarge, InOrderWithRepeats) {
  const std::vector<std::int64_t> extents = {300, 400};
  RandomEntries entries(5, 60000, extents);
  std::sort(entries.coordinates.begin(), entries.coordinates.end());
  check_all(this->exec, entries, extents);
}

TYPED_TEST(AssembleLarge, OutOfOrderAtTheEndOnly) {
  const std::vector<std::int64_t> extents = {300, 400};
  RandomEntries entries(6, 60000, extents);
  std::sort(entries.coordinates.begin(), entries.coordinates.end());
  std::swap(entries.coordinates.front(), entries.coordinates.back());
  check_all(this->exec, entries, extents);
}

TYPED_TEST(AssembleLarge, Order3) {
  const std::vector<std::int64_t> extents = {70, 900, 30};
  check_all(this->exec, RandomEntries(7, 60000, extents), extents);
}

// In buckets, keys have one digit, or many.
TYPED_TEST(AssembleLarge, KeysOfManyLengths) {
  for (int bits = 3; bits <= 18; ++bits) {
    SCOPED_TRACE(bits);
    const std::vector<std::int64_t> extents = {std::int64_t{1} << bits, std::int64_t{3} << bits,
                                               std::int64_t{1} << (bits - 2)};
    check_all(this->exec, RandomEntries(10, 20000, extents), extents);
  }
}

// Positions of all entries would not fit, those of the sums do.
TYPED_TEST(AssembleLarge, PositionsOfTheSumsFit) {
  const RandomEntries entries(8, 20000, {10, 20});
  const TensorRef sums = ref(assemble<double>(
      this->exec, Formats::csr().with_index_types({8}, {8}), {10, 20}, entries.coordinates,
      entries.values));
  ASSERT_NO_THROW(validate(this->exec, sums));
  EXPECT_TRUE(sums_of(extract(this->exec, sums)) == sums_of(entries));
}

// Values of 16 bytes stay where they are until they are summed.
TYPED_TEST(AssembleLarge, ComplexValues) {
  using T              = Kokkos::complex<double>;
  const std::int64_t n = 50000;
  std::vector<std::int64_t> coordinates(2 * n);
  std::vector<T> values(n);
  std::map<std::vector<std::int64_t>, T> expected;
  for (std::int64_t e = 0; e < n; ++e) {
    coordinates[2 * e]     = e * 7919 % 900;
    coordinates[2 * e + 1] = e * 104729 % 37;
    values[e]              = T(static_cast<double>(e), static_cast<double>(-2 * e));
    expected[{coordinates[2 * e], coordinates[2 * e + 1]}] += values[e];
  }
  const TensorRef tensor = assemble(this->exec, Formats::csr(), ScalarType::c128, {900, 37},
                                    coordinates.data(), values.data(), n);
  ASSERT_NO_THROW(validate(this->exec, tensor));
  ASSERT_EQ(tensor.num_values, static_cast<std::int64_t>(expected.size()));
  const auto* sum = static_cast<const T*>(tensor.values);
  for (const auto& [coordinate, value] : expected) {
    ASSERT_EQ(sum->real(), value.real());
    ASSERT_EQ((sum++)->imag(), value.imag());
  }
}

/// What is said of entries with a wrong coordinate.
template <class Layout, class ExecutionSpace>
std::string fault_of(const ExecutionSpace& exec, const RandomEntries& entries,
                     const std::vector<std::int64_t>& extents) {
  using memory_space  = typename ExecutionSpace::memory_space;
  const std::size_t n = entries.values.size(), order = extents.size();
  Kokkos::View<std::int64_t**, Layout, memory_space> coordinates("coordinates", n, order);
  Kokkos::View<double*, memory_space> values("values", n);
  for (std::size_t e = 0; e < n; ++e)
    for (std::size_t d = 0; d < order; ++d) coordinates(e, d) = entries.coordinates[e][d];
  const auto format = TensorFormat::parse(order == 2 ? "CSR" : "CSF", static_cast<int>(order));
  return message_of<ShapeMismatch>(
      [&] { assemble<double>(exec, format, extents, coordinates, values); });
}

// Coordinates that are wrong are found before they are put to use.
TYPED_TEST(AssembleLarge, OutOfRange) {
  for (const std::vector<std::int64_t>& extents :
       {std::vector<std::int64_t>{3000, 5000}, {300, 5000, 20}, {3, 5000, 2, 7}})
    for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{5000}, std::int64_t{1} << 40,
                                     std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()}) {
      SCOPED_TRACE(wrong);
      RandomEntries entries(9, 60000, extents);
      entries.coordinates[41234][1]     = wrong;
      entries.coordinates[51234].back() = -7;
      const std::string of_rows = fault_of<Kokkos::LayoutRight>(this->exec, entries, extents),
                        of_columns = fault_of<Kokkos::LayoutLeft>(this->exec, entries, extents);
      EXPECT_NE(of_rows.find("41234"), std::string::npos) << of_rows;
      EXPECT_EQ(of_columns, of_rows);
    }
}

}  // namespace
