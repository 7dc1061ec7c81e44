// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_PIPELINES_MLIRCOMPILER_H
#define STRATA_LIB_PIPELINES_MLIRCOMPILER_H

#include "../Target/LLVMIR/HostCode.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Compiler.h"

#include <mutex>

namespace strata {

/// The code generator: one context per process.
class MlirCompiler : public Compiler {
public:
  MlirCompiler();
  CompiledProgram compile(const CompileRequest &request) override;
  std::string emit(const CompileRequest &request,
                   Strata::Stage stage) override;

private:
  CompiledProgram compileHost(const CompileRequest &request);
  CompiledProgram compileDevice(const CompileRequest &request);
  mlir::OwningOpRef<mlir::ModuleOp> import(const CompileRequest &request);
  void annotate(mlir::func::FuncOp kernel, const CompileRequest &request);
  void annotateExtents(mlir::func::FuncOp kernel,
                       const CompileRequest &request);
  void run(mlir::ModuleOp module,
           llvm::function_ref<void(mlir::OpPassManager &)> build);

  std::mutex mutex;
  mlir::DialectRegistry registry;
  mlir::MLIRContext context;
  std::unique_ptr<HostCode> host;
};

} // namespace strata

#endif
