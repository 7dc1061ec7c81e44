// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry point of the module that the runtime loads.
#include "../Pipelines/MlirCompiler.h"
#include "../Target/LLVMIR/HostFeatures.h"

extern "C" __attribute__((visibility("default"))) strata::Compiler *
STRATA_COMPILER_ENTRY() {
  static strata::MlirCompiler *compiler = new strata::MlirCompiler;
  return compiler;
}

extern "C" __attribute__((visibility("default"))) const char *
strataModuleVersion() {
  return STRATA_COMPILER_VERSION;
}

/// For who explains the form of sums (Strata_Modules.cpp).
extern "C" __attribute__((visibility("default"))) bool strataHostGathersFast() {
  return strata::hostGathersFast();
}
