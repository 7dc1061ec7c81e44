// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that are printed in the literature, number by number.
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Fixtures);

const Coordinates eight_coordinates = {{7, 2}, {0, 4}, {0, 1}};
const Reals eight_values            = {3.3, 2.2, 1.1};

template <class ExecutionSpace>
TensorRef eight(const ExecutionSpace& exec, const std::string& format) {
  return ref(assemble<double>(exec, TensorFormat::parse(format, 2), {8, 8},
                              eight_coordinates, eight_values));
}

const Coordinates figure_coordinates = {{0, 0}, {0, 2}, {0, 3}, {2, 0}, {2, 3}};
const Reals figure_values            = {6, 9, 8, 5, 7};

template <class ExecutionSpace>
TensorRef figure(const ExecutionSpace& exec, std::vector<int> order,
                 LevelKind first, LevelKind second) {
  const TensorFormat format(order, {{first}, {second}});
  const TensorRef tensor = ref(assemble<double>(
      exec, format, {3, 4}, figure_coordinates, figure_values));
  validate(exec, tensor);
  return tensor;
}

constexpr LevelKind d = LevelKind::dense;
constexpr LevelKind s = LevelKind::compressed;

TYPED_TEST(Fixtures, SparseVector) {  // S1-04
  const TensorRef t =
      ref(assemble<float>(this->exec, Formats::sparse_vector(), {16},
                          Coordinates{{3}, {12}, {9}, {6}},
                          std::vector<float>{1.1f, 4.4f, 3.3f, 2.2f}));
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 4}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{3, 6, 9, 12}));
  EXPECT_EQ(values_of<float>(t), (std::vector<float>{1.1f, 2.2f, 3.3f, 4.4f}));
}

TYPED_TEST(Fixtures, CompressedRows) {  // S1-05 with E1
  const TensorRef t = eight(this->exec, "CSR");
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 2, 2, 2, 2, 2, 2, 2, 3}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{1, 4, 2}));
  EXPECT_EQ(values_of(t), (Reals{1.1, 2.2, 3.3}));
}

TYPED_TEST(Fixtures, SortedCoordinates) {  // S0-17
  const TensorRef t =
      eight(this->exec, "(i, j) -> (i : compressed(nonunique), j : singleton)");
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 3}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 0, 7}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{1, 4, 2}));
  EXPECT_EQ(values_of(t), (Reals{1.1, 2.2, 3.3}));
}

TYPED_TEST(Fixtures, DoublyCompressedColumns) {  // S0-19
  const auto view = assemble<double>(
      this->exec,
      TensorFormat::parse(
          "map = (i, j) -> (j : compressed, i : compressed), posWidth = 32, "
          "crdWidth = 8"),
      {8, 8}, eight_coordinates, eight_values);
  const auto pos0 = view.template positions<0, std::uint32_t>();
  const auto crd1 = view.template coordinates<1, std::uint8_t>();
  static_assert(sizeof(pos0(0)) == 4 && sizeof(crd1(0)) == 1);
  const TensorRef t = ref(view);
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 3}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{1, 2, 4}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 7, 0}));
  EXPECT_EQ(values_of(t), (Reals{1.1, 3.3, 2.2}));
}

TYPED_TEST(Fixtures, RowMajorLayoutsOfFigure5) {  // S4-04
  EXPECT_EQ(values_of(figure(this->exec, {0, 1}, d, d)),
            (Reals{6, 0, 9, 8, 0, 0, 0, 0, 5, 0, 0, 7}));
  TensorRef t = figure(this->exec, {0, 1}, d, s);
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 3, 3, 5}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2, 3, 0, 3}));
  EXPECT_EQ(values_of(t), (Reals{6, 9, 8, 5, 7}));
  t = figure(this->exec, {0, 1}, s, d);
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 2}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 2}));
  EXPECT_EQ(values_of(t), (Reals{6, 0, 9, 8, 5, 0, 0, 7}));
  t = figure(this->exec, {0, 1}, s, s);
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 2}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 2}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 3, 5}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2, 3, 0, 3}));
  EXPECT_EQ(values_of(t), (Reals{6, 9, 8, 5, 7}));
}

TYPED_TEST(Fixtures, ColumnMajorLayoutsOfFigure5) {  // S4-04
  EXPECT_EQ(values_of(figure(this->exec, {1, 0}, d, d)),
            (Reals{6, 0, 5, 0, 0, 0, 9, 0, 0, 8, 0, 7}));
  TensorRef t = figure(this->exec, {1, 0}, d, s);
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 2, 2, 3, 5}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2, 0, 0, 2}));
  EXPECT_EQ(values_of(t), (Reals{6, 5, 9, 8, 7}));
  t = figure(this->exec, {1, 0}, s, d);
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 3}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 2, 3}));
  EXPECT_EQ(values_of(t), (Reals{6, 0, 5, 9, 0, 0, 8, 0, 7}));
  t = figure(this->exec, {1, 0}, s, s);
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 3}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 2, 3}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 2, 3, 5}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2, 0, 0, 2}));
  EXPECT_EQ(values_of(t), (Reals{6, 5, 9, 8, 7}));
}

/// A row of 100: value 3 at (1, 1) is in the second segment, [2, 4).
TYPED_TEST(Fixtures, SegmentsOfCompressedRows) {  // S0-13
  const auto t = ref(assemble<bhalf_t>(
      this->exec, Formats::csr(), {100, 100},
      Coordinates{{0, 0}, {0, 2}, {1, 1}, {1, 3}, {2, 2}, {3, 0}, {3, 1}},
      std::vector<bhalf_t>{bhalf_t(1), bhalf_t(2), bhalf_t(3), bhalf_t(4), bhalf_t(5),
                           bhalf_t(6), bhalf_t(7)}));
  EXPECT_EQ(t.format.to_string(), "(d0, d1) -> (d0 : dense, d1 : compressed)");
  EXPECT_EQ(t.scalar, ScalarType::bf16);
  const Numbers positions = positions_of(t, 1);
  EXPECT_EQ(positions.size(), 101u);
  EXPECT_EQ(positions[1], 2);
  EXPECT_EQ(positions[2], 4);
  EXPECT_EQ(coordinates_of(t, 1)[2], 1);
  EXPECT_EQ(static_cast<float>(values_of<bhalf_t>(t)[2]), 3);
}

/// Lists of coordinates and values, by conversion.
TYPED_TEST(Fixtures, SparseLiterals) {  // S1-03
  const auto vector = convert(
      this->exec,
      assemble<float>(this->exec, Formats::coo(1), {16},
                      Coordinates{{3}, {6}, {9}, {12}},
                      std::vector<float>{1.1f, 2.2f, 3.3f, 4.4f}),
      Formats::sparse_vector());
  EXPECT_EQ(positions_of(ref(vector), 0), (Numbers{0, 4}));
  EXPECT_EQ(coordinates_of(ref(vector), 0), (Numbers{3, 6, 9, 12}));
  const TensorRef rows =
      convert(this->exec, eight(this->exec, "COO"), Formats::csr());
  EXPECT_EQ(positions_of(rows, 1), (Numbers{0, 2, 2, 2, 2, 2, 2, 2, 3}));
  EXPECT_EQ(coordinates_of(rows, 1), (Numbers{1, 4, 2}));
  EXPECT_EQ(values_of(rows), (Reals{1.1, 2.2, 3.3}));
}

TYPED_TEST(Fixtures, EmptyRowsReadAsZero) {  // S1-06
  const auto t = assemble<double>(this->exec, Formats::csr(), {8, 8},
                                  eight_coordinates, eight_values);
  const Numbers positions = positions_of(ref(t), 1);
  for (std::int64_t row = 1; row <= 6; ++row)
    EXPECT_EQ(positions[row], positions[row + 1]) << row;
  EXPECT_EQ(t(3, 3), 0);
  EXPECT_EQ(t(0, 4), 2.2);
  EXPECT_EQ(t(7, 2), 3.3);
}

template <int Order, class ExecutionSpace>
void expect_one_array(const ExecutionSpace& exec) {
  const std::vector<std::int64_t> last(Order, 1);
  for (const TensorFormat& format :
       {Formats::csf(Order), Formats::coo(Order), Formats::dense(Order)}) {
    const auto t = assemble<double>(exec, format, std::vector<std::int64_t>(Order, 2),
                                    Coordinates{last}, Reals{4});
    static_assert(decltype(t.values())::rank() == 1);
    EXPECT_EQ(t.values().extent(0), format.is_dense() ? 1u << Order : 1u);
    EXPECT_EQ(t.values()(t.values().extent(0) - 1), 4);
  }
}

TYPED_TEST(Fixtures, ValuesAreOneArrayOfEveryOrder) {  // S1-07
  expect_one_array<1>(this->exec);
  expect_one_array<2>(this->exec);
  expect_one_array<3>(this->exec);
  expect_one_array<4>(this->exec);
  expect_one_array<5>(this->exec);
}

/// Columns that t rows have, once each: tiles of t x 1 (TC-GNN).
TYPED_TEST(Fixtures, CondensedColumns) {  // S2-18; condense_t2
  const auto rows = assemble<double>(
      this->exec, Formats::csr(), {4, 6},
      Coordinates{{0, 0}, {0, 1}, {0, 4}, {1, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}},
      Reals{1, 2, 4, 3, 5, 6, 7, 8});
  const TensorRef t = ref(convert(
      this->exec, rows,
      TensorFormat::parse(
          "(i, j) -> (i floordiv 2 : dense, j : compressed, i mod 2 : dense)")));
  validate(this->exec, t);
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 4, 6}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 1, 4, 5, 2, 3}));
  EXPECT_EQ(values_of(t), (Reals{1, 0, 2, 3, 4, 0, 0, 5, 6, 8, 7, 0}));
}

TYPED_TEST(Fixtures, CompressedFibers) {  // S4-05, B of S4-30
  const TensorRef t = ref(assemble<double>(
      this->exec, Formats::csf(3), {2, 3, 4},
      Coordinates{{1, 2, 1}, {0, 0, 0}, {1, 2, 0}}, Reals{3, 1, 2}));
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 2}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{0, 1}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 1, 2}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2}));
  EXPECT_EQ(positions_of(t, 2), (Numbers{0, 1, 3}));
  EXPECT_EQ(coordinates_of(t, 2), (Numbers{0, 0, 1}));
  EXPECT_EQ(values_of(t), (Reals{1, 2, 3}));
}

}  // namespace
