# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions for teams, by what they are made of: run by team_kernels.cpp, and compiled
# for CUDA devices by tests/cuda_compile. Sets STRATA_TEAM_KERNELS to their targets and
# STRATA_TEAM_KERNEL_FOLDERS to where their headers are.
set(STRATA_TEAM_KERNELS "")
set(STRATA_TEAM_KERNEL_FOLDERS "")
function(strata_team_kernel name notation)
  strata_add_kernel(team_${name} NAME ${name} IN_TEAM NOTATION "${notation}" ${ARGN})
  list(APPEND STRATA_TEAM_KERNELS team_${name})
  list(APPEND STRATA_TEAM_KERNEL_FOLDERS
    "${CMAKE_CURRENT_BINARY_DIR}/strata_kernels/team_${name}")
  set(STRATA_TEAM_KERNELS "${STRATA_TEAM_KERNELS}" PARENT_SCOPE)
  set(STRATA_TEAM_KERNEL_FOLDERS "${STRATA_TEAM_KERNEL_FOLDERS}" PARENT_SCOPE)
endfunction()

# Rows: a thread each, lanes add up.
strata_team_kernel(spmv "y(i) = A(i,j) * x(j)" FORMATS A=CSR)
strata_team_kernel(spmm "C(i,j) = A(i,k) * B(k,j)" FORMATS A=CSR<32>)
strata_team_kernel(add_to "y(i) += A(i,j) * x(j)" FORMATS A=CSR)
strata_team_kernel(strict_spmv "y(i) = A(i,j) * x(j)" FORMATS A=CSR STRICT)
# Pieces, whose cuts are in scratch memory, and workspaces.
strata_team_kernel(mttkrp "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)" FORMATS B=CSF<32>)
strata_team_kernel(union_of_two "C(i,j) = A(i,j) + B(i,j)" FORMATS A=DCSR B=CSR)
strata_team_kernel(union_of_compressed "C(i,j) = A(i,j) + B(i,j)" FORMATS A=DCSR B=DCSR<32>)
strata_team_kernel(coo_spmv "y(i) = A(i,j) * x(j)" FORMATS A=COO)
strata_team_kernel(merge_vectors "c(i) = a(i) + b(i)" FORMATS a=SparseVector b=SparseVector<32>)
# Sums into one number: parts for each piece, added up in order.
strata_team_kernel(sampled_sum "s = A(i,j) * B(i,k) * C(k,j)" FORMATS A=CSR)
strata_team_kernel(fixed_sum "s = A(i,j) * B(i,j)" FORMATS A=DCSR DETERMINISTIC)
# Results that scatter: atomically, or by one thread where that does not go.
strata_team_kernel(columns "y(j) = A(i,j) * x(i)" FORMATS A=CSR)
strata_team_kernel(bool_columns "y(j) = reduce_or(i, A(i,j))" FORMATS A=DCSR
  TYPES A=bool y=bool)
strata_team_kernel(half_columns "y(j) = A(i,j) * x(i)" FORMATS A=CSR
  TYPES A=bf16 x=bf16 y=bf16)
# Every element of a dense result, in any layout.
strata_team_kernel(transposed "C(j,i) = 2 * A(i,j)" FORMATS A=DCSC)
