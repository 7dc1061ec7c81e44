// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_SUM_IMPL_HPP
#define STRATA_IMPL_CUSPARSE_SUM_IMPL_HPP

#include <complex>

#include <impl/Strata_CuSparseMatrix.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// The sum on tensors whose types are erased, see Strata_CuSparseSum.hpp. The constructor
/// checks the operands.
class SparseSum {
 public:
  SparseSum(std::complex<double> alpha, const TensorRef& a, std::complex<double> beta,
            const TensorRef& b);
  /// The result, in the format of A; waits for its size.
  TensorRef run(Session& session) const;

 private:
  SparseMatrix m_a, m_b;  ///< compressed rows: columns are the rows of the transpose
  TensorRef m_wanted;
  Factor m_alpha, m_beta;
};

}  // namespace Strata::CuSparse::Impl

#endif
