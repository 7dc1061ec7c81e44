// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INLINE_HPP
#define STRATA_INLINE_HPP

/// \file
/// Marks functions of the algebra that device code calls: the algebra does not
/// know Kokkos, whose KOKKOS_INLINE_FUNCTION means the same.
#ifndef STRATA_INLINE
#if defined(__CUDACC__) || defined(__HIPCC__)
#define STRATA_INLINE __host__ __device__ inline
#else
#define STRATA_INLINE inline
#endif
#endif

#endif
