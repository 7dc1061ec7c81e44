// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestMatrices.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// [[1 2 . . 4 .] [. 3 . . . 5] [. . 6 7 . .] [. . 8 . . .]] in 2 x 2 blocks.
template <class Types>
struct Example {
  using scalar      = typename Types::scalar;
  using element     = std::remove_const_t<scalar>;
  using ordinal     = typename Types::ordinal;
  using offset      = typename Types::offset;
  using matrix_type = KokkosSparse::Experimental::BsrMatrix<scalar, ordinal,
                                                            Device, void, offset>;

  Kokkos::View<element*, Device> values =
      make_view<element>({1, 2, 0, 3, 4, 0, 0, 5, 6, 7, 8, 0});
  Kokkos::View<ordinal*, Device> columns = make_view<ordinal>({0, 2, 1});
  Kokkos::View<offset*, Device> rows     = make_view<offset>({0, 2, 3});

  matrix_type matrix() const {
    return matrix_type("Strata::test", 2, 3, 3, values, rows, columns, 2);
  }
};

const std::map<std::vector<std::int64_t>, double> expected = {
    {{0, 0}, 1}, {{0, 1}, 2}, {{0, 4}, 4}, {{1, 1}, 3},
    {{1, 5}, 5}, {{2, 2}, 6}, {{2, 3}, 7}, {{3, 2}, 8}};

/// The entries other than 0, by row and column of the matrix.
template <class View>
std::map<std::vector<std::int64_t>, double> by_row_and_column(const View& view) {
  std::map<std::vector<std::int64_t>, double> map;
  for (const auto& [c, value] : entries_of(view))
    if (value != 0)
      map[{c[0] * view.extent(2) + c[2], c[1] * view.extent(3) + c[3]}] = value;
  return map;
}

template <class T>
class BsrMatrixOf : public testing::Test {};
using Combinations = as_types_t<ForOrdinals<int, std::int64_t>::with_offsets<
    int, unsigned, std::size_t>>;
TYPED_TEST_SUITE(BsrMatrixOf, Combinations);

TYPED_TEST(BsrMatrixOf, ThereAndBack) {
  const Example<TypeParam> e;
  const auto matrix = e.matrix();
  const auto view   = wrap(matrix);
  static_assert(
      std::is_same_v<
          typename decltype(view)::format_type,
          BlocksFormat<typename TypeParam::offset, typename TypeParam::ordinal>>);
  EXPECT_EQ(view.extents(), (std::vector<std::int64_t>{2, 3, 2, 2}));
  EXPECT_EQ(view.values().data(), e.values.data());
  EXPECT_EQ(view.template coordinates<1>().data(), e.columns.data());
  EXPECT_EQ(view.template positions<1>().data(), e.rows.data());
  EXPECT_EQ(e.values.use_count(), 3);
  EXPECT_EQ(e.columns.use_count(), 3);
  EXPECT_EQ(e.rows.use_count(), 3);
  expect_valid(ref(view));
  EXPECT_EQ(by_row_and_column(view), expected);

  const auto back = to_bsr_matrix(view);
  static_assert(std::is_same_v<typename decltype(back)::value_type,
                               typename TypeParam::scalar>);
  EXPECT_EQ(back.values.data(), matrix.values.data());
  EXPECT_EQ(back.graph.entries.data(), matrix.graph.entries.data());
  EXPECT_EQ(back.graph.row_map.data(), matrix.graph.row_map.data());
  EXPECT_EQ(back.blockDim(), 2);
  EXPECT_EQ(back.numRows(), 2);
  EXPECT_EQ(back.numCols(), 3);
  EXPECT_EQ(e.values.use_count(), 4);
}

TYPED_TEST(BsrMatrixOf, Empty) {
  using matrix_type  = typename Example<TypeParam>::matrix_type;
  const auto nothing = wrap(matrix_type());
  expect_valid(ref(nothing));
  EXPECT_EQ(nothing.extents(), (std::vector<std::int64_t>{0, 0, 1, 1}));
  EXPECT_EQ(to_bsr_matrix(nothing).numRows(), 0);
}

using DoubleInt = Example<MatrixTypes<double, int, int>>;

TEST(BsrMatrix, OutlivesTheMatrix) {
  const auto view = wrap(DoubleInt().matrix());
  EXPECT_EQ(view.values().use_count(), 1);
  EXPECT_EQ(by_row_and_column(view), expected);
}

TEST(BsrMatrix, Faults) {
  const DoubleInt e;
  DoubleInt::matrix_type matrix = e.matrix();
  matrix.values                 = make_view<double>({1, 2});
  EXPECT_HAS(message_of<ShapeMismatch>([&] { wrap(matrix); }),
             "expected 12, got 2");

  const Kokkos::DefaultHostExecutionSpace exec;
  const std::vector<double> one = {1};
  const TensorFormat blocks     = BlocksFormat<int, int>::dynamic();
  using target = KokkosSparse::Experimental::BsrMatrix<double, const int, Device,
                                                       void, int>;
  const auto oblong =
      assemble<double>(exec, blocks, {2, 2, 2, 3}, {{0, 1, 0, 2}}, one);
  EXPECT_HAS(message_of<ShapeMismatch>([&] { to_bsr_matrix<target>(oblong); }),
             "expected square blocks, got 2 x 3");
  const auto square =
      assemble<double>(exec, blocks, {2, 2, 3, 3}, {{0, 1, 0, 2}}, one);
  EXPECT_EQ(to_bsr_matrix<target>(square).values.extent(0), 9u);
  const auto rows = assemble<double>(
      exec, Formats::csr().with_index_types({32, true}, {32, true}), {2, 2},
      {{0, 1}}, one);
  EXPECT_HAS(message_of<FormatMismatch>([&] { to_bsr_matrix<target>(rows); }),
             "levels dense, compressed, dense, dense");
}

}  // namespace
