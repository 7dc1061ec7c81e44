// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_PTXEMITTER_H
#define STRATA_LIB_TARGET_PTXEMITTER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"

#include <string>

namespace strata {

/// PTX for the CUDA device `chip` of `module` (LLVM dialect, behind
/// buildDevicePipeline()): self-contained, with what it needs of libdevice. What is not
/// a kernel has names that begin with `name`.
/// \throws Strata::CodegenError where libdevice is needed and not found, and where this
///   LLVM has no NVPTX target; Strata::UnsupportedExpression for a function that a
///   device does not have.
std::string emitPtx(mlir::ModuleOp module, const std::string &chip,
                    const std::string &name);

/// Links what `module` calls of libdevice, under the names of libm, where it calls
/// any.
void linkLibdevice(llvm::Module &module);

} // namespace strata

#endif
