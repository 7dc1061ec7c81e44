// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with sparse results, scattered sums and tensors, against results by
// hand.
#include <Strata_Yardsticks.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace {

using namespace Strata::Yardstick;
using Ints    = Array<std::int32_t>;
using Doubles = Array<double>;

TEST(Yardstick, sparseResults) {
  // 0 1 0 / 1 0 0 / 0 0 2
  const Ints positions{0, 1, 2, 3}, coordinates{1, 0, 2};
  const Doubles values{1, 1, 2};
  const Csr b{3, 3, positions.data(), coordinates.data(), values.data()};
  const Ints a_positions{0, 2, 2, 4}, a_coordinates{0, 2, 1, 2};
  const Doubles a_values{1, 2, 3, 4};
  const Csr c{3, 3, a_positions.data(), a_coordinates.data(), a_values.data()};
  OwnedCsr sum = add(c, b);
  EXPECT_EQ(sum.positions, (Ints{0, 3, 4, 6}));
  EXPECT_EQ(sum.coordinates, (Ints{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(sum.values, (Doubles{1, 1, 2, 1, 3, 6}));
  fill(sum.values.data(), NAN, 6);
  add_values(c, b, sum);
  EXPECT_EQ(sum.values, (Doubles{1, 1, 2, 1, 3, 6}));
  const OwnedCsr three = add(b, c, c);
  EXPECT_EQ(three.positions, sum.positions);
  EXPECT_EQ(three.coordinates, sum.coordinates);
  EXPECT_EQ(three.values, (Doubles{2, 1, 4, 1, 6, 10}));
  const OwnedCsr both = multiply_entries(c, b);
  EXPECT_EQ(both.positions, (Ints{0, 0, 0, 1}));
  EXPECT_EQ(both.values, (Doubles{8}));
  const OwnedCsr product = multiply(c, b);
  EXPECT_EQ(product.positions, (Ints{0, 2, 2, 4}));
  EXPECT_EQ(product.coordinates, (Ints{1, 2, 0, 2}));
  EXPECT_EQ(product.values, (Doubles{1, 4, 3, 8}));
}

// 1 2 . / . . . / . 3 4.
struct Square {
  Ints positions{0, 2, 2, 4}, coordinates{0, 1, 1, 2};
  Doubles values{1, 2, 3, 4};
  Csr csr{3, 3, positions.data(), coordinates.data(), values.data()};
};

TEST(Yardstick, maskedProduct) {
  const Square a;
  // 2 . 3 / 5 . . / 7 . 9
  const Ints positions{0, 2, 3, 5}, coordinates{0, 2, 0, 0, 2};
  const Doubles values{2, 3, 5, 7, 9};
  const Csr mask{3, 3, positions.data(), coordinates.data(), values.data()};
  const OwnedCsr c = multiply_masked(mask, a.csr, a.csr);
  EXPECT_EQ(c.positions, (Ints{0, 1, 1, 2}));
  EXPECT_EQ(c.coordinates, (Ints{0, 2}));
  EXPECT_EQ(c.values, (Doubles{2, 9 * 16}));
  EXPECT_EQ(total_masked(mask, a.csr, a.csr), 2 + 9 * 16);
}

TEST(Yardstick, timesSparseVector) {
  const Square a;
  const Ints at{0, 2};
  const Doubles values{10, -5};
  Doubles y(3, NAN), row(3, 0.0);
  spmv(a.csr, SparseVector{3, 2, at.data(), values.data()}, y.data(), row);
  EXPECT_EQ(y, (Doubles{10, 0, -20}));
  EXPECT_EQ(row, (Doubles{0, 0, 0}));
}

TEST(Yardstick, minPlus) {
  const Square a;
  const Doubles x{10, 1, -5};
  Doubles y(3, NAN);
  spmv_min_plus(a.csr, x.data(), y.data());
  EXPECT_EQ(y, (Doubles{3, INFINITY, -1}));
  const OwnedCsr c = multiply_min_plus(a.csr, a.csr);
  EXPECT_EQ(c.positions, (Ints{0, 2, 2, 4}));
  EXPECT_EQ(c.coordinates, (Ints{0, 1, 1, 2}));
  EXPECT_EQ(c.values, (Doubles{2, 3, 7, 8}));
}

TEST(Yardstick, sumWithColumns) {
  const Square a;
  // By columns: . . 5 / 6 . . / 7 . .
  const Ints positions{0, 2, 2, 3}, coordinates{1, 2, 0};
  const Doubles values{6, 7, 5};
  const Csc b{3, 3, positions.data(), coordinates.data(), values.data()};
  Places places = places_of(b);
  EXPECT_EQ(places.rows.positions, (Ints{0, 1, 2, 3}));
  EXPECT_EQ(places.source, (Ints{2, 0, 1}));
  const OwnedCsr c = add(a.csr, b, places);
  EXPECT_EQ(c.positions, (Ints{0, 3, 4, 7}));
  EXPECT_EQ(c.coordinates, (Ints{0, 1, 2, 0, 0, 1, 2}));
  EXPECT_EQ(c.values, (Doubles{1, 2, 5, 6, 7, 3, 4}));
}

TEST(Yardstick, sampledProduct) {
  const Ints positions{0, 2, 2, 3}, coordinates{0, 1, 1};
  const Doubles values{2, 3, -1};
  const Csr a{3, 2, positions.data(), coordinates.data(), values.data()};
  Doubles x(3 * 32, 1.0), y(2 * 32, 1.0);
  for (int k = 0; k < 32; ++k) x[64 + k] = k, y[32 + k] = 2;
  const OwnedCsr c = sddmm32(a, x.data(), y.data());
  EXPECT_EQ(c.positions, positions);
  EXPECT_EQ(c.coordinates, coordinates);
  EXPECT_EQ(c.values, (Doubles{64, 192, -31 * 32}));
}

// Rows 0 to 9 with as many entries as their number, all values 1.
struct Triangle {
  Ints row, column, row_positions{0}, column_positions{0}, down;
  Doubles ones;
  Triangle() {
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < i; ++j) row.push_back(i), column.push_back(j);
    for (int j = 0; j < 10; ++j) {
      for (int i = j + 1; i < 10; ++i) down.push_back(i);
      column_positions.push_back(static_cast<std::int32_t>(down.size()));
    }
    ones.assign(row.size(), 1.0);
  }
};

TEST(Yardstick, scattersByColumn) {
  const Triangle t;
  const Csc a{10, 10, t.column_positions.data(), t.down.data(), t.ones.data()};
  const Doubles x{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  Doubles y(10, NAN);
  Copies copies;
  for (int repeat = 0; repeat < 2; ++repeat) {  // copies are used again
    spmv(a, x.data(), y.data(), copies);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(y[i], (1 << i) - 1) << i;
  }
}

TEST(Yardstick, rowsCutAnywhere) {
  const Triangle t;
  const Doubles x{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  for (int rows = 0; rows <= 10; ++rows) {  // the cuts are somewhere else
    const std::int64_t entries = rows * (rows - 1) / 2;
    Doubles y(10, NAN);
    spmv({rows, 10, entries, t.row.data(), t.column.data(), t.ones.data()},
         x.data(), y.data());
    for (int i = 0; i < rows; ++i) EXPECT_EQ(y[i], (1 << i) - 1) << i;
  }
  const Ints row(10, 3), column{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Doubles y(5, NAN);  // one row for all threads
  spmv({5, 10, 10, row.data(), column.data(), t.ones.data()}, x.data(),
       y.data());
  EXPECT_EQ(y, (Doubles{0, 0, 0, 1023, 0}));
}

// Entries (1,0,2) = 2, (1,1,0) = 3, (3,0,1) = 5 of 4 × 2 × 3.
struct Tensor {
  Ints p0{0, 2}, c0{1, 3}, p1{0, 2, 3}, c1{0, 1, 0}, p2{0, 1, 2, 3},
      c2{2, 0, 1};
  Doubles values{2, 3, 5};
  Csf csf{{p0.data(), p1.data(), p2.data()},
           {c0.data(), c1.data(), c2.data()},
           values.data()};
};

TEST(Yardstick, mttkrp) {
  const Tensor tensor;
  const Csf& b = tensor.csf;
  Doubles c(2 * 16), d(3 * 16), a(4 * 16, NAN);
  for (int r = 0; r < 16; ++r) {
    c[r] = r, c[16 + r] = 1;
    d[r] = 1, d[16 + r] = 2, d[32 + r] = 10;
  }
  Copies copies;
  for (const Split split : {Split::dynamic_rows, Split::static_rows}) {
    std::fill(a.begin(), a.end(), NAN);
    mttkrp_of(3, 0, 16, split)(b, 4, {nullptr, c.data(), d.data()}, a.data(), copies);
    for (int r = 0; r < 16; ++r) {
      EXPECT_EQ(a[r], 0);
      EXPECT_EQ(a[16 + r], 2 * r * 10 + 3);
      EXPECT_EQ(a[32 + r], 0);
      EXPECT_EQ(a[48 + r], 5 * r * 2);
    }
  }
}

TEST(Yardstick, mttkrpOfOtherModes) {
  const Tensor tensor;
  Doubles i(4 * 16), k(2 * 16), l(3 * 16), a1(2 * 16, NAN), a2(3 * 16, NAN);
  for (int r = 0; r < 16; ++r) {
    i[16 + r] = r, i[48 + r] = 10;
    k[r] = 7, k[16 + r] = 1;
    l[r] = 1, l[16 + r] = 2, l[32 + r] = 100;
  }
  Copies copies;
  mttkrp_of(3, 1, 16)(tensor.csf, 2, {i.data(), nullptr, l.data()}, a1.data(), copies);
  mttkrp_of(3, 2, 16)(tensor.csf, 3, {i.data(), k.data(), nullptr}, a2.data(), copies);
  for (int r = 0; r < 16; ++r) {
    EXPECT_EQ(a1[r], 2 * r * 100 + 5 * 10 * 2);
    EXPECT_EQ(a1[16 + r], 3 * r);
    EXPECT_EQ(a2[r], 3 * r);
    EXPECT_EQ(a2[16 + r], 5 * 10 * 7);
    EXPECT_EQ(a2[32 + r], 2 * r * 7);
  }
}

/// B(0,1,1,0) = 2, B(0,1,1,2) = 3, B(2,0,1,1) = 5.
TEST(Yardstick, mttkrpOfOrderFour) {
  const Ints p0{0, 2}, c0{0, 2}, p1{0, 1, 2}, c1{1, 0}, p2{0, 1, 2}, c2{1, 1}, p3{0, 2, 3},
      c3{0, 2, 1};
  const Doubles values{2, 3, 5};
  const Csf b{{p0.data(), p1.data(), p2.data(), p3.data()},
              {c0.data(), c1.data(), c2.data(), c3.data()},
              values.data()};
  const int extents[] = {3, 2, 2, 3};
  Doubles storage[4];
  Factors factors{};
  for (int m = 0; m < 4; ++m) {  // row n of mode m: 10 m + n + 1
    for (int n = 0; n < extents[m]; ++n) storage[m].resize(storage[m].size() + 8, 10 * m + n + 1);
    factors[m] = storage[m].data();
  }
  const std::vector<std::vector<double>> expected{
      {12 * 22 * (2 * 31 + 3 * 33), 0, 11 * 22 * 5 * 32},
      {3 * 22 * 5 * 32, 1 * 22 * (2 * 31 + 3 * 33)},
      {0, 1 * 12 * (2 * 31 + 3 * 33) + 3 * 11 * 5 * 32},
      {1 * 12 * 22 * 2, 3 * 11 * 22 * 5, 1 * 12 * 22 * 3}};
  Copies copies;
  for (int mode = 0; mode < 4; ++mode) {
    Doubles a(static_cast<std::size_t>(extents[mode]) * 8, NAN);
    mttkrp_of(4, mode, 8)(b, extents[mode], factors, a.data(), copies);
    for (int n = 0; n < extents[mode]; ++n)
      for (int r = 0; r < 8; ++r) EXPECT_EQ(a[n * 8 + r], expected[mode][n]) << mode << " " << n;
  }
  EXPECT_EQ(mttkrp_of(4, 4, 8), nullptr);
  EXPECT_EQ(mttkrp_of(6, 0, 8), nullptr);
  EXPECT_EQ(mttkrp_of(3, 0, 7), nullptr);
}

TEST(Yardstick, tensorTimesMatrix) {
  const Tensor tensor;
  Doubles c(3 * 16);
  for (int k = 0; k < 16; ++k) c[k] = 1, c[16 + k] = k, c[32 + k] = 100;
  const OwnedLevels y = ttm16(tensor.csf, c.data());
  ASSERT_EQ(y.indices.size(), 4u);
  EXPECT_EQ(y.indices[0], tensor.p0);
  EXPECT_EQ(y.indices[1], tensor.c0);
  EXPECT_EQ(y.indices[2], tensor.p1);
  EXPECT_EQ(y.indices[3], tensor.c1);
  ASSERT_EQ(y.values.size(), 48u);
  for (int k = 0; k < 16; ++k) {
    EXPECT_EQ(y.values[k], 200);
    EXPECT_EQ(y.values[16 + k], 3);
    EXPECT_EQ(y.values[32 + k], 5 * k);
  }
  Doubles dense(4 * 2 * 16, NAN), expected(4 * 2 * 16, 0);
  ttm16(tensor.csf, 4, 2, c.data(), dense.data());
  for (int k = 0; k < 16; ++k)
    expected[32 + k] = 200, expected[48 + k] = 3, expected[96 + k] = 5 * k;
  EXPECT_EQ(dense, expected);
}

TEST(Yardstick, tensorTimesVector) {
  const Tensor tensor;
  const Doubles c{1, 10, 100};
  const OwnedCsr a = ttv(tensor.csf, 4, 2, c.data());
  EXPECT_EQ(a.positions, (Ints{0, 0, 2, 2, 3}));
  EXPECT_EQ(a.coordinates, (Ints{0, 1, 0}));
  EXPECT_EQ(a.values, (Doubles{200, 3, 50}));
}

TEST(Yardstick, innerProductOfTensors) {
  const Tensor tensor;
  // Another root, another fibre, another entry, and the last of the tensor.
  const Ints p0{0, 3}, c0{0, 1, 3}, p1{0, 1, 3, 4}, c1{0, 0, 1, 0}, p2{0, 1, 2, 4, 5},
      c2{2, 1, 0, 2, 1};
  const Doubles values{7, 11, 13, 17, 19};
  Csf other;
  other.positions[0] = p0.data(), other.positions[1] = p1.data(), other.positions[2] = p2.data();
  other.coordinates[0] = c0.data(), other.coordinates[1] = c1.data(), other.coordinates[2] = c2.data();
  other.values = values.data();
  double square = 0;
  for (const double v : tensor.values) square += v * v;
  EXPECT_EQ(inner(tensor.csf, tensor.csf), square);
  EXPECT_EQ(inner(tensor.csf, other), inner(other, tensor.csf));
  EXPECT_EQ(inner(tensor.csf, other), 3 * 13 + 5 * 19);
}

TEST(Yardstick, sparseVectors) {
  const Ints ix{2, 3, 5, 9}, iy{0, 3, 4, 9, 12, 13};
  const Doubles vx{1, 2, 3, 4}, vy{10, 20, 30, 40, 50, 60};
  const SparseVector x{20, 4, ix.data(), vx.data()},
      y{20, 6, iy.data(), vy.data()}, none{20, 0, nullptr, nullptr};
  EXPECT_EQ(dot(x, y), 200);
  EXPECT_EQ(dot(y, x), 200);
  EXPECT_EQ(dot(x, none), 0);
  for (const OwnedVector& sum : {add(x, y), add(y, x)}) {
    EXPECT_EQ(sum.coordinates, (Ints{0, 2, 3, 4, 5, 9, 12, 13}));
    EXPECT_EQ(sum.values, (Doubles{10, 1, 22, 30, 3, 44, 50, 60}));
  }
  EXPECT_EQ(add(x, none).values, vx);
  EXPECT_EQ(add(none, y).coordinates, iy);
  EXPECT_TRUE(add(none, none).values.empty());
}

// 1 . 2 / . . . / . 3 4
TEST(Yardstick, formats) {
  const Ints positions{0, 2, 2, 4}, coordinates{0, 2, 1, 2};
  const Doubles values{1, 2, 3, 4};
  const Csr a{3, 3, positions.data(), coordinates.data(), values.data()};
  const OwnedLevels ell = to_ell(a);
  EXPECT_EQ(ell.indices, (std::vector<Ints>{{2, 3}, {0, -1, 1, 2, -1, 2}}));
  EXPECT_EQ(ell.values, (Doubles{1, 0, 3, 2, 0, 4}));
  const OwnedCsr back = to_csr(Ell{3, 3, 2, ell.indices[1].data(), ell.values.data()});
  EXPECT_EQ(back.positions, positions);
  EXPECT_EQ(back.coordinates, coordinates);
  EXPECT_EQ(back.values, values);
  const OwnedLevels diagonals = to_diagonals(a);  // j - i + 2
  EXPECT_EQ(diagonals.indices, (std::vector<Ints>{{0, 3}, {1, 2, 4}}));
  EXPECT_EQ(diagonals.values, (Doubles{0, 0, 3, 1, 0, 4, 2, 0, 0}));
  const OwnedLevels blocks = to_blocks(a, 2);
  EXPECT_EQ(blocks.indices, (std::vector<Ints>{{0, 2, 4}, {0, 1, 0, 1}}));
  EXPECT_EQ(blocks.values, (Doubles{1, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0}));
}

TEST(Yardstick, fibres) {
  const Tensor tensor;
  const Ints i{1, 1, 3}, j{0, 1, 0}, k{2, 0, 1};
  const OwnedLevels csf =
      to_csf({3, {i.data(), j.data(), k.data()}, tensor.values.data()});
  EXPECT_EQ(csf.indices, (std::vector<Ints>{tensor.p0, tensor.c0, tensor.p1, tensor.c1,
                                            tensor.p2, tensor.c2}));
  EXPECT_EQ(csf.values, tensor.values);
}

}  // namespace
