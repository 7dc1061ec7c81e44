// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cuSPARSE is asked for, by a library in its place that also does it.
#include "Strata_TestOperands.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using CuSparse::Context;
using CuSparse::Op;

template <class T>
class CuSparseProducts : public testing::Test {
 protected:
  void SetUp() override { take_calls(); }
  void TearDown() override { EXPECT_EQ(num_live_objects(), 0); }
};
using Scalars = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(CuSparseProducts, Scalars);

constexpr std::size_t m = 6, k = 9, n = 4;

TYPED_TEST(CuSparseProducts, MatrixVectorInEveryFormat) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({m, k}, 0.4);
  const auto x   = numbers<Rows<T>>({k, 1});
  for (const std::string format : {"CSR<32>", "CSR<64>", "CSR", "CSC<32>", "COO<32>", "BSR(2,3)"}) {
    const auto A = sparse(all, format);
    const auto y = numbers<Rows<T>>({m, 1}, 1, 5);
    const auto expected = product<Rows<T>, Rows<T>, Rows<T>, T>(2, all, false, x, false, 3, y);
    const Vector<T> y_vector(y.data(), m), x_vector(x.data(), k);
    const Context context{Host()};
    CuSparse::spmv(context, 2, A, x_vector, 3, y_vector);
    expect_same(y, expected);
    const Calls calls = operations();
    ASSERT_EQ(calls.size(), 1u);
    EXPECT_NE(calls[0].find("alpha=2 beta=3"), std::string::npos) << calls[0];
  }
}

TYPED_TEST(CuSparseProducts, MatrixVectorTransposed) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({m, k}, 0.4);
  const auto x   = numbers<Rows<T>>({m, 1});
  const Rows<T> y("Strata::test", k, 1);
  // What was there is not read.
  Kokkos::deep_copy(y, T(std::numeric_limits<double>::quiet_NaN()));
  const auto zero     = Rows<T>("Strata::test", k, 1);
  const auto expected = product<Rows<T>, Rows<T>, Rows<T>, T>(1, all, true, x, false, 0, zero);
  {
    const Context context{Host()};
    CuSparse::spmv(context, 1, sparse(all, "CSC<32>"), Vector<T>(x.data(), m), 0,
                   Vector<T>(y.data(), k), Op::transpose);
  }
  expect_same(y, expected);
  EXPECT_EQ(take_calls(),
            (Calls{"Create", "SetStream of exec", "SpMV_bufferSize", "SpMV T csc<32> alpha=1 beta=0"}));
}

template <class B, class C, class T>
void check_spmm(const std::string& format, Op op_a, Op op_b, const std::string& call) {
  const bool ta = op_a == Op::transpose, tb = op_b == Op::transpose;
  const auto all = ta ? numbers<Rows<T>>({k, m}, 0.4) : numbers<Rows<T>>({m, k}, 0.4);
  const auto b   = tb ? numbers<B>({n, k}, 1, 2) : numbers<B>({k, n}, 1, 2);
  const auto c   = numbers<C>({m, n}, 1, 3);
  const auto expected = product<Rows<T>, B, C, T>(2, all, ta, b, tb, 1, c);
  const Context context{Host()};
  CuSparse::spmm(context, 2, sparse(all, format), b, 1, c, op_a, op_b);
  expect_same(c, expected);
  EXPECT_EQ(operations(), Calls{call + " alpha=2 beta=1"});
}

TYPED_TEST(CuSparseProducts, MatrixDenseInBothLayouts) {
  using T = TypeParam;
  using R = Rows<T>;
  using L = Columns<T>;
  check_spmm<R, R, T>("CSR<32>", Op::none, Op::none, "SpMM NN csr<32> row row");
  check_spmm<L, L, T>("CSR<64>", Op::none, Op::none, "SpMM NN csr<64> col col");
  // Of two layouts, B is the transpose in that of C.
  check_spmm<L, R, T>("CSR<32>", Op::none, Op::none, "SpMM NT csr<32> row row");
  check_spmm<R, L, T>("CSC<32>", Op::none, Op::none, "SpMM NT csc<32> col col");
  check_spmm<R, R, T>("CSR<32>", Op::transpose, Op::transpose, "SpMM TT csr<32> row row");
  check_spmm<L, R, T>("COO<32>", Op::none, Op::transpose, "SpMM NN coo<32> row row");
  check_spmm<R, R, T>("BSR(3,3)", Op::none, Op::none, "SpMM NN bsr<64>3x3 row row");
}

TYPED_TEST(CuSparseProducts, DensePartsOfLargerMatrices) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({m, k}, 0.4);
  const auto b   = numbers<Rows<T>>({k, 7}, 1, 2);
  const auto c   = numbers<Columns<T>>({m + 2, n}, 1, 3);
  const auto part_b = Kokkos::subview(b, Kokkos::ALL, std::pair(2, 2 + static_cast<int>(n)));
  const auto part_c = Kokkos::subview(c, std::pair(1, 1 + static_cast<int>(m)), Kokkos::ALL);
  const auto expected = product<Rows<T>, decltype(part_b), decltype(part_c), T>(
      1, all, false, part_b, false, 1, part_c);
  const T before = c(0, 0), behind = c(m + 1, n - 1);
  const Context context{Host()};
  CuSparse::spmm(context, 1, sparse(all, "CSR<32>"), part_b, 1, part_c);
  expect_same(part_c, expected);
  EXPECT_EQ(c(0, 0), before);
  EXPECT_EQ(c(m + 1, n - 1), behind);
}

TYPED_TEST(CuSparseProducts, Sampled) {
  using T         = TypeParam;
  const auto mask = numbers<Rows<T>>({m, n}, 0.5, 4);
  const auto a = numbers<Rows<T>>({m, k}, 1, 5), b = numbers<Rows<T>>({k, n}, 1, 6);
  const auto all = product<Rows<T>, Rows<T>, Rows<T>, T>(2, a, false, b, false, 3, mask);
  for (const std::string format : {"CSR<32>", "CSC<32>", "CSR<64>"}) {
    auto C = sparse(mask, format);
    const Context context{Host()};
    CuSparse::sddmm(context, 2, a, b, 3, C);
    const auto got = dense(C);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        EXPECT_EQ(got(i, j), mask(i, j) == T(0) ? T(0) : all(i, j)) << i << ' ' << j;
    // Compressed columns are the rows of B^T A^T.
    EXPECT_EQ(operations(),
              Calls{(format == "CSC<32>" ? "SDDMM TT row row csr<32>"
                                         : "SDDMM NN row row csr" + format.substr(3)) +
                    std::string(" alpha=2 beta=3")});
  }
}

TYPED_TEST(CuSparseProducts, SparseProducts) {
  using T      = TypeParam;
  const auto a = numbers<Rows<T>>({m, k}, 0.3, 7), b = numbers<Rows<T>>({k, n}, 0.3, 8);
  const Rows<T> zero("Strata::test", m, n);
  const auto expected = product<Rows<T>, Rows<T>, Rows<T>, T>(3, a, false, b, false, 0, zero);
  for (const std::string format : {"CSR<32>", "CSC<32>"}) {
    const Context context{Host()};
    const auto C = CuSparse::spgemm(context, 3, sparse(a, format), sparse(b, format));
    EXPECT_EQ(C.format(), TensorFormat::parse(format, 2));
    validate(Host(), ref(C));
    expect_same(dense(C), expected);
    EXPECT_EQ(operations(), (Calls{"SpGEMM_workEstimation size", "SpGEMM_workEstimation",
                                   "SpGEMM_compute size", "SpGEMM_compute alpha=3",
                                   "SpGEMM_copy beta=0"}));
  }
}

TEST(CuSparseContext, BuffersGrowAndAreUsedAgain) {
  const Context context{Host()};
  void* const small = context.session().buffer(0, 100);
  EXPECT_EQ(context.session().buffer(0, 50), small);
  EXPECT_NE(context.session().buffer(1, 50), small);
  void* const large = context.session().buffer(0, 100000);
  EXPECT_EQ(context.session().buffer(0, 100), large);
  take_calls();
}

}  // namespace
