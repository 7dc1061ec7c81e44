// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry point of the module that the runtime loads to run machine code.
#include "../Linker/HostLinker.h"

extern "C" __attribute__((visibility("default"))) strata::Linker *
STRATA_LINKER_ENTRY() {
  static strata::HostLinker *linker = new strata::HostLinker;
  return linker;
}

extern "C" __attribute__((visibility("default"))) const char *
strataModuleVersion() {
  return STRATA_COMPILER_VERSION;
}
