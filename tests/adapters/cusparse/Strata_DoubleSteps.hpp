// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DOUBLE_STEPS_HPP
#define STRATA_DOUBLE_STEPS_HPP

#include <impl/Strata_CuSparseFunctions.hpp>

// The operations of the library in cuSPARSE's place.
namespace Strata::Testing {
void set_products(CuSparse::Impl::Functions& functions);
void set_sparse_products(CuSparse::Impl::Functions& functions);
void set_sums(CuSparse::Impl::Functions& functions);
void set_conversions(CuSparse::Impl::Functions& functions);
}  // namespace Strata::Testing

#endif
