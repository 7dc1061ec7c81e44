// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestMatrices.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const std::map<std::vector<std::int64_t>, double> expected = {
    {{0, 2}, 1}, {{2, 0}, 2}, {{2, 3}, 3}};

/// [[. . 1 .] [. . . .] [2 . . 3]] and the Views that it is made of.
template <class Types>
struct Example {
  using scalar  = typename Types::scalar;
  using ordinal = typename Types::ordinal;
  using offset  = typename Types::offset;
  using matrix_type =
      KokkosSparse::CrsMatrix<scalar, ordinal, Device, void, offset>;

  Kokkos::View<std::remove_const_t<scalar>*, Device> values =
      make_view<std::remove_const_t<scalar>>({1, 2, 3});
  Kokkos::View<ordinal*, Device> columns = make_view<ordinal>({2, 0, 3});
  Kokkos::View<offset*, Device> rows     = make_view<offset>({0, 1, 1, 3});

  matrix_type matrix() const {
    return matrix_type("Strata::test", 3, 4, 3, values, rows, columns);
  }
};

template <class T>
class CrsMatrixOf : public testing::Test {};
using Combinations =
    as_types_t<ForOrdinals<int, std::int64_t, long long, short>::with_offsets<
        int, unsigned, std::int64_t, std::size_t, long long>>;
TYPED_TEST_SUITE(CrsMatrixOf, Combinations);

TYPED_TEST(CrsMatrixOf, ThereAndBack) {
  using example = Example<TypeParam>;
  const example e;
  const auto matrix = e.matrix();
  const long before = e.values.use_count();
  const auto view   = wrap(matrix);
  static_assert(
      std::is_same_v<
          decltype(view),
          const SparseView<typename example::scalar,
                           CSRFormat<typename example::offset,
                                     typename example::ordinal>,
                           Kokkos::HostSpace>>);
  EXPECT_EQ(view.values().data(), e.values.data());
  EXPECT_EQ(view.template coordinates<1>().data(), e.columns.data());
  EXPECT_EQ(view.template positions<1>().data(), e.rows.data());
  EXPECT_EQ(e.values.use_count(), before + 1);
  EXPECT_EQ(view.template coordinates<1>().use_count(), e.columns.use_count());
  EXPECT_EQ(e.columns.use_count(), 3);
  EXPECT_EQ(e.rows.use_count(), 3);
  EXPECT_EQ(view.extents(), (std::vector<std::int64_t>{3, 4}));
  expect_valid(ref(view));
  EXPECT_EQ(entries_of(view), expected);

  const auto back = to_crs_matrix(view);
  static_assert(std::is_same_v<typename decltype(back)::value_type,
                               typename example::scalar>);
  static_assert(std::is_same_v<typename decltype(back)::ordinal_type,
                               const typename example::ordinal>);
  static_assert(std::is_same_v<typename decltype(back)::size_type,
                               typename example::offset>);
  EXPECT_EQ(back.values.data(), matrix.values.data());
  EXPECT_EQ(back.graph.entries.data(), matrix.graph.entries.data());
  EXPECT_EQ(back.graph.row_map.data(), matrix.graph.row_map.data());
  EXPECT_EQ(back.numRows(), 3);
  EXPECT_EQ(back.numCols(), 4);
  EXPECT_EQ(e.columns.use_count(), 4);
}

TYPED_TEST(CrsMatrixOf, OutlivesTheMatrix) {
  auto make = [] {
    const Example<TypeParam> e;
    return to_crs_matrix(wrap(e.matrix()));
  };
  const auto back = make();
  EXPECT_EQ(back.values.use_count(), 1);
  EXPECT_EQ(entries_of(wrap(back)), expected);
  const TensorRef tensor = ref(wrap(make()));
  expect_valid(tensor);
}

TYPED_TEST(CrsMatrixOf, Empty) {
  using matrix_type = typename Example<TypeParam>::matrix_type;
  const auto nothing = wrap(matrix_type());  // not even a row map
  expect_valid(ref(nothing));
  EXPECT_EQ(nothing.extents(), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(to_crs_matrix(nothing).numRows(), 0);

  const auto rows = make_view<typename TypeParam::offset>({0, 0, 0});
  const matrix_type no_entries("Strata::test", 2, 5, 0, {}, rows, {});
  const auto view = wrap(no_entries);
  expect_valid(ref(view));
  EXPECT_EQ(view.nnz(), 0);
  EXPECT_EQ(to_crs_matrix(view).numRows(), 2);
  EXPECT_EQ(to_crs_matrix(view).numCols(), 5);
}

using DoubleInt = Example<MatrixTypes<double, int, int>>;

TEST(CrsMatrix, Writes) {
  const DoubleInt e;
  const auto view  = wrap(e.matrix());
  view.values()(1) = 7;
  EXPECT_EQ(e.values(1), 7);
  to_crs_matrix(view).values(0) = 8;
  EXPECT_EQ(e.values(0), 8);
  using const_matrix =
      KokkosSparse::CrsMatrix<const double, const int, Device, void, int>;
  const auto readable = to_crs_matrix<const_matrix>(view);
  static_assert(std::is_same_v<decltype(readable.values(0)), const double&>);
  EXPECT_EQ(readable.values(0), 8);
}

TEST(CrsMatrix, UnsortedRowsAddUp) {
  const auto rows    = make_view<int>({0, 3});
  const auto columns = make_view<int>({2, 0, 2});
  const auto values  = make_view<double>({1, 2, 3});
  const DoubleInt::matrix_type matrix("Strata::test", 1, 3, 3, values, rows,
                                      columns);
  EXPECT_THROW(expect_valid(ref(wrap(matrix))), InvalidStorage);
  const auto view =
      wrap_unsorted(Kokkos::DefaultHostExecutionSpace(), matrix);
  expect_valid(ref(view));
  EXPECT_EQ(entries_of(view),
            (std::map<std::vector<std::int64_t>, double>{{{0, 0}, 2},
                                                         {{0, 2}, 4}}));
  EXPECT_EQ(to_crs_matrix(view).values.data(), values.data());
}

TEST(CrsMatrix, Unmanaged) {
  int rows[] = {0, 1}, columns[] = {1};
  double values[] = {5};
  using traits = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using matrix_type = KokkosSparse::CrsMatrix<double, int, Device, traits, int>;
  const matrix_type matrix(
      "Strata::test", 1, 2, 1, matrix_type::values_type(values, 1),
      matrix_type::row_map_type(rows, 2), matrix_type::index_type(columns, 1));
  const auto view = wrap(matrix);
  EXPECT_EQ(view.values().data(), values);
  using const_ordinals =
      KokkosSparse::CrsMatrix<double, const int, Device, traits, int>;
  EXPECT_EQ(to_crs_matrix<const_ordinals>(view).values.data(), values);
}

TEST(CrsMatrix, FromAnAssembledTensor) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto format =
      Formats::csr().with_index_types({64, false}, {32, true});
  const auto A = assemble<double>(exec, format, {3, 4},
                                  {{2, 3}, {0, 2}, {2, 0}}, {3.0, 1.0, 2.0});
  using matrix_type =
      KokkosSparse::CrsMatrix<double, const int, Device, void, std::size_t>;
  const auto matrix = to_crs_matrix<matrix_type>(A);
  EXPECT_EQ(entries_of(wrap(matrix)), expected);
  EXPECT_EQ(matrix.values.data(), A.values().data());

  using other_offset =
      KokkosSparse::CrsMatrix<double, const int, Device, void, int>;
  EXPECT_HAS(
      message_of<FormatMismatch>([&] { to_crs_matrix<other_offset>(A); }),
      "positions of 32-bit signed and coordinates of 32-bit signed");
  const auto csc = assemble<double>(
      exec, Formats::csc().with_index_types({}, {32, true}), {1, 1}, {{0, 0}},
      {1.0});
  EXPECT_HAS(message_of<FormatMismatch>([&] { to_crs_matrix<matrix_type>(csc); }),
             "levels dense, compressed in the order of the dimensions");
  EXPECT_THROW(to_crs_matrix<matrix_type>(
                   SparseView<double, DynamicFormat, Kokkos::HostSpace>()),
               InvalidStorage);
}

TEST(CrsMatrix, ExtentsThatDoNotFit) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto wide = assemble<double>(
      exec, Formats::csr().with_index_types({32, true}, {32, true}),
      {1, std::int64_t{1} << 31}, {{0, 0}}, {1.0});
  EXPECT_HAS(message_of<IndexOverflow>([&] {
               to_crs_matrix<
                   KokkosSparse::CrsMatrix<double, const int, Device, void, int>>(
                   wide);
             }),
             "2147483648");
}

TEST(CrsMatrix, ArraysThatDoNotBelongTogether) {
  const DoubleInt e;
  DoubleInt::matrix_type matrix = e.matrix();
  matrix.values                 = make_view<double>({1, 2});
  EXPECT_HAS(message_of<ShapeMismatch>([&] { wrap(matrix); }),
             "values: expected 3, got 2");
}

}  // namespace
