// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops that everything is compared with, against results by hand.
#include <Strata_Yardsticks.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>

namespace {

using namespace Strata::Yardstick;
using Ints    = Array<std::int32_t>;
using Doubles = Array<double>;

// 1 0 2 0
// 0 0 0 0
// 0 3 4 5
struct Small {
  Ints positions{0, 2, 2, 5}, coordinates{0, 2, 1, 2, 3};
  Doubles values{1, 2, 3, 4, 5};
  Csr csr{3, 4, positions.data(), coordinates.data(), values.data()};
};

TEST(Yardstick, products) {
  const Small a;
  const Doubles x{1, 10, 100, 1000}, b{1, 2, 3};
  Doubles y(3, NAN);
  spmv(a.csr, x.data(), y.data());
  EXPECT_EQ(y, (Doubles{201, 0, 5430}));
  residual(a.csr, x.data(), b.data(), y.data());
  EXPECT_EQ(y, (Doubles{-200, 2, -5427}));
}

TEST(Yardstick, manyRowsOnAllThreads) {
  Ints positions{0}, coordinates;
  Doubles values;
  for (int i = 0; i < 1000; ++i) {  // row i: i % 7 entries of value i
    for (int n = 0; n < i % 7; ++n) {
      coordinates.push_back(n);
      values.push_back(i);
    }
    positions.push_back(static_cast<std::int32_t>(values.size()));
  }
  const Csr a{1000, 7, positions.data(), coordinates.data(), values.data()};
  const Doubles x(7, 1.0);
  Doubles y(1000, NAN);
  spmv(a, x.data(), y.data());
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(y[i], i * (i % 7)) << i;
}

TEST(Yardstick, spmm) {
  const Small a;
  Doubles x(4 * 32), y(3 * 32, NAN);
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 32; ++k) x[j * 32 + k] = std::pow(10, j) + k;
  spmm_of(32)(a.csr, x.data(), y.data());
  for (int k = 0; k < 32; ++k) {
    EXPECT_EQ(y[k], 201 + 3 * k);
    EXPECT_EQ(y[32 + k], 0);
    EXPECT_EQ(y[64 + k], 5430 + 12 * k);
  }
}

TEST(Yardstick, spmmOfAllWidths) {
  const Small a;
  for (const int columns : {1, 4, 16, 64, 128, 256}) {
    Doubles x(4 * columns), y(3 * columns, NAN);
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < columns; ++k) x[j * columns + k] = std::pow(10, j) + k;
    spmm_of(columns)(a.csr, x.data(), y.data());
    for (int k = 0; k < columns; ++k) {
      ASSERT_EQ(y[k], 201 + 3 * k) << columns;
      ASSERT_EQ(y[columns + k], 0) << columns;
      ASSERT_EQ(y[2 * columns + k], 5430 + 12 * k) << columns;
    }
  }
  EXPECT_EQ(spmm_of(3), nullptr);
}

TEST(Yardstick, rowsSplitOtherwise) {
  const Small a;
  for (const Split split : {Split::static_rows, Split::dynamic_rows}) {
    Doubles x{1, 10, 100, 1000}, y(3, NAN), b{1, 1, 1}, r(3, NAN), rows(3, NAN);
    spmv(a.csr, x.data(), y.data(), split);
    residual(a.csr, x.data(), b.data(), r.data(), split);
    spmm_of(1, split)(a.csr, x.data(), rows.data());
    EXPECT_EQ(y, (Doubles{201, 0, 5430}));
    EXPECT_EQ(r, (Doubles{-200, 1, -5429}));
    EXPECT_EQ(rows, y);
  }
}

TEST(Yardstick, transposing) {
  const Small a;
  const OwnedCsr t = transpose(a.csr);
  EXPECT_EQ(t.rows, 4);
  EXPECT_EQ(t.columns, 3);
  EXPECT_EQ(t.positions, (Ints{0, 1, 2, 4, 5}));
  EXPECT_EQ(t.coordinates, (Ints{0, 2, 0, 2, 2}));
  EXPECT_EQ(t.values, (Doubles{1, 3, 2, 4, 5}));
}

TEST(Yardstick, coordinatesInAnyOrder) {
  const Ints row{2, 0, 2, 0, 2}, column{3, 2, 1, 0, 2};
  const Doubles values{5, 2, 3, 1, 4};
  const OwnedCsr a = to_csr({3, 4, 5, row.data(), column.data(), values.data()});
  const Small expected;
  EXPECT_EQ(a.positions, expected.positions);
  EXPECT_EQ(a.coordinates, expected.coordinates);
  EXPECT_EQ(a.values, expected.values);
  EXPECT_EQ(to_csr({2, 2, 0, nullptr, nullptr, nullptr}).positions,
            (Ints{0, 0, 0}));
}

TEST(Yardstick, reading) {
  const std::string path = testing::TempDir() + "strata_yardstick.mtx";
  std::ofstream(path) << "%%MatrixMarket matrix coordinate real general\n"
                         "% a comment\n"
                         "3 4 2\n3 2 -1.5e1\n1 4 2\n";
  const OwnedCsr a = read_matrix(path);
  EXPECT_EQ(a.positions, (Ints{0, 1, 1, 2}));
  EXPECT_EQ(a.coordinates, (Ints{3, 1}));
  EXPECT_EQ(a.values, (Doubles{2, -15}));
  std::ofstream(path) << "%%MatrixMarket matrix array real general\n";
  EXPECT_THROW(read_matrix(path), std::runtime_error);
  std::remove(path.c_str());
}

TEST(Yardstick, sweeps) {
  Doubles a(1000), b(1000), c(1000);
  fill(b.data(), 2, 1000);
  fill(c.data(), 3, 1000);
  triad(a.data(), b.data(), c.data(), 10, 1000);
  EXPECT_EQ(sum(a.data(), 1000), 32000);
  EXPECT_EQ(sum(a.data(), 0), 0);
}

}  // namespace
