// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_REARRANGED_HPP
#define STRATA_PERF_REARRANGED_HPP

#include "Strata_Kernels.hpp"

/// \file
/// Second operands that are made from the input, in its format: a matrix in CSR, or a tensor
/// of order 3 in CSF.
namespace Strata::Perf {

/// Twice the entries of `a` on and below its diagonal.
TensorRef lower_part(const TensorRef& a);

/// What `a` can be multiplied with: itself, or its transposed.
TensorRef right_factor(const TensorRef& a);

/// `a` with its columns moved one place to the right, the last to the front.
TensorRef shifted(const TensorRef& a);

/// A square matrix with as many rows: the entries of `a` on and below the diagonal, columns
/// counted modulo the rows.
TensorRef mask_for(const TensorRef& a);

/// The tensor `b` with every other entry moved to the next j of its (i,j,k).
TensorRef half_moved(const TensorRef& b);

}  // namespace Strata::Perf

#endif
