// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTCODE_H
#define STRATA_LIB_TARGET_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace strata {

/// Machine code for the host: LLVM's optimiser and code generator.
class HostCode {
public:
  HostCode();

  /// LLVM IR of `module` (LLVM dialect), optimised; `quick`: with few passes.
  std::unique_ptr<llvm::Module> optimize(mlir::ModuleOp module,
                                         llvm::LLVMContext &context,
                                         bool quick);
  /// Object file of an optimised module.
  std::string emitObject(llvm::Module &module, bool quick);

private:
  std::unique_ptr<llvm::TargetMachine> target;
};

} // namespace strata

#endif
