// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points of the module that the runtime loads.
#include "../Pipelines/MlirCompiler.h"

static strata::MlirCompiler *compiler() {
  static strata::MlirCompiler *compiler = new strata::MlirCompiler;
  return compiler;
}

extern "C" __attribute__((visibility("default"))) strata::Compiler *
STRATA_COMPILER_ENTRY() {
  return compiler();
}

extern "C" __attribute__((visibility("default"))) strata::DeviceCompiler *
STRATA_DEVICE_COMPILER_ENTRY() {
  return compiler();
}

extern "C" __attribute__((visibility("default"))) const char *
strataCompilerVersion() {
  return STRATA_COMPILER_VERSION;
}
