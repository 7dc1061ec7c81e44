// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows become blocks and diagonals: by marks, or, where rows have the same columns, by them
// alone.
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConvertRows);

template <class ExecutionSpace>
void expect_there_and_back(const ExecutionSpace& exec, const TensorRef& rows,
                           const TensorFormat& format) {
  const TensorRef there = convert(exec, rows, format);
  validate(exec, there);
  const TensorRef back = convert(exec, drop_zeros(exec, there), Formats::csr()),
                  kept = drop_zeros(exec, back);
  EXPECT_EQ(positions_of(kept, 1), positions_of(rows, 1));
  EXPECT_EQ(coordinates_of(kept, 1), coordinates_of(rows, 1));
  EXPECT_EQ(values_of(kept), values_of(rows));
}

/// Rows with the columns of the row before, or these shifted, some longer than are remembered.
TYPED_TEST(ConvertRows, ThatRepeatTheRowBefore) {
  Coordinates at;
  Reals values;
  const auto add = [&](std::int64_t i, std::int64_t j) {
    at.push_back({i, j});
    values.push_back(static_cast<double>(1000 * i + j + 1));
  };
  for (std::int64_t i = 0; i < 200; ++i)
    for (std::int64_t k = 0; k < 5; ++k)
      if (i < 100 || k != 2) add(i, i % 7 == 3 ? 2 * k : i + (i < 60 ? k * k : 3 * k));
  for (std::int64_t i = 200; i < 206; ++i)
    for (std::int64_t j = 0; j < 600; ++j)
      if (i != 203 || j % 3 == 0) add(i, j);
  const TensorRef rows = ref(assemble<double>(this->exec, Formats::csr(), {206, 600}, at, values));
  for (const char* text : {"BSR(2,3)", "BSR(3,3)", "BSR(4,1)", "DIA",
                           "(i, j) -> (j - i : compressed, j : dense)",
                           "(i, j) -> (i + j : compressed, i : dense)",
                           "(i, j) -> (i floordiv 4 : dense, j - i : compressed, i mod 4 : dense)"}) {
    SCOPED_TRACE(text);
    expect_there_and_back(this->exec, rows, TensorFormat::parse(text));
  }
}

/// Blocks of r x c: full ones, rows with the same columns that leave places in them, rows with
/// other columns, empty ones; in the last group of rows, which sticks out, a full one.
TYPED_TEST(ConvertRows, OfBlocksFullAndNot) {
  const std::int64_t r = 3, c = 2, groups = 40, n = groups * r - 1;
  Coordinates at;
  Reals values;
  const auto add = [&](std::int64_t i, std::int64_t j) {
    at.push_back({i, j});
    values.push_back(static_cast<double>(1000 * i + j + 1));
  };
  for (std::int64_t g = 0; g < groups; ++g)
    for (std::int64_t i = g * r; i < std::min(n, (g + 1) * r); ++i)
      for (std::int64_t k = 0; k < 4; ++k) {
        const std::int64_t j = (g + 7 * k) % 30 * c;
        if (g % 5 == 3) continue;  // empty
        if (g % 5 != 2 || i != g * r + 1) add(i, j);
        if (g % 5 != 1) add(i, j + 1);
      }
  const TensorRef rows = ref(assemble<double>(this->exec, Formats::csr(), {n, 60}, at, values));
  for (const char* text : {"BSR(3,2)", "BSR(3,1)", "BSR(1,2)", "BSR(6,4)<32>", "BSR(3,7)", "DIA"}) {
    SCOPED_TRACE(text);
    expect_there_and_back(this->exec, rows, TensorFormat::parse(text));
  }
  const TensorRef blocks = convert(this->exec, rows, TensorFormat::parse("BSR(3,2)"));
  EXPECT_EQ(positions_of(blocks, 1).back(), 32 * 4);
}

/// Columns in no order, the same in both rows: blocks are in order all the same.
TYPED_TEST(ConvertRows, InNoOrder) {
  const TensorFormat unordered =
      TensorFormat::parse("(i, j) -> (i : dense, j : compressed(nonordered))");
  std::vector<std::int64_t> positions{0, 4, 8}, coordinates{6, 0, 7, 1, 6, 0, 7, 1};
  Reals values{1, 2, 3, 4, 5, 6, 7, 8};
  TensorRef rows;
  rows.format  = unordered;
  rows.scalar  = ScalarType::f64;
  rows.extents = {2, 8};
  rows.levels.resize(2);
  rows.levels[1]  = {positions.data(), 3, coordinates.data(), 8};
  rows.values     = values.data();
  rows.num_values = 8;
  const TensorRef blocks = convert(this->exec, rows, Formats::bsr(2, 2));
  EXPECT_EQ(positions_of(blocks, 1), (Numbers{0, 2}));
  EXPECT_EQ(coordinates_of(blocks, 1), (Numbers{0, 3}));
  EXPECT_EQ(values_of(blocks), (Reals{2, 4, 6, 8, 1, 3, 5, 7}));
}

/// Every row of a tile is on every diagonal, or on some of them.
TYPED_TEST(ConvertRows, OfDiagonalsFullAndNot) {
  const std::int64_t n = 400;
  Coordinates at;
  Reals values;
  for (std::int64_t i = 0; i < n; ++i)
    for (const std::int64_t k : {-3, 0, 1, 64})
      if (i + k >= 0 && i + k < n && (i != 200 || k != 1)) {
        at.push_back({i, i + k});
        values.push_back(static_cast<double>(at.size()));
      }
  const TensorRef rows = ref(assemble<double>(this->exec, Formats::csr(), {n, n}, at, values));
  for (const char* text : {"DIA", "(i, j) -> (j - i : compressed, i : dense)",
                           "(i, j) -> (j - i : compressed, j : dense)"}) {
    SCOPED_TRACE(text);
    expect_there_and_back(this->exec, rows, TensorFormat::parse(text));
  }
  const TensorRef diagonals = convert(this->exec, rows, TensorFormat::parse("DIA"));
  EXPECT_EQ(diagonals.levels[0].num_coordinates, 4);
}

}  // namespace
