// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_OPERATORNAMES_H
#define STRATA_DIALECT_OPERATORNAMES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringRef.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// Name of an operator in the IR: "add" for +, "neg" for unary minus, else as
/// in the text.
llvm::StringRef mnemonicOf(Strata::Operator op);
/// The attribute of a combiner; of +: none.
mlir::StringAttr combinerAttr(mlir::MLIRContext *context, Strata::Operator op);
/// The combiner that an attribute names; none: +.
Strata::Operator combinerNamed(std::optional<llvm::StringRef> name);
/// Inverse of mnemonicOf; empty when there is no such operator.
std::optional<Strata::Operator> operatorFromMnemonic(llvm::StringRef name);

} // namespace strata

#endif
