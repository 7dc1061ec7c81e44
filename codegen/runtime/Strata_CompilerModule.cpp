// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the code generator (and with it MLIR and LLVM) on first use.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <Strata_Config.hpp>

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

/// Where the module may be, best first: nowhere else than at STRATA_COMPILER where
/// that is set. An installed tree is found wherever it
/// was moved to: from a program in its bin, from a shared library in its lib, and
/// through the run path by programs that link Strata::codegen.
std::vector<std::string> candidates() {
  const char* const chosen = std::getenv("STRATA_COMPILER");
  if (chosen && *chosen) return {chosen};
  std::vector<std::string> paths;
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

/// Why a library that was loaded is not the code generator.
std::string refusal_of(void* module) {
  using Version = const char* (*)();
  void* const version = dlsym(module, strata::compilerVersionName);
  if (!version) return "it is not a code generator of Strata " STRATA_VERSION_STRING;
  return std::string("it is the code generator of Strata ") +
         reinterpret_cast<Version>(version)() +
         ", expected that of " STRATA_VERSION_STRING;
}

/// The compiler in the module at `path`; else null and the reason.
strata::Compiler* load_from(const std::string& path, std::string& reason) {
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    reason = dlerror();
    return nullptr;
  }
  if (void* entry = dlsym(module, STRATA_COMPILER_ENTRY))
    return reinterpret_cast<strata::CompilerEntry>(entry)();
  reason = path + ": " + refusal_of(module);
  dlclose(module);
  return nullptr;
}

strata::Compiler* load() {
  std::string tried;
  for (const std::string& path : candidates()) {
    std::string reason;
    if (strata::Compiler* found = load_from(path, reason)) return found;
    tried += "\n  " + reason;
  }
  throw CodegenError(
      "compile: the code generator's module cannot be loaded; set "
      "STRATA_COMPILER to the path of the libstrata_compiler.so of "
      "Strata " STRATA_VERSION_STRING ". Tried:" +
      tried);
}

}  // namespace

strata::Compiler& compiler() {
  static strata::Compiler* loaded = load();
  return *loaded;
}

}  // namespace Strata::Impl
