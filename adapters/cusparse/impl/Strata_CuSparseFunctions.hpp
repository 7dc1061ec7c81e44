// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_FUNCTIONS_HPP
#define STRATA_IMPL_CUSPARSE_FUNCTIONS_HPP

#include <cusparse.h>

namespace Strata::CuSparse::Impl {

/// The functions of cuSPARSE that the adapter calls, without the prefix: a macro, because
/// the table has a pointer to each, of its type.
#define STRATA_CUSPARSE_FUNCTIONS(F)                                                   \
  F(Create) F(Destroy) F(SetStream) F(GetErrorName) F(GetErrorString) F(CreateCsr)      \
  F(CreateCsc) F(CreateCoo) F(CreateBsr) F(DestroySpMat) F(SpMatGetSize)                \
  F(CsrSetPointers) F(CreateDnVec) F(DestroyDnVec) F(CreateDnMat) F(DestroyDnMat)       \
  F(SpMV_bufferSize) F(SpMV) F(SpMM_bufferSize) F(SpMM) F(SDDMM_bufferSize) F(SDDMM)    \
  F(SpGEMM_createDescr) F(SpGEMM_destroyDescr) F(SpGEMM_workEstimation)                 \
  F(SpGEMM_compute) F(SpGEMM_copy) F(Csr2cscEx2_bufferSize) F(Csr2cscEx2) F(Xcoo2csr)   \
  F(SparseToDense_bufferSize) F(SparseToDense) F(DenseToSparse_bufferSize)              \
  F(DenseToSparse_analysis) F(DenseToSparse_convert) F(CreateMatDescr) F(DestroyMatDescr) \
  F(Xcsrgeam2Nnz) F(Scsrgeam2_bufferSizeExt) F(Dcsrgeam2_bufferSizeExt)                 \
  F(Ccsrgeam2_bufferSizeExt) F(Zcsrgeam2_bufferSizeExt) F(Scsrgeam2) F(Dcsrgeam2)       \
  F(Ccsrgeam2) F(Zcsrgeam2)

/// Another library may stand in the place of these.
struct Functions {
#define STRATA_CUSPARSE_MEMBER(name) decltype(&::cusparse##name) name = nullptr;
  STRATA_CUSPARSE_FUNCTIONS(STRATA_CUSPARSE_MEMBER)
#undef STRATA_CUSPARSE_MEMBER
};

/// Those of cuSPARSE itself.
const Functions& library_functions();

}  // namespace Strata::CuSparse::Impl

#endif
