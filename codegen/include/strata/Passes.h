// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PASSES_H
#define STRATA_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "strata/Dialect/IterationGraph/IterationGraph.h"
#include "strata/Dialect/Position/Position.h"

namespace strata {

#define GEN_PASS_DECL
#include "strata/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "strata/Passes.h.inc"

/// The stage of a module is an attribute; a pass runs at one stage only.
inline constexpr const char *stageAttr = "strata.stage";

/// Fails with a message unless `module` is at `stage`.
mlir::LogicalResult requireStage(mlir::ModuleOp module, llvm::StringRef pass,
                                 llvm::StringRef stage);
void setStage(mlir::ModuleOp module, llvm::StringRef stage);

/// Runs \p body; a Strata::Error becomes a diagnostic on \p op and is kept for
/// rethrowError(), so that no exception unwinds through the pass manager.
mlir::LogicalResult guardErrors(mlir::Operation *op,
                                llvm::function_ref<mlir::LogicalResult()> body);
/// Throws the error that guardErrors() kept on this thread, if there is one.
void rethrowError();

} // namespace strata

#endif
