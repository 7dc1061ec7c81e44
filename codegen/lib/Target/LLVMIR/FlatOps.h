// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_FLATOPS_H
#define STRATA_LIB_TARGET_LLVMIR_FLATOPS_H

#include "mlir/IR/Operation.h"

/// \file
/// What passes on the stage flat ask about operations.
namespace strata {

/// True where \p op, and what stands in it, writes nothing.
bool onlyReads(mlir::Operation *op);
/// True where \p value is there before \p op runs.
bool isOutside(mlir::Value value, mlir::Operation *op);

} // namespace strata

#endif
