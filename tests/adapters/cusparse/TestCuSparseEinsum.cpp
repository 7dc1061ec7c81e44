// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that are bound to cuSPARSE, and those that take the generated kernel.
#include <Strata_CuSparseEinsum.hpp>

#include "Strata_TestOperands.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using CuSparse::Binding;
using CuSparse::Context;

class CuSparseEinsum : public testing::Test {
 protected:
  void SetUp() override { take_calls(); }
  void TearDown() override {
    take_calls();
    EXPECT_EQ(num_live_objects(), 0);
  }
  static Rows<double> all(std::size_t rows, std::size_t columns, unsigned seed = 1) {
    return numbers<Rows<double>>({rows, columns}, 0.4, seed);
  }
};

TEST_F(CuSparseEinsum, MatrixVector) {
  const Context context{Host()};
  const auto A = sparse(all(6, 9), "CSR<32>");
  const auto x = numbers<Vector<double>>({9}), z = numbers<Vector<double>>({6});
  for (const std::string notation :
       {"y(i) = A(i,j) * x(j)", "y(i) += 2 * x(j) * A(i,j)", "y(i) = 3 * y(i) - A(i,j) * x(j)"}) {
    const auto y = numbers<Vector<double>>({6}, 1, 4), expected = numbers<Vector<double>>({6}, 1, 4);
    const bool x_first = notation.find("x(j) * A") != std::string::npos;
    const Binding binding = x_first ? CuSparse::einsum(context, notation, y, x, A)
                                    : CuSparse::einsum(context, notation, y, A, x);
    if (x_first)
      Strata::einsum(Host(), notation, expected, x, A);
    else
      Strata::einsum(Host(), notation, expected, A, x);
    EXPECT_EQ(binding.operation, "SpMV") << notation << ": " << binding.reason;
    expect_same(y, expected);
  }
  EXPECT_EQ(operations(), (Calls{"SpMV N csr<32> alpha=1 beta=0", "SpMV N csr<32> alpha=2 beta=1",
                                 "SpMV N csr<32> alpha=-1 beta=3"}));
  const auto y = numbers<Vector<double>>({9}), expected = numbers<Vector<double>>({9});
  EXPECT_TRUE(CuSparse::einsum(Host(), "q(c) = m(r,c) * v(r)", y, A, z).is_bound());
  Strata::einsum(Host(), "q(c) = m(r,c) * v(r)", expected, A, z);
  expect_same(y, expected);
  EXPECT_EQ(operations(), Calls{"SpMV T csr<32> alpha=1 beta=0"});
}

template <class B, class C>
void check_spmm(const std::string& notation, const std::string& call, std::size_t c_rows,
                std::size_t c_columns, std::size_t b_rows, std::size_t b_columns,
                bool sparse_first) {
  const Context context{Host()};
  const auto A = sparse(numbers<Rows<double>>({6, 9}, 0.4), "CSR<32>");
  const auto b = numbers<B>({b_rows, b_columns}, 1, 2);
  const auto c = numbers<C>({c_rows, c_columns}, 1, 3);
  const auto expected = numbers<C>({c_rows, c_columns}, 1, 3);
  Binding binding;
  if (sparse_first) {
    binding = CuSparse::einsum(context, notation, c, A, b);
    Strata::einsum(Host(), notation, expected, A, b);
  } else {
    binding = CuSparse::einsum(context, notation, c, b, A);
    Strata::einsum(Host(), notation, expected, b, A);
  }
  EXPECT_EQ(binding.operation, "SpMM") << binding.reason;
  EXPECT_EQ(operations(), Calls{call});
  expect_same(c, expected);
}

TEST_F(CuSparseEinsum, MatrixDense) {
  using R = Rows<double>;
  using L = Columns<double>;
  check_spmm<R, R>("C(i,k) = A(i,j) * B(j,k)", "SpMM NN csr<32> row row alpha=1 beta=0", 6, 4, 9,
                   4, true);
  check_spmm<L, L>("C(i,k) = A(i,j) * B(j,k)", "SpMM NN csr<32> col col alpha=1 beta=0", 6, 4, 9,
                   4, true);
  check_spmm<L, R>("C(i,k) += A(i,j) * B(j,k)", "SpMM NT csr<32> row row alpha=1 beta=1", 6, 4, 9,
                   4, true);
  check_spmm<R, R>("C(i,k) = A(j,i) * B(k,j)", "SpMM TT csr<32> row row alpha=1 beta=0", 9, 4, 4,
                   6, true);
  // The sparse factor on the right, the result the transpose of what is computed.
  check_spmm<R, R>("C(i,k) = B(i,j) * A(j,k)", "SpMM TN csr<32> col col alpha=1 beta=0", 4, 9, 4,
                   6, false);
}

TEST_F(CuSparseEinsum, Sampled) {
  const auto a = numbers<Rows<double>>({6, 3}, 1, 5), b = numbers<Rows<double>>({9, 3}, 1, 6);
  for (const std::string format : {"CSR<32>", "CSC<32>"}) {
    const Context context{Host()};
    const auto S = sparse(all(6, 9), format);
    auto C = sparse(Rows<double>("none", 6, 9), format), expected = C;
    const std::string notation = "C(i,j) = 2 * S(i,j) * A(i,k) * B(j,k)";
    const Binding binding      = CuSparse::einsum(context, notation, C, S, a, b);
    EXPECT_EQ(binding.operation, "SDDMM") << binding.reason;
    Strata::einsum(Host(), notation, expected, S, a, b);
    EXPECT_EQ(C.nnz(), expected.nnz());
    expect_same(dense(C), dense(expected));
    // The result has arrays of its own.
    EXPECT_NE(C.values().data(), S.values().data());
    // Compressed columns: (A B^T)^T = B A^T.
    EXPECT_EQ(operations(), Calls{"SDDMM NT row row csr<32> alpha=2 beta=0"});
  }
}

TEST_F(CuSparseEinsum, SparseProduct) {
  struct Case {
    std::string a, b, c, notation;
    std::size_t a_rows, a_columns, b_rows, b_columns;
  };
  for (const Case& t :
       {Case{"CSR<32>", "CSR<32>", "CSR<32>", "C(i,j) = A(i,k) * B(k,j)", 6, 9, 9, 4},
        Case{"CSC<32>", "CSC<32>", "CSC<32>", "C(i,j) = A(i,k) * B(k,j)", 6, 9, 9, 4},
        Case{"CSC<32>", "CSR<32>", "CSR<32>", "C(i,j) = A(k,i) * B(k,j)", 9, 6, 9, 4},
        Case{"CSR<32>", "CSR<32>", "CSC<32>", "C(i,j) = A(k,i) * B(j,k)", 9, 6, 4, 9}}) {
    const Context context{Host()};
    const auto A = sparse(all(t.a_rows, t.a_columns), t.a);
    const auto B = sparse(all(t.b_rows, t.b_columns, 2), t.b);
    auto C = sparse(Rows<double>("none", 6, 4), t.c), expected = C;
    const Binding binding = CuSparse::einsum(context, t.notation, C, A, B);
    EXPECT_EQ(binding.operation, "SpGEMM") << binding.reason;
    Strata::einsum(Host(), t.notation, expected, A, B);
    EXPECT_EQ(C.nnz(), expected.nnz());
    validate(Host(), ref(C));
    expect_same(dense(C), dense(expected));
  }
}

TEST_F(CuSparseEinsum, ResultThatIsAType) {
  const Context context{Host()};
  const auto A = sparse(all(6, 6), "CSR<32>");
  SparseView<double, CSRFormat<std::uint32_t>, Kokkos::HostSpace> C;
  EXPECT_TRUE(CuSparse::einsum(context, "C(i,j) = A(i,k) * A(k,j)", C, A).is_bound());
  EXPECT_EQ(C.extent(1), 6);
  EXPECT_GT(C.nnz(), 0);
}

TEST_F(CuSparseEinsum, TheGeneratedKernelWhereNothingFits) {
  const Context context{Host()};
  const auto x = numbers<Vector<double>>({9});
  const auto y = numbers<Vector<double>>({6}), expected = numbers<Vector<double>>({6});
  const auto check = [&](const std::string& notation, const std::string& format,
                         const std::string& reason) {
    const auto A          = sparse(all(6, 9), format);
    const Binding binding = CuSparse::einsum(context, notation, y, A, x);
    EXPECT_FALSE(binding.is_bound());
    EXPECT_NE(binding.reason.find(reason), std::string::npos) << binding.reason;
    Strata::einsum(Host(), notation, expected, A, x);
    expect_same(y, expected);
  };
  check("y(i) = A(i,j) * x(j)", "DCSR<32>", "CSR, CSC, COO or BSR");
  check("y(i) = A(i,j) * x(j)", "CSR<16>", "32 bits");
  check("y(i) = A(i,j) + x(j)", "CSR<32>", "product");
  check("y(i) = max(A(i,j), 0) * x(j)", "CSR<32>", "more than sums and products");
  EXPECT_EQ(operations(), Calls{});
  const auto none = sparse(Rows<double>("none", 6, 9), "CSR<32>");
  EXPECT_FALSE(CuSparse::einsum(context, "y(i) = A(i,j) * x(j)", y, none, x).is_bound());
  expect_same(y, Vector<double>("zero", 6));
  EXPECT_EQ(operations(), Calls{});
}

TEST_F(CuSparseEinsum, MistakesAreErrorsAsEver) {
  const Context context{Host()};
  const auto A = sparse(all(6, 9), "CSR<32>");
  const Vector<double> x("x", 8), y("y", 6);
  EXPECT_THROW(CuSparse::einsum(context, "y(i) = A(i,j) * x(j)", y, A, x), ShapeMismatch);
  EXPECT_THROW(CuSparse::einsum(context, "y(i) = A(i,j) *", y, A), ParseError);
  fail_next("SpMV", CUSPARSE_STATUS_EXECUTION_FAILED);
  EXPECT_THROW(
      CuSparse::einsum(context, "y(i) = A(i,j) * x(j)", y, A, Vector<double>("x", 9)),
      CuSparse::LibraryError);
}

TEST_F(CuSparseEinsum, CheckedAgainstTheGeneratedKernel) {
  const Context context{Host()};
  const auto A = sparse(all(6, 9), "CSR<32>"), B = sparse(all(9, 6, 2), "CSR<32>");
  const auto x = numbers<Vector<double>>({9});
  const auto y = numbers<Vector<double>>({6}), before = numbers<Vector<double>>({6});
  EXPECT_TRUE(
      CuSparse::einsum_checked(context, "y(i) += A(i,j) * x(j)", y, A, x).is_bound());
  Strata::einsum(Host(), "y(i) += A(i,j) * x(j)", before, A, x);
  expect_same(y, before);
  auto C = sparse(Rows<double>("none", 6, 6), "CSR<32>");
  EXPECT_TRUE(CuSparse::einsum_checked(context, "C(i,j) = A(i,k) * B(k,j)", C, A, B).is_bound());
}

TEST(CuSparseCompare, DifferencesAreErrors) {
  const auto all = numbers<Rows<double>>({6, 9}, 0.4);
  const auto a = sparse(all, "CSR<32>"), b = sparse(all, "CSR<32>");
  const auto compare = [&](const TensorRef& got) {
    CuSparse::Impl::check_same_result(Host(), "SpMV", got, ref(b));
  };
  EXPECT_NO_THROW(compare(ref(a)));
  a.values()(3) += 1e-3;
  EXPECT_THROW(compare(ref(a)), CuSparse::LibraryError);
  a.values()(3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(compare(ref(a)), CuSparse::LibraryError);
  const auto other = numbers<Rows<double>>({6, 9}, 0.4, 17);
  EXPECT_THROW(compare(ref(sparse(other, "CSR<32>"))), CuSparse::LibraryError);
}

}  // namespace
