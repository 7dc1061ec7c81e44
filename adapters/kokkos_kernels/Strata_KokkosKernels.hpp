// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KOKKOS_KERNELS_HPP
#define STRATA_KOKKOS_KERNELS_HPP

/// \file
/// The matrices of Kokkos Kernels as SparseViews and back, without a copy.

#include <Strata_BsrMatrix.hpp>
#include <Strata_CooMatrix.hpp>
#include <Strata_CrsMatrix.hpp>

#endif
