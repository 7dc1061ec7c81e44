// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry point of the module that the runtime loads.
#include "../Pipelines/MlirCompiler.h"

extern "C" __attribute__((visibility("default"))) strata::Compiler *
strataCompiler() {
  static strata::MlirCompiler *compiler = new strata::MlirCompiler;
  return compiler;
}
