// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the code generator (and with it MLIR and LLVM) on first use.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "Strata_PlanState.h"

namespace Strata::Impl {
namespace {

/// The program or shared library that holds this code; empty where unknown.
std::filesystem::path own_file() {
  static const char inside = 0;
  std::error_code failed;
  Dl_info info{};
  // For a program this is how it was called, perhaps a name without a folder.
  if (dladdr(&inside, &info) && info.dli_fname &&
      std::string_view(info.dli_fname).find('/') != std::string_view::npos) {
    const auto file = std::filesystem::canonical(info.dli_fname, failed);
    if (!failed) return file;
  }
  const auto program = std::filesystem::canonical("/proc/self/exe", failed);
  return failed ? std::filesystem::path() : program;
}

/// Where the module may be, best first. An installed tree is found wherever it
/// was moved to: from a program in its bin, from a shared library in its lib, and
/// through the run path by programs that link Strata::codegen.
std::vector<std::string> candidates() {
  std::vector<std::string> paths;
  if (const char* chosen = std::getenv("STRATA_COMPILER")) paths.push_back(chosen);
  if (const auto file = own_file(); !file.empty()) {
    const auto here = file.parent_path();
    paths.push_back((here / STRATA_COMPILER_FROM_BIN).string());
    paths.push_back((here / "strata/libstrata_compiler.so").string());
  }
  paths.push_back("libstrata_compiler.so");
  paths.push_back(STRATA_COMPILER_BUILD_PATH);
  paths.push_back(STRATA_COMPILER_INSTALL_PATH);
  return paths;
}

strata::Compiler* load() {
  std::string tried;
  for (const std::string& path : candidates()) {
    if (void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
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

}  // namespace

strata::Compiler& compiler() {
  static strata::Compiler* loaded = load();
  return *loaded;
}

}  // namespace Strata::Impl
