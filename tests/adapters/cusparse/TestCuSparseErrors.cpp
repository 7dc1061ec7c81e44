// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TestMessage.hpp>

#include "Strata_TestOperands.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using CuSparse::Context;
using CuSparse::LibraryError;
using CuSparse::Op;

class CuSparseErrors : public testing::Test {
 protected:
  void TearDown() override {
    take_calls();
    EXPECT_EQ(num_live_objects(), 0);
  }

  template <class E, class F>
  static void expect_error(const std::vector<std::string>& words, F&& f) {
    const std::string message = message_of<E>(f);
    for (const std::string& word : words) expect_contains(message, word);
  }
  static void multiply(const std::string& format) {
    const Context context{Host()};
    CuSparse::spmv(context, 1, sparse(all(), format), Vector<double>("x", 6), 0,
                   Vector<double>("y", 6));
  }
  static Rows<double> all() { return numbers<Rows<double>>({6, 6}, 0.5); }
};

TEST_F(CuSparseErrors, StatusOfTheLibrary) {
  fail_next("SpMV", CUSPARSE_STATUS_EXECUTION_FAILED);
  expect_error<LibraryError>(
      {"Strata::CuSparse::spmv", "CUSPARSE_STATUS_EXECUTION_FAILED"}, [] { multiply("CSR<32>"); });
  fail_next("SpMV_bufferSize", CUSPARSE_STATUS_NOT_SUPPORTED);
  expect_error<UnsupportedExpression>(
      {"Strata::CuSparse::spmv", "CUSPARSE_STATUS_NOT_SUPPORTED", "Strata::einsum"},
      [] { multiply("CSR<32>"); });
  fail_next("Create", CUSPARSE_STATUS_NOT_INITIALIZED);
  expect_error<LibraryError>({"cusparseCreate", "CUSPARSE_STATUS_NOT_INITIALIZED"},
                             [] { const Context context{Host()}; });
  fail_next("SetStream", CUSPARSE_STATUS_INTERNAL_ERROR);
  expect_error<LibraryError>({"cusparseSetStream"}, [] { const Context context{Host()}; });
}

TEST_F(CuSparseErrors, Formats) {
  expect_error<FormatMismatch>({"spmv", "A", "CSR, CSC, COO or BSR", "compressed"},
                               [] { multiply("DCSR<32>"); });
  expect_error<FormatMismatch>({"32 bits, or of 64", "16 and 16"}, [] { multiply("CSR<16>"); });
  expect_error<FormatMismatch>({"64 and 32"}, [] { multiply("CSR<64, 32>"); });
  expect_error<FormatMismatch>({"multiples", "6 x 6"}, [] { multiply("BSR(4,4)"); });
  const Context context{Host()};
  const Vector<double> v("v", 6);
  expect_error<UnsupportedExpression>({"spmv", "BSR"}, [&] {
    CuSparse::spmv(context, 1, sparse(all(), "BSR(2,2)"), v, 0, v, Op::transpose);
  });
  expect_error<FormatMismatch>({"sddmm", "C", "CSR or CSC", "COO"}, [&] {
    CuSparse::sddmm(context, 1, all(), all(), 0, sparse(all(), "COO<32>"));
  });
  expect_error<FormatMismatch>({"spgemm", "32 bits"}, [&] {
    CuSparse::spgemm(context, 1, sparse(all(), "CSR<64>"), sparse(all(), "CSR<64>"));
  });
  expect_error<FormatMismatch>({"spgemm", "B", "CSC"}, [&] {
    CuSparse::spgemm(context, 1, sparse(all(), "CSR<32>"), sparse(all(), "CSC<32>"));
  });
}

TEST_F(CuSparseErrors, ShapesAndStrides) {
  const Context context{Host()};
  const auto A = sparse(numbers<Rows<double>>({6, 5}, 0.5), "CSR<32>");
  const Vector<double> six("v", 6), five("v", 5);
  expect_error<ShapeMismatch>({"spmv", "5", "6"},
                              [&] { CuSparse::spmv(context, 1, A, six, 0, six); });
  expect_error<ShapeMismatch>({"spmv", "rows of the result"},
                              [&] { CuSparse::spmv(context, 1, A, five, 0, five); });
  const Rows<double> B("B", 5, 3), C("C", 6, 3), wrong("C", 6, 4);
  expect_error<ShapeMismatch>({"spmm", "columns of C", "3", "4"},
                              [&] { CuSparse::spmm(context, 1, A, B, 0, wrong); });
  const auto every_other = Kokkos::subview(B, Kokkos::ALL, 1);
  expect_error<FormatMismatch>({"spmv", "x", "contiguous", "stride of 3"}, [&] {
    CuSparse::spmv(context, 1, A, every_other, 0, six);
  });
  EXPECT_EQ(operations(), Calls{});
}

TEST_F(CuSparseErrors, Types) {
  const Context context{Host()};
  const auto A = sparse(all(), "CSR<32>");
  expect_error<FormatMismatch>({"spmv", "f64", "f32"}, [&] {
    CuSparse::spmv(context, 1, A, Vector<float>("x", 6), 0, Vector<double>("y", 6));
  });
  expect_error<FormatMismatch>({"f32, f64, c64 or c128", "i32"}, [&] {
    const auto ints = sparse(numbers<Rows<int>>({6, 6}, 0.5), "CSR<32>");
    CuSparse::spmv(context, 1, ints, Vector<int>("x", 6), 0, Vector<int>("y", 6));
  });
  expect_error<FormatMismatch>({"alpha or beta", "complex"}, [&] {
    CuSparse::spmv(context, {0, 1}, A, Vector<double>("x", 6), 0, Vector<double>("y", 6));
  });
  expect_error<FormatMismatch>({"the result", "const"}, [&] {
    const Kokkos::View<const double*, Kokkos::HostSpace> y = Vector<double>("y", 6);
    CuSparse::spmv(context, 1, A, Vector<double>("x", 6), 0, y);
  });
}

TEST_F(CuSparseErrors, ExtentsOfMoreThan31Bits) {
  TensorRef wide  = ref(sparse(all(), "CSR<32>"));
  wide.extents[1] = std::int64_t{1} << 31;
  TensorRef x     = ref(Vector<double>("x", 6));
  x.extents[0]    = wide.extents[1];
  const Context context{Host()};
  expect_error<IndexOverflow>({"spmv", "A", "2147483647", "2147483648", "64 bits"}, [&] {
    CuSparse::spmv(context, 1, wide, x, 0, Vector<double>("y", 6));
  });
}

}  // namespace
