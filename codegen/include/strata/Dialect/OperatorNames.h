// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_OPERATORNAMES_H
#define STRATA_DIALECT_OPERATORNAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// Name of an operator in the IR: "add" for +, "neg" for unary minus, else as
/// in the text.
llvm::StringRef mnemonicOf(Strata::Operator op);
/// Inverse of mnemonicOf; empty when there is no such operator.
std::optional<Strata::Operator> operatorFromMnemonic(llvm::StringRef name);

} // namespace strata

#endif
