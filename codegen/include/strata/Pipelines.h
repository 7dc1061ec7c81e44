// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PIPELINES_H
#define STRATA_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "strata/Compiler.h"

namespace strata {

/// Dialects that the pipelines use.
void registerDialects(mlir::DialectRegistry &registry);

/// Stage notation -> `stage` (coordinate, position or flat).
void buildStagePipeline(mlir::OpPassManager &pm, const CompileRequest &request,
                        Strata::Stage stage);

/// Stage flat -> LLVM dialect, for the host.
void buildHostPipeline(mlir::OpPassManager &pm, const CompileRequest &request);

/// Stage flat -> LLVM dialect, for a CUDA device. The kernels are `name`_launch0 ...
void buildDevicePipeline(mlir::OpPassManager &pm, llvm::StringRef name);

/// The program that stage flat holds (entries not set).
CompiledProgram readProgram(mlir::ModuleOp flat);

} // namespace strata

#endif
