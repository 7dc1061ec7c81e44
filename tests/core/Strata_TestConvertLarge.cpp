// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enough entries that they are cut into pieces, dealt to buckets and sorted.
#include <algorithm>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConvertLarge);

const char* const unordered_coo =
    "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonunique, "
    "nonordered))";

template <class ExecutionSpace>
TensorRef shuffled(const ExecutionSpace& exec, const RandomEntries& entries,
                   const std::vector<std::int64_t>& extents) {
  const std::size_t n = entries.values.size();
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> rows("rows", n),
      columns("columns", n), positions("positions", 2);
  Kokkos::View<double*, Kokkos::HostSpace> values("values", n);
  positions(1) = static_cast<std::uint32_t>(n);
  for (std::size_t e = 0; e < n; ++e) {
    rows(e)    = static_cast<std::uint32_t>(entries.coordinates[e][0]);
    columns(e) = static_cast<std::uint32_t>(entries.coordinates[e][1]);
    values(e)  = entries.values[e];
  }
  const TensorRef tensor = ref(wrap(TensorFormat::parse(unordered_coo), extents,
                                    {positions}, {rows, columns}, values));
  validate(exec, tensor);
  return tensor;
}

template <class ExecutionSpace>
void check(const ExecutionSpace& exec, const TensorRef& from,
           const TensorFormat& to, const Sums& expected) {
  SCOPED_TRACE(from.format.to_string() + " to " + to.to_string());
  const TensorRef result = convert(exec, from, to);
  ASSERT_NO_THROW(validate(exec, result));
  const Sums got = sums_of(extract(exec, result));
  EXPECT_TRUE(got == expected);  // no printing of maps
}

template <class ExecutionSpace>
void check_all(const ExecutionSpace& exec, const RandomEntries& entries,
               const std::vector<std::int64_t>& extents) {
  const Sums expected   = sums_of(entries);
  const TensorRef coo   = shuffled(exec, entries, extents);
  const char* formats[] = {"CSR", "CSC", "DCSC", "COO(1,0)", unordered_coo};
  for (const char* to : formats)
    check(exec, coo, TensorFormat::parse(to, 2), expected);
  const TensorRef csr = convert(exec, coo, Formats::csr());
  for (const char* to : formats)
    check(exec, csr, TensorFormat::parse(to, 2), expected);
  check(exec, convert(exec, coo, Formats::dcsc()), Formats::dcsr(), expected);
}

TYPED_TEST(ConvertLarge, Scattered) {
  const std::vector<std::int64_t> extents = {40000, 50000};
  check_all(this->exec, RandomEntries(1, 30000, extents), extents);
}

TYPED_TEST(ConvertLarge, Hypersparse) {
  const std::vector<std::int64_t> extents = {std::int64_t{1} << 22, 1 << 10};
  check_all(this->exec, RandomEntries(2, 20000, extents), extents);
}

TYPED_TEST(ConvertLarge, ManyDuplicates) {
  const std::vector<std::int64_t> extents = {60, 50};
  check_all(this->exec, RandomEntries(3, 30000, extents), extents);
}

// Nearly all entries in one row, and in one column: one bucket holds them.
TYPED_TEST(ConvertLarge, OneRowOneColumn) {
  const std::vector<std::int64_t> extents = {100000, 100000};
  RandomEntries entries(4, 150000, extents);
  for (std::size_t e = 0; e < entries.values.size(); ++e)
    entries.coordinates[e][e % 2] = 7;
  check_all(this->exec, entries, extents);
}

TYPED_TEST(ConvertLarge, Band) {
  const std::vector<std::int64_t> extents = {30000, 30000};
  RandomEntries entries(5, 80000, extents);
  for (auto& c : entries.coordinates)
    c[1] = std::min<std::int64_t>(c[0] + c[1] % 5, 29999);
  check_all(this->exec, entries, extents);
}

// The order of equal keys is the order of the source.
TYPED_TEST(ConvertLarge, KeepsDuplicatesInTheirOrder) {
  const std::vector<std::int64_t> extents = {300, 200};
  RandomEntries entries(6, 50000, extents);
  for (std::size_t e = 0; e < entries.values.size(); ++e)
    entries.values[e] = static_cast<double>(e);
  const TensorRef coo = shuffled(this->exec, entries, extents);
  const TensorRef rows =
      convert(this->exec, coo,
              TensorFormat::parse("(i, j) -> (i : dense, j : "
                                  "compressed(nonunique))"));
  this->exec.fence("Strata::test");
  std::vector<std::size_t> order(entries.values.size());
  for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return entries.coordinates[a] < entries.coordinates[b];
  });
  const Reals values = values_of(rows);
  ASSERT_EQ(values.size(), order.size());
  for (std::size_t e = 0; e < order.size(); ++e)
    ASSERT_EQ(values[e], entries.values[order[e]]) << e;
}

TYPED_TEST(ConvertLarge, Order3) {
  const std::vector<std::int64_t> extents = {70, 900, 3000};
  const RandomEntries entries(7, 30000, extents);
  const Sums expected = sums_of(entries);
  const TensorRef csf = ref(assemble<double>(
      this->exec, Formats::csf(3), extents, entries.coordinates,
      entries.values));
  for (const auto& order : permutations(3)) {
    check(this->exec, csf, Formats::csf(3, order), expected);
    check(this->exec, csf, Formats::coo(3, order), expected);
    check(this->exec, csf,
          TensorFormat(order, {{LevelKind::dense},
                               {LevelKind::compressed, false},
                               {LevelKind::singleton}}),
          expected);
  }
}

TYPED_TEST(ConvertLarge, FromDense) {
  const std::vector<std::int64_t> extents = {300, 400};
  const RandomEntries entries(8, 30000, extents);
  const Sums expected   = sums_of(entries);
  const TensorRef dense = ref(assemble<double>(
      this->exec, Formats::dense(2), extents, entries.coordinates,
      entries.values));
  for (const char* name : {"CSR", "CSC", "DCSC", "COO", "Dense(1,0)",
                           "(i, j) -> (j : compressed, i : dense)"})
    check(this->exec, dense, TensorFormat::parse(name, 2), expected);
}

}  // namespace
