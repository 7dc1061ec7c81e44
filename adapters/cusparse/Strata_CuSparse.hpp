// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_HPP
#define STRATA_CUSPARSE_HPP

/// \file
/// cuSPARSE on tensors of Strata, without a copy, on the stream of an instance of
/// Kokkos::Cuda. Nothing of Strata calls it by itself.

#include <Strata_CuSparseContext.hpp>
#include <Strata_CuSparseConversions.hpp>
#include <Strata_CuSparseError.hpp>
#include <Strata_CuSparseProducts.hpp>
#include <Strata_CuSparseSum.hpp>

#endif
