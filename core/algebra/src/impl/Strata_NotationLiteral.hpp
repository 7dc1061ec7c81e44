// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NOTATION_LITERAL_HPP
#define STRATA_IMPL_NOTATION_LITERAL_HPP

#include <optional>

#include <Strata_IndexNotation.hpp>

namespace Strata::Impl {

/// True when the value comes from literals alone: its type adapts.
bool is_weak(const IndexExpr& e);

/// The literal with the type it takes beside an operand (or result) of type
/// `hint`: that type where it holds the value, else the least that does.
IndexExprPtr adapt_literal(const IndexExpr& e, std::optional<ScalarType> hint);

/// e as `type`: e itself, a converted literal, or a cast node.
IndexExprPtr convert_to(ScalarType type, const IndexExprPtr& e);

}  // namespace Strata::Impl

#endif
