// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

#include <complex>

namespace {

using namespace Strata;
using namespace Strata::Testing;

Kokkos::DefaultHostExecutionSpace host() { return {}; }

/// The matrix [[. . 1 .] [. . . .] [2 . . 3]] as rows, columns and a list.
template <class T>
struct Arrays {
  std::vector<T> row_positions    = {0, 1, 1, 3};
  std::vector<T> columns          = {2, 0, 3};
  std::vector<T> column_positions = {0, 1, 1, 2, 3};
  std::vector<T> rows_by_column   = {2, 0, 2};
  std::vector<T> rows             = {0, 2, 2};
  std::vector<double> values      = {1, 2, 3};
  std::vector<double> by_column   = {2, 1, 3};
};
const EntryMap expected = {{{0, 2}, 1}, {{2, 0}, 2}, {{2, 3}, 3}};

template <class View>
void expect_matrix(const View& view, const double* values) {
  const TensorRef t = ref(view);
  validate(host(), t);
  EXPECT_EQ(t.values, values);
  EXPECT_EQ(to_map(extract(host(), t)), expected);
}

template <class T>
class WrapPointers : public testing::Test {};
using IndexTypes =
    testing::Types<signed char, unsigned char, short, unsigned short, int,
                   unsigned, long, unsigned long, long long,
                   unsigned long long>;
TYPED_TEST_SUITE(WrapPointers, IndexTypes);

TYPED_TEST(WrapPointers, Matrices) {
  Arrays<TypeParam> a;
  const auto csr = wrap_csr(3, 4, a.row_positions.data(), a.columns.data(),
                            a.values.data(), 3);
  expect_matrix(csr, a.values.data());
  EXPECT_EQ(ref(csr).levels[1].positions, a.row_positions.data());
  EXPECT_EQ(ref(csr).levels[1].coordinates, a.columns.data());
  const IndexType type = index_type_of<TypeParam>();
  EXPECT_EQ(csr.format(), Formats::csr().with_index_types(type, type));

  const auto csc = wrap_csc(3, 4, a.column_positions.data(),
                            a.rows_by_column.data(), a.by_column.data(), 3);
  expect_matrix(csc, a.by_column.data());
  EXPECT_EQ(csc.format(), Formats::csc().with_index_types(type, type));

  const auto coo = wrap_coo(
      host(), {3, 4},
      std::vector<const TypeParam*>{a.rows.data(), a.columns.data()},
      a.values.data(), 3);
  expect_matrix(coo, a.values.data());
  EXPECT_EQ(coo.format(), Formats::coo(2).with_index_types({}, type));
  EXPECT_EQ(ref(coo).levels[0].coordinates, a.rows.data());
  EXPECT_EQ(ref(coo).levels[1].coordinates, a.columns.data());
}

TEST(WrapPointers, Views) {
  Arrays<int> a;
  using Ints = Kokkos::View<const int*, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Reals = Kokkos::View<double*, Kokkos::HostSpace,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const Ints rows(a.rows.data(), 3), columns(a.columns.data(), 3);
  expect_matrix(wrap_coo(host(), {3, 4}, {rows, columns},
                         Reals(a.values.data(), 3)),
                a.values.data());
  expect_matrix(wrap_csc(3, 4, Ints(a.column_positions.data(), 5),
                         Ints(a.rows_by_column.data(), 3),
                         Reals(a.by_column.data(), 3)),
                a.by_column.data());
}

TEST(WrapPointers, AnyFormatAndCsf) {
  const std::vector<int> p0 = {0, 2}, p1 = {0, 1, 2}, p2 = {0, 1, 3};
  const std::vector<std::uint8_t> c0 = {0, 1}, c1 = {0, 2}, c2 = {0, 0, 1};
  const std::vector<float> values = {1, 2, 3};
  const auto csf =
      wrap_csf({2, 3, 4}, {{p0.data(), 2}, {p1.data(), 3}, {p2.data(), 3}},
               {{c0.data(), 2}, {c1.data(), 2}, {c2.data(), 3}}, values.data(),
               3);
  validate(host(), ref(csf));
  static_assert(std::is_same_v<decltype(csf.values()(0)), const float&>);
  EXPECT_TRUE(ref(csf).is_const);
  EXPECT_EQ(csf.format(),
            Formats::csf(3).with_index_types({32, true}, {8, false}));
  EXPECT_EQ(ref(csf).levels[2].coordinates, c2.data());

  const auto dcsc =
      wrap(Formats::dcsc(), {4, 2}, {{p0.data(), 2}, {p1.data(), 3}},
           {{c0.data(), 2}, {c1.data(), 2}}, values.data(), 2);
  validate(host(), ref(dcsc));
  EXPECT_EQ(coordinates_of(ref(dcsc), 1), (Numbers{0, 2}));
}

TEST(WrapPointers, OwnerLivesAsLongAsTheTensor) {
  auto arrays                             = std::make_shared<Arrays<int>>();
  const std::weak_ptr<Arrays<int>> watch = arrays;
  TensorRef t;
  {
    const auto view = wrap_csr(3, 4, arrays->row_positions.data(),
                               arrays->columns.data(), arrays->values.data(), 3,
                               arrays);
    arrays.reset();
    const auto copy = view;
    t               = ref(copy);
  }
  ASSERT_FALSE(watch.expired());
  EXPECT_EQ(to_map(extract(host(), t)), expected);
  t = {};
  EXPECT_TRUE(watch.expired());
}

TEST(WrapPointers, Complex) {
  alignas(16) std::complex<double> values[2] = {{1, 2}, {3, 4}};
  const int positions[] = {0, 1}, coordinates[] = {1};
  const auto view = wrap_csr(1, 2, positions, coordinates, values, 1);
  static_assert(
      std::is_same_v<decltype(view.values()(0)), Kokkos::complex<double>&>);
  EXPECT_EQ(ref(view).scalar, ScalarType::c128);
  EXPECT_EQ(view.values()(0).imag(), 2);
  // An option of Kokkos decides whether complex is aligned to its size.
  constexpr std::size_t alignment = alignof(Kokkos::complex<double>);
  auto* odd = reinterpret_cast<std::complex<double>*>(
      reinterpret_cast<char*>(values) + alignment / 2);
  const std::string message = message_of<InvalidStorage>(
      [&] { wrap_csr(1, 2, positions, coordinates, odd, 1); });
  EXPECT_NE(message.find("multiple of " + std::to_string(alignment) + ", got " +
                         std::to_string(alignment / 2) + " bytes behind"),
            std::string::npos)
      << message;
}

TEST(WrapPointers, EmptyAndDimensionsOfSizeZero) {
  const std::int64_t zeros[]       = {0, 0, 0, 0};
  const std::int64_t* const none   = nullptr;
  double* const no_values          = nullptr;
  validate(host(), ref(wrap_csr(3, 4, zeros, none, no_values, 0)));
  validate(host(), ref(wrap_csr(0, 0, zeros, none, no_values, 0)));
  validate(host(), ref(wrap_csc(0, 3, zeros, none, no_values, 0)));
  const auto coo = wrap_coo(
      host(), {0, 5}, std::vector<const std::int64_t*>{none, none}, no_values, 0);
  validate(host(), ref(coo));
  EXPECT_EQ(coo.nnz(), 0);
}

TEST(WrapPointers, WrongArguments) {
  const int positions[] = {0, 5}, coordinates[] = {1};
  const double values[] = {1};
  // Sizes inside the arrays are validate()'s business.
  EXPECT_THROW(validate(host(), ref(wrap_csr(1, 2, positions, coordinates,
                                           values, 1))),
               InvalidStorage);
  EXPECT_THROW(wrap_csr(-1, 2, positions, coordinates, values, 1),
               ShapeMismatch);
  const std::string message = message_of<FormatMismatch>([&] {
    wrap_coo(host(), {2, 2, 2}, std::vector<const int*>{coordinates, coordinates},
             values, 1);
  });
  EXPECT_NE(message.find("1 positions and 3 coordinates"), std::string::npos)
      << message;
  EXPECT_THROW(Impl::check_fits("test", "size", 128, IndexType{8, true}),
               IndexOverflow);
  EXPECT_NO_THROW(Impl::check_fits("test", "size", 127, IndexType{8, true}));
}

}  // namespace
