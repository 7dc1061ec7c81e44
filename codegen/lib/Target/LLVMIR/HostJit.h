// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_HOSTJIT_H
#define STRATA_LIB_TARGET_HOSTJIT_H

#include "strata/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Target/TargetMachine.h"

namespace strata {

/// Machine code in this process: LLVM's optimiser and JIT linker for the host.
class HostJit {
public:
  HostJit();

  /// LLVM IR of `module` (LLVM dialect), optimised; `quick`: with few passes,
  /// as large kernels always are.
  std::unique_ptr<llvm::Module> optimize(mlir::ModuleOp module,
                                         llvm::LLVMContext &context,
                                         bool quick);
  /// Machine code of an optimised module.
  std::unique_ptr<llvm::MemoryBuffer> emitObject(llvm::Module &module,
                                                 bool quick);
  /// Links an object and looks the entries of `program`'s steps up.
  void link(std::unique_ptr<llvm::MemoryBuffer> object,
            CompiledProgram &program);

private:
  void defineLibrary();
  std::unique_ptr<llvm::TargetMachine> target;
  std::shared_ptr<llvm::orc::LLJIT> jit;
  int numLinked = 0;
};

} // namespace strata

#endif
