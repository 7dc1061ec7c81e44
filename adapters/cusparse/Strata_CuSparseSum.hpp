// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_SUM_HPP
#define STRATA_CUSPARSE_SUM_HPP

#include <complex>

#include <Strata_CuSparseContext.hpp>
#include <Strata_CuSparseError.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_CuSparseSumImpl.hpp>

namespace Strata::CuSparse {

/// alpha · A + beta · B as a new tensor in the format of A, by csrgeam2: it has what either
/// stores. Waits for the number of entries.
/// \param a, b m × n, both in CSR or both in CSC, with indices of 32 bits, of one type
///   (float, double or a complex one)
/// \throws FormatMismatch for others; ShapeMismatch; IndexOverflow for more than 31 bits;
///   LibraryError.
template <class ExecutionSpace, class A, class B>
auto add(const Context<ExecutionSpace>& context, std::complex<double> alpha, const A& a,
         std::complex<double> beta, const B& b) {
  using scalar = typename A::non_const_value_type;
  return view_of<scalar, typename ExecutionSpace::memory_space>(
      Impl::SparseSum(alpha, ref(a), beta, ref(b)).run(context.session()));
}

}  // namespace Strata::CuSparse

#endif
