// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_EXPRESSION_MERGE_HPP
#define STRATA_IMPL_EXPRESSION_MERGE_HPP

#include <map>
#include <string>

#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// Joins the tensors of two expressions.
/// \throws FormatMismatch if one name means two tensors.
void merge_tensors(std::map<std::string, TensorRef>& into,
                   const std::map<std::string, TensorRef>& from);

}  // namespace Strata::Impl

#endif
