// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The adapter of cuSPARSE on Kokkos::Cuda: the functions themselves are the library's.
#include <Kokkos_Core.hpp>
#include <Strata_CuSparse.hpp>
#include <Strata_CuSparseEinsum.hpp>

using Space   = Kokkos::Cuda;
using CSR     = Strata::SparseView<double, Strata::CSRFormat<int>, Kokkos::CudaSpace>;
using Vector  = Kokkos::View<double*, Kokkos::CudaSpace>;
using Rows    = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::CudaSpace>;
using Columns = Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::CudaSpace>;
using Strata::CuSparse::Context;

void products(const Space& exec, const CSR& A, const Vector& x, const Vector& y, const Rows& B,
              const Columns& C) {
  const Context<Space> context(exec);
  Strata::CuSparse::spmv(context, 2.0, A, x, 1.0, y, Strata::CuSparse::Op::transpose);
  Strata::CuSparse::spmm(context, 1.0, A, B, 0.0, C);
  Strata::CuSparse::sddmm(context, 1.0, B, C, 0.0, A);
  Strata::CuSparse::spgemm(context, 1.0, A, A);
}

void conversions(const Space& exec, const CSR& A, const Rows& B) {
  const Context<Space> context(exec);
  Strata::CuSparse::convert(context, A, Strata::Formats::csc());
  Strata::CuSparse::to_dense(context, A, B);
}

bool bound(const Space& exec, const CSR& A, const Vector& x, const Vector& y, CSR& C) {
  const Context<Space> context(exec);
  const char* const multiply = "y(i) = A(i,j) * x(j)";
  return Strata::CuSparse::einsum(exec, multiply, y, A, x).is_bound() &&
         Strata::CuSparse::einsum(context, "C(i,j) = A(i,k) * A(k,j)", C, A).is_bound() &&
         Strata::CuSparse::einsum_checked(context, multiply, y, A, x).is_bound();
}
