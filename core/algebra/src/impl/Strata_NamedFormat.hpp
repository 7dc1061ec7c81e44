// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NAMED_FORMAT_HPP
#define STRATA_IMPL_NAMED_FORMAT_HPP

#include <Strata_TensorFormat.hpp>
#include <impl/Strata_Lexer.hpp>

namespace Strata::Impl {

/// Parses "CSR", "COO(3)", "CSF(2,0,1)<64, i32>" …; `rank` (or −1) completes a
/// name that fits any rank.
TensorFormat parse_named_format(TokenStream& tokens, int rank);

}  // namespace Strata::Impl

#endif
