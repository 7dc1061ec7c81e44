// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_CONVERSIONS_IMPL_HPP
#define STRATA_IMPL_CUSPARSE_CONVERSIONS_IMPL_HPP

#include <Strata_TensorRef.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// Conversions of tensors whose types are erased, see Strata_CuSparseConversions.hpp.
TensorRef convert(Session& session, const TensorRef& source, const TensorFormat& target);
void to_dense(Session& session, const TensorRef& source, const TensorRef& target);

}  // namespace Strata::CuSparse::Impl

#endif
