// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_REFUSAL_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_REFUSAL_H

#include "mlir/IR/Operation.h"

#include <Strata_Error.hpp>

namespace strata {

/// An operation that index notation cannot express. Caught by the pass, which
/// turns it into a diagnostic on the operation.
class Refusal : public Strata::UnsupportedExpression {
public:
  Refusal(mlir::Operation *op, const std::string &text)
      : UnsupportedExpression(text), op(op) {}
  mlir::Operation *const op;
};

/// Throws "<name of op>: <argument>: expected <expected>, got <got>; <advice>".
[[noreturn]] inline void refuse(mlir::Operation *op, llvm::StringRef argument,
                                llvm::StringRef expected, llvm::StringRef got,
                                llvm::StringRef advice) {
  throw Refusal(op, Strata::error_message(op->getName().getStringRef(),
                                          argument, expected, got, advice));
}

} // namespace strata

#endif
