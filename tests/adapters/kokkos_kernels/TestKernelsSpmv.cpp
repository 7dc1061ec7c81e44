// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels computes on matrices that Strata handed back.
#include "Strata_TestMatrices.hpp"

#include <random>

#include <KokkosSparse_spmv.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Vector = Kokkos::View<double*, Device>;
Kokkos::DefaultHostExecutionSpace host() { return {}; }

Vector random_vector(std::size_t size, unsigned seed) {
  Vector x("Strata::test", size);
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < size; ++i) x(i) = random() % 100 / 8.0;
  return x;
}

/// A tensor with about one entry in `one_in`, of small exact numbers.
auto random_tensor(const TensorFormat& format,
                   const std::vector<std::int64_t>& extents, unsigned one_in) {
  std::mt19937 random(7);
  std::vector<std::vector<std::int64_t>> coordinates;
  std::vector<double> values;
  std::int64_t all = 1;
  for (const std::int64_t n : extents) all *= n;
  for (std::int64_t flat = 0; flat < all; ++flat) {
    if (random() % one_in) continue;
    std::vector<std::int64_t> c(extents.size());
    std::int64_t rest = flat;
    for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d])
      c[d] = rest % extents[d];
    coordinates.push_back(c);
    values.push_back(random() % 64 / 4.0);
  }
  return assemble<double>(host(), format, extents, coordinates, values);
}

void expect_equal(const Vector& got, const std::vector<double>& want) {
  host().fence("result");
  ASSERT_EQ(got.extent(0), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(got(i), want[i]) << i;
}

template <class T>
class KernelsSpmv : public testing::Test {};
using Offsets = testing::Types<int, std::size_t>;
TYPED_TEST_SUITE(KernelsSpmv, Offsets);

TYPED_TEST(KernelsSpmv, Crs) {
  const auto A = random_tensor(
      Formats::csr().with_index_types(index_type_of<TypeParam>(), {32, true}),
      {37, 53}, 9);
  using matrix_type =
      KokkosSparse::CrsMatrix<double, const int, Device, void, TypeParam>;
  const Vector x = random_vector(53, 1), y("Strata::test", 37);
  KokkosSparse::spmv(host(), "N", 1.0, to_crs_matrix<matrix_type>(A), x, 0.0, y);
  std::vector<double> want(37);
  for (const auto& [c, value] : entries_of(A)) want[c[0]] += value * x(c[1]);
  expect_equal(y, want);
}

TYPED_TEST(KernelsSpmv, Bsr) {
  const auto A = random_tensor(BlocksFormat<TypeParam, int>::dynamic(),
                               {7, 9, 3, 3}, 20);
  using matrix_type =
      KokkosSparse::Experimental::BsrMatrix<double, const int, Device, void,
                                            TypeParam>;
  const Vector x = random_vector(27, 2), y("Strata::test", 21);
  KokkosSparse::spmv(host(), "N", 1.0, to_bsr_matrix<matrix_type>(A), x, 0.0, y);
  std::vector<double> want(21);
  for (const auto& [c, value] : entries_of(A))
    want[c[0] * 3 + c[2]] += value * x(c[1] * 3 + c[3]);
  expect_equal(y, want);
}

}  // namespace
