// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that go to levels with room for as many children below every parent: the arrays
// are those that a loop over the rows makes.
#include <algorithm>
#include <limits>

#include <impl/Strata_AnyLevel.hpp>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(GridLevels);

/// Where child k of row i is, of `rows` rows with room for `width` children.
using Place = std::int64_t (*)(std::int64_t i, std::int64_t k, std::int64_t rows,
                               std::int64_t width);

void expect_rows(const TensorRef& got, const TensorRef& csr, Place place) {
  const Numbers edges = positions_of(csr, 1), columns = coordinates_of(csr, 1);
  const Reals numbers     = values_of(csr);
  const std::int64_t rows = csr.extents[0];
  std::int64_t width      = 0;
  for (std::int64_t i = 0; i < rows; ++i) width = std::max(width, edges[i + 1] - edges[i]);
  const std::int64_t padding = Impl::padding_coordinate("test", 1, csr.extents[1],
                                                        got.format.crd_type());
  Numbers crd(static_cast<std::size_t>(rows * width), padding);
  Reals val(crd.size(), 0);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t p = edges[i]; p < edges[i + 1]; ++p) {
      const auto at = static_cast<std::size_t>(place(i, p - edges[i], rows, width));
      crd[at]       = columns[p];
      val[at]       = numbers[p];
    }
  EXPECT_EQ(positions_of(got, 1), (Numbers{width, rows}));
  EXPECT_EQ(coordinates_of(got, 1), crd);
  EXPECT_EQ(values_of(got), val);
}

template <class ExecutionSpace>
void check(const ExecutionSpace& exec, const RandomEntries& entries,
           const std::vector<std::int64_t>& extents) {
  const TensorRef csr = ref(random_tensor(exec, Formats::csr(), entries, extents));
  for (const char* widths : {"", ", posWidth = 32, crdWidth = 32", ", crdWidth = 16"}) {
    const auto to = [&](const char* level) {
      const std::string text = std::string("(i, j) -> (i : dense, j : ") + level + ")" + widths;
      SCOPED_TRACE(text);
      const KernelLog log;
      const TensorRef got = convert(exec, csr, TensorFormat::parse(text, 2));
      EXPECT_TRUE(log.contains("rewrite::move_lines"));
      validate(exec, got);
      EXPECT_EQ(to_map(extract(exec, convert(exec, got, Formats::csr()))),
                to_map(extract(exec, csr)));
      return got;
    };
    expect_rows(to("ell"), csr,
                [](std::int64_t i, std::int64_t k, std::int64_t rows, std::int64_t) {
                  return k * rows + i;
                });
    to("sell[4]");
    to("sell[100]");
    to("loose_compressed");
    expect_rows(to("fixed_width"), csr,
                [](std::int64_t i, std::int64_t k, std::int64_t, std::int64_t width) {
                  return i * width + k;
                });
  }
}

TYPED_TEST(GridLevels, Random) {
  const std::vector<std::int64_t> extents = {150, 90};
  check(this->exec, RandomEntries(1, 900, extents), extents);
}
TYPED_TEST(GridLevels, Duplicates) {
  const std::vector<std::int64_t> extents = {5, 9};
  check(this->exec, RandomEntries(2, 300, extents), extents);
}
TYPED_TEST(GridLevels, Empty) { check(this->exec, RandomEntries(3, 0, {70, 9}), {70, 9}); }
TYPED_TEST(GridLevels, OneRow) {
  check(this->exec, RandomEntries(4, 30, {1, 90}), {1, 90});
}
TYPED_TEST(GridLevels, MostRowsEmpty) {
  RandomEntries entries(5, 3, {1, 90});
  for (auto& c : entries.coordinates) c[0] = 129;
  check(this->exec, entries, {200, 90});
}
TYPED_TEST(GridLevels, Full) {
  RandomEntries entries(6, 0, {});
  for (std::int64_t e = 0; e < 130 * 7; ++e) {
    entries.coordinates.push_back({e / 7, e % 7});
    entries.values.push_back(static_cast<double>(e % 3));  // explicit zeros
  }
  check(this->exec, entries, {130, 7});
}

TEST(LevelLines, AreThoseOfEqualDistances) {
  constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
  for (const auto& [text, period] : {std::pair{"compressed", std::int64_t{1}},
                                     {"loose_compressed", 1},
                                     {"ell", all},
                                     {"fixed_width", all},
                                     {"sell[4]", 4},
                                     {"ragged", 0},
                                     {"hashed", 0},
                                     {"bitmap", 0},
                                     {"run_length", 0},
                                     {"dense", 0}}) {
    const TensorFormat format =
        TensorFormat::parse(std::string("(i, j) -> (i : dense, j : ") + text + ")", 2);
    const bool in_lines =
        Impl::lies_in_lines(Impl::make_any_level(format, 1, {8, 8}, {}, {}));
    EXPECT_EQ(in_lines ? Impl::line_period(format.level(1)) : 0, period) << text;
  }
}

}  // namespace
