// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestMatrices.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const std::map<std::vector<std::int64_t>, double> expected = {
    {{0, 2}, 1}, {{2, 0}, 2}, {{2, 3}, 3}};

template <class Types>
struct Example {
  using scalar  = typename Types::scalar;
  using ordinal = typename Types::ordinal;
  using matrix_type =
      KokkosSparse::CooMatrix<scalar, ordinal, Device, void,
                              typename Types::offset>;

  Kokkos::View<std::remove_const_t<scalar>*, Device> values =
      make_view<std::remove_const_t<scalar>>({1, 2, 3});
  Kokkos::View<ordinal*, Device> rows    = make_view<ordinal>({0, 2, 2});
  Kokkos::View<ordinal*, Device> columns = make_view<ordinal>({2, 0, 3});

  matrix_type matrix() const { return {3, 4, rows, columns, values}; }
};

template <class T>
class CooMatrixOf : public testing::Test {};
using Combinations =
    as_types_t<ForOrdinals<int, unsigned, std::int64_t, std::size_t,
                           std::uint8_t>::with_offsets<int, std::size_t>>;
TYPED_TEST_SUITE(CooMatrixOf, Combinations);

TYPED_TEST(CooMatrixOf, ThereAndBack) {
  const Example<TypeParam> e;
  const auto matrix = e.matrix();
  const auto view   = wrap(matrix);
  static_assert(
      std::is_same_v<typename decltype(view)::format_type,
                     COOFormat<2, typename TypeParam::offset,
                               typename TypeParam::ordinal>>);
  EXPECT_EQ(view.values().data(), e.values.data());
  EXPECT_EQ(view.template coordinates<0>().data(), e.rows.data());
  EXPECT_EQ(view.template coordinates<1>().data(), e.columns.data());
  EXPECT_EQ(e.values.use_count(), 3);
  EXPECT_EQ(e.rows.use_count(), 3);
  EXPECT_EQ(e.columns.use_count(), 3);
  expect_valid(ref(view));
  EXPECT_EQ(entries_of(view), expected);

  const auto back = to_coo_matrix(view);
  static_assert(std::is_same_v<typename decltype(back)::scalar_type,
                               typename TypeParam::scalar>);
  EXPECT_EQ(back.data().data(), matrix.data().data());
  EXPECT_EQ(back.row().data(), matrix.row().data());
  EXPECT_EQ(back.col().data(), matrix.col().data());
  EXPECT_EQ(back.numRows(), 3);
  EXPECT_EQ(back.numCols(), 4);
}

TYPED_TEST(CooMatrixOf, OutlivesTheMatrixAndEmpty) {
  const auto view = wrap(Example<TypeParam>().matrix());
  EXPECT_EQ(view.values().use_count(), 1);
  EXPECT_EQ(entries_of(view), expected);

  const auto nothing = wrap(typename Example<TypeParam>::matrix_type());
  expect_valid(ref(nothing));
  EXPECT_EQ(nothing.extents(), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(to_coo_matrix(nothing).nnz(), 0);
}

TEST(CooMatrix, UnsortedEntriesAddUp) {
  const auto rows    = make_view<int>({1, 0, 1});
  const auto columns = make_view<int>({2, 0, 2});
  const auto values  = make_view<double>({1, 2, 3});
  const KokkosSparse::CooMatrix<double, int, Device> matrix(2, 3, rows, columns,
                                                            values);
  EXPECT_THROW(expect_valid(ref(wrap(matrix))), InvalidStorage);
  const auto view = wrap_unsorted(Kokkos::DefaultHostExecutionSpace(), matrix);
  expect_valid(ref(view));
  EXPECT_EQ(entries_of(view),
            (std::map<std::vector<std::int64_t>, double>{{{0, 0}, 2},
                                                         {{1, 2}, 4}}));
  EXPECT_EQ(to_coo_matrix(view).row().data(), rows.data());
}

TEST(CooMatrix, Faults) {
  const Kokkos::DefaultHostExecutionSpace exec;
  using target =
      KokkosSparse::CooMatrix<double, const int, Device, void, std::size_t>;
  const auto rows = assemble<double>(
      exec, Formats::csr().with_index_types({}, {32, true}), {2, 2}, {{0, 1}},
      {1.0});
  EXPECT_HAS(message_of<FormatMismatch>([&] { to_coo_matrix<target>(rows); }),
             "levels compressed, singleton");
  const auto unsigned_list =
      assemble<double>(exec, Formats::coo(2), {2, 2}, {{0, 1}}, {1.0});
  EXPECT_HAS(
      message_of<FormatMismatch>([&] { to_coo_matrix<target>(unsigned_list); }),
      "coordinates of 32-bit signed");

  // 200 entries do not fit offsets of 8 bits with a sign.
  const auto zeros  = make_view<int>(std::vector<int>(200, 0));
  const auto values = make_view<double>(std::vector<int>(200, 1));
  const KokkosSparse::CooMatrix<double, int, Device, void, signed char> many(
      1, 1, zeros, zeros, values);
  EXPECT_HAS(message_of<IndexOverflow>([&] {
               wrap_unsorted(exec, many);
             }),
             "a number up to 127, got");
}

}  // namespace
