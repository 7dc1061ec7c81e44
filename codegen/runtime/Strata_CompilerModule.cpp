// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the code generator (and with it MLIR and LLVM) on first use.
#include <dlfcn.h>

#include <cstdlib>

#include "Strata_PlanState.h"

namespace Strata::Impl {

static strata::Compiler* load() {
  std::string tried;
  const char* chosen            = std::getenv("STRATA_COMPILER");
  const char* const candidates[] = {chosen, STRATA_COMPILER_BUILD_PATH,
                                    STRATA_COMPILER_INSTALL_PATH,
                                    "libstrata_compiler.so"};
  for (const char* path : candidates) {
    if (!path) continue;
    if (void* module = dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
      void* entry = dlsym(module, strata::compilerEntryName);
      if (entry) return reinterpret_cast<strata::CompilerEntry>(entry)();
    }
    tried += std::string("\n  ") + dlerror();
  }
  throw CodegenError(
      "compile: the code generator's module cannot be loaded; set "
      "STRATA_COMPILER to the path of libstrata_compiler.so. Tried:" +
      tried);
}

strata::Compiler& compiler() {
  static strata::Compiler* loaded = load();
  return *loaded;
}

}  // namespace Strata::Impl
