// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_PRODUCTS_HPP
#define STRATA_CUSPARSE_PRODUCTS_HPP

#include <complex>

#include <Strata_CuSparseContext.hpp>
#include <Strata_CuSparseError.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_CuSparseProductsImpl.hpp>

/// \file
/// Products of cuSPARSE on SparseViews, Kokkos::Views and TensorRefs as they are, without
/// a copy, by its default algorithms. All operands have one type: float, double or a
/// complex one. Indices have 32 bits (numbers below 2^31) or 64, positions like
/// coordinates. Dense matrices are of either layout, with rows (or columns) that are
/// contiguous; vectors are contiguous.
/// \throws (all) FormatMismatch for other types, formats and strides; ShapeMismatch;
///   IndexOverflow for extents beyond 31 bits in indices of 32;
///   UnsupportedExpression, LibraryError with cuSPARSE's name for what went wrong.

namespace Strata::CuSparse {

/// y = alpha · op(A) · x + beta · y; what y was is not read where beta is 0. Asynchronous.
/// \param a m × n (op: n × m) in CSR, CSC, COO, or BSR that is not transposed
/// \param x n elements \param y m elements
template <class ExecutionSpace, class A, class X, class Y>
void spmv(const Context<ExecutionSpace>& context, std::complex<double> alpha, const A& a,
          const X& x, std::complex<double> beta, const Y& y, Op op = Op::none) {
  Impl::MatrixVector(alpha, ref(a), op, ref(x), beta, ref(y)).run(context.session());
}

/// C = alpha · op(A) · op(B) + beta · C. Asynchronous.
/// \param a m × k in CSR, CSC, COO, or BSR that is not transposed
/// \param b k × n, dense \param c m × n, dense
template <class ExecutionSpace, class A, class B, class C>
void spmm(const Context<ExecutionSpace>& context, std::complex<double> alpha, const A& a,
          const B& b, std::complex<double> beta, const C& c, Op op_a = Op::none,
          Op op_b = Op::none) {
  Impl::MatrixDense(alpha, ref(a), op_a, ref(b), op_b, beta, ref(c)).run(context.session());
}

/// C = alpha · (op(A) · op(B)) + beta · C at the entries that C stores. Asynchronous.
/// \param a m × k, dense \param b k × n, dense \param c m × n in CSR or CSC
template <class ExecutionSpace, class A, class B, class C>
void sddmm(const Context<ExecutionSpace>& context, std::complex<double> alpha, const A& a,
           const B& b, std::complex<double> beta, const C& c, Op op_a = Op::none,
           Op op_b = Op::none) {
  Impl::Sampled(alpha, ref(a), op_a, ref(b), op_b, beta, ref(c)).run(context.session());
}

/// alpha · A · B as a new tensor in the format of A. Waits for the number of entries.
/// \param a m × k \param b k × n; both in CSR or both in CSC, with indices of 32 bits
template <class ExecutionSpace, class A, class B>
auto spgemm(const Context<ExecutionSpace>& context, std::complex<double> alpha, const A& a,
            const B& b) {
  using scalar     = typename A::non_const_value_type;
  const TensorRef left = ref(a);
  TensorRef wanted;
  wanted.format  = left.format;
  wanted.scalar  = left.scalar;
  wanted.extents = {-1, -1};
  return view_of<scalar, typename ExecutionSpace::memory_space>(
      Impl::SparseProduct(alpha, left, Op::none, ref(b), Op::none, wanted)
          .run(context.session()));
}

}  // namespace Strata::CuSparse

#endif
