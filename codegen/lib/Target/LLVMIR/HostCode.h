// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTCODE_H
#define STRATA_LIB_TARGET_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace strata {

/// Machine code for the host: LLVM's optimiser and code generator.
class HostCode {
public:
  HostCode();

  /// LLVM IR of `module` (LLVM dialect), optimised; `quick`: with few passes.
  std::unique_ptr<llvm::Module> optimize(mlir::ModuleOp module,
                                         llvm::LLVMContext &context,
                                         bool quick);
  /// Object files of `module`, whose launches several threads optimise and compile.
  std::vector<std::string> emitObjects(mlir::ModuleOp module, bool quick);

private:
  std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module,
                                          llvm::LLVMContext &context);
  void makeTargets(size_t count);

  std::vector<std::unique_ptr<llvm::TargetMachine>> targets; ///< one for each thread
};

} // namespace strata

#endif
