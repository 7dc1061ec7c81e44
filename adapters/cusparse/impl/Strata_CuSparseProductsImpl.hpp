// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_PRODUCTS_IMPL_HPP
#define STRATA_IMPL_CUSPARSE_PRODUCTS_IMPL_HPP

#include <complex>

#include <impl/Strata_CuSparseMatrix.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// The operations on tensors whose types are erased, see Strata_CuSparseProducts.hpp. A
/// constructor checks the operands; run() puts the operation on the stream.
class MatrixVector {
 public:
  MatrixVector(std::complex<double> alpha, const TensorRef& a, Op op, const TensorRef& x,
               std::complex<double> beta, const TensorRef& y);
  void run(Session& session) const;

 private:
  SparseMatrix m_a;
  Op m_op;
  DenseVector m_x, m_y;
  Factor m_alpha, m_beta;
};

class MatrixDense {
 public:
  /// `transpose_c`: the transpose of C is computed.
  MatrixDense(std::complex<double> alpha, const TensorRef& a, Op op_a, const TensorRef& b,
              Op op_b, std::complex<double> beta, const TensorRef& c, Op op_c = Op::none);
  void run(Session& session) const;

 private:
  SparseMatrix m_a;
  Op m_op_a, m_op_b;
  DenseMatrix m_b, m_c;
  Factor m_alpha, m_beta;
};

class Sampled {
 public:
  /// The values of `c` are results; its pattern stays.
  Sampled(std::complex<double> alpha, const TensorRef& a, Op op_a, const TensorRef& b, Op op_b,
          std::complex<double> beta, const TensorRef& c);
  void run(Session& session) const;

 private:
  SparseMatrix m_c;
  DenseMatrix m_a, m_b;
  Op m_op_a, m_op_b;
  Factor m_alpha, m_beta;
};

class SparseProduct {
 public:
  /// `wanted` has format, type and extents of the result; negative extents: any.
  SparseProduct(std::complex<double> alpha, const TensorRef& a, Op op_a, const TensorRef& b,
                Op op_b, const TensorRef& wanted);
  /// The result; waits for its size.
  TensorRef run(Session& session) const;

 private:
  SparseMatrix m_a, m_b;  ///< compressed rows, in the order of the result's rows
  TensorRef m_wanted;
  Factor m_alpha, m_beta;
};

}  // namespace Strata::CuSparse::Impl

#endif
