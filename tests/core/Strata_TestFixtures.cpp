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
