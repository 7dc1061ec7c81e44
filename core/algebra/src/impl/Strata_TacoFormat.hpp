// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TACO_FORMAT_HPP
#define STRATA_IMPL_TACO_FORMAT_HPP

#include <Strata_TensorFormat.hpp>
#include <impl/Strata_Lexer.hpp>

namespace Strata::Impl {

/// True for a word of lower-case letters, as levels are written for TACO (names
/// of formats have capitals).
bool is_taco_format(const Token& token);

/// Parses "ds", "sss:2,0,1": a letter for each level, then the dimensions that
/// the levels store (none: 0, 1, 2, …). \pre is_taco_format(tokens.peek())
TensorFormat parse_taco_format(TokenStream& tokens);

}  // namespace Strata::Impl

#endif
