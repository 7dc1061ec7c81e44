// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LAUNCHPOINTERS_H
#define STRATA_LIB_TARGET_LAUNCHPOINTERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace strata {

/// The memref arguments of all launch functions of a module at stage flat become
/// noalias pointers, strided ones followed by their strides (kernelArguments()), and
/// the launches internal. The program, which the runtime has read, goes.
llvm::SmallVector<mlir::func::FuncOp> packLaunches(mlir::ModuleOp module);

void makeInternal(mlir::func::FuncOp function);

} // namespace strata

#endif
