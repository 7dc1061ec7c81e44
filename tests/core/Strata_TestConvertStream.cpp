// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that are filled by a walk over entries in order: the arrays are those that
// assembly from a list makes, which sorts and numbers all entries.
#include <algorithm>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConvertStream);

const char* const targets[] = {
    "CSF(3)",
    "(i, j, k) -> (i : dense, j : compressed, k : compressed)",
    "(i, j, k) -> (i : dense, j : dense, k : compressed), posWidth = 32, crdWidth = 32",
    "(i, j, k) -> (i : compressed, j : compressed(nonunique), k : singleton)",
    "(i, j, k) -> (i : compressed, j : compressed, k : compressed), posWidth = 16, "
    "crdWidth = 8"};

void expect_same(const TensorRef& got, const TensorRef& expected) {
  for (int l = 0; l < expected.format.lvl_rank(); ++l) {
    EXPECT_EQ(positions_of(got, l), positions_of(expected, l)) << "level " << l;
    EXPECT_EQ(coordinates_of(got, l), coordinates_of(expected, l)) << "level " << l;
  }
  EXPECT_EQ(values_of(got), values_of(expected));
}

/// Entries in the order i, j, k; as they come where `sorted` is false.
TensorRef stored(RandomEntries entries, const std::vector<std::int64_t>& extents,
                 bool sorted) {
  std::vector<std::size_t> order(entries.values.size());
  for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
  if (sorted)
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return entries.coordinates[a] < entries.coordinates[b];
    });
  const std::size_t n = order.size();
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> i("i", n), j("j", n), k("k", n),
      positions("positions", 2);
  Kokkos::View<double*, Kokkos::HostSpace> values("values", n);
  positions(1) = static_cast<std::uint32_t>(n);
  for (std::size_t e = 0; e < n; ++e) {
    const auto& c = entries.coordinates[order[e]];
    i(e)          = static_cast<std::uint32_t>(c[0]);
    j(e)          = static_cast<std::uint32_t>(c[1]);
    k(e)          = static_cast<std::uint32_t>(c[2]);
    values(e)     = entries.values[order[e]];
  }
  return ref(wrap(TensorFormat::parse(
                      "(i, j, k) -> (i : compressed(nonunique, nonordered), j : "
                      "singleton(nonunique, nonordered), k : singleton(nonunique, nonordered))"),
                  extents, {positions}, {i, j, k}, values));
}

template <class ExecutionSpace>
void check(const ExecutionSpace& exec, const RandomEntries& entries,
           const std::vector<std::int64_t>& extents) {
  for (const char* text : targets) {
    SCOPED_TRACE(text);
    const TensorFormat to = TensorFormat::parse(text, 3);
    const TensorRef expected =
        ref(assemble<double>(exec, to, extents, entries.coordinates, entries.values));
    for (const bool sorted : {true, false}) {
      const TensorRef from = stored(entries, extents, sorted);
      const KernelLog log;
      const TensorRef got = convert(exec, from, to);
      EXPECT_TRUE(log.contains("fill_levels"));
      EXPECT_FALSE(sorted && log.contains("sort")) << "entries were in order";
      validate(exec, got);
      expect_same(got, expected);
    }
  }
}

TYPED_TEST(ConvertStream, Random) {
  const std::vector<std::int64_t> extents = {50, 60, 70};
  check(this->exec, RandomEntries(1, 9000, extents), extents);
}
TYPED_TEST(ConvertStream, Duplicates) {
  const std::vector<std::int64_t> extents = {3, 4, 5};
  check(this->exec, RandomEntries(2, 9000, extents), extents);
}
TYPED_TEST(ConvertStream, Empty) {
  check(this->exec, RandomEntries(3, 0, {4, 5, 6}), {4, 5, 6});
}
TYPED_TEST(ConvertStream, OneEntryAfterEmptyRows) {
  RandomEntries entries(4, 1, {1, 1, 1});
  entries.coordinates[0] = {5, 0, 3};
  check(this->exec, entries, {9, 1, 6});
}
TYPED_TEST(ConvertStream, OneRow) {
  const std::vector<std::int64_t> extents = {1, 1, 200};
  check(this->exec, RandomEntries(5, 9000, extents), extents);
}
TYPED_TEST(ConvertStream, Full) {
  RandomEntries entries(6, 0, {});
  for (std::int64_t e = 0; e < 20 * 21 * 22; ++e) {
    entries.coordinates.push_back({e / (21 * 22), e / 22 % 21, e % 22});
    entries.values.push_back(static_cast<double>(e % 5));  // explicit zeros
  }
  check(this->exec, entries, {20, 21, 22});
}

TYPED_TEST(ConvertStream, PositionsThatDoNotFit) {
  const std::vector<std::int64_t> extents = {10, 20, 30};
  const TensorRef from = stored(RandomEntries(7, 2000, extents), extents, true);
  EXPECT_THROW(convert(this->exec, from,
                       TensorFormat::parse("(i, j, k) -> (i : compressed, j : compressed, k : "
                                           "compressed), posWidth = 8, crdWidth = 8")),
               IndexOverflow);
}

}  // namespace
