// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated kernels compute on the matrices of Kokkos Kernels as they are.
#include "Strata_TestMatrices.hpp"

#include <KokkosSparse_spmv.hpp>
#include <Strata_Einsum.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Vector = Kokkos::View<double*, Device>;
Kokkos::DefaultHostExecutionSpace host() { return {}; }

template <class Matrix>
Vector product(const Matrix& matrix, const Vector& x, std::size_t rows) {
  const Vector y("Strata::test", rows);
  KokkosSparse::spmv(host(), "N", 1.0, matrix, x, 0.0, y);
  return y;
}

void expect_equal(const Vector& a, const Vector& b) {
  host().fence("result");
  ASSERT_EQ(a.extent(0), b.extent(0));
  for (std::size_t i = 0; i < a.extent(0); ++i) EXPECT_EQ(a(i), b(i)) << i;
}

template <class T>
class KernelsEinsum : public testing::Test {};
using Doubles = testing::Types<MatrixTypes<double, int, int>,
                               MatrixTypes<const double, int, std::size_t>,
                               MatrixTypes<double, std::int64_t, std::size_t>>;
TYPED_TEST_SUITE(KernelsEinsum, Doubles);

TYPED_TEST(KernelsEinsum, Crs) {
  using ordinal     = typename TypeParam::ordinal;
  using offset      = typename TypeParam::offset;
  using matrix_type = KokkosSparse::CrsMatrix<typename TypeParam::scalar,
                                              ordinal, Device, void, offset>;
  const matrix_type A("Strata::test", 3, 4, 4, make_view<double>({1, 2, 3, 4}),
                      make_view<offset>({0, 1, 1, 4}),
                      make_view<ordinal>({2, 0, 1, 3}));
  const Vector x = make_view<double>({1, 2, 3, 4}), y("Strata::test", 3);
  einsum(host(), "y(i) = A(i,j) * x(j)", y, wrap(A), x);
  expect_equal(y, product(A, x, 3));
}

TYPED_TEST(KernelsEinsum, Bsr) {
  using ordinal = typename TypeParam::ordinal;
  using offset  = typename TypeParam::offset;
  using matrix_type =
      KokkosSparse::Experimental::BsrMatrix<typename TypeParam::scalar, ordinal,
                                            Device, void, offset>;
  const matrix_type A(
      "Strata::test", 2, 3, 3,
      make_view<double>({1, 2, 0, 3, 4, 0, 0, 5, 6, 7, 8, 0}),
      make_view<offset>({0, 2, 3}), make_view<ordinal>({0, 2, 1}), 2);
  const Vector x = make_view<double>({1, 2, 3, 4, 5, 6}), y("Strata::test", 4);
  using Blocks = Kokkos::View<double**, Kokkos::LayoutRight, Device>;
  einsum(host(), "y(I,r) = A(I,J,r,c) * x(J,c)", Blocks(y.data(), 2, 2), wrap(A),
         Blocks(x.data(), 3, 2));
  expect_equal(y, product(A, x, 4));
}

TEST(KernelsEinsum, CooInAnyOrder) {
  const KokkosSparse::CooMatrix<double, int, Device> A(
      2, 3, make_view<int>({1, 0, 1}), make_view<int>({2, 0, 2}),
      make_view<double>({1, 2, 3}));
  const Vector x = make_view<double>({1, 10, 100}), y("Strata::test", 2);
  einsum(host(), "y(i) = A(i,j) * x(j)", y, wrap_unsorted(host(), A), x);
  expect_equal(y, make_view<double>({2, 400}));
}

}  // namespace
