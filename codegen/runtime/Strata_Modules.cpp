// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the code generator (and with it MLIR and LLVM), and the linker of machine code
// (LLVM alone), on first use.
#include "Strata_Modules.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include <Strata_Config.hpp>
#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

namespace fs = std::filesystem;

struct Module {
  const char* file;
  const char* entry;  ///< function that returns what it is loaded for
  const char* what;   ///< for messages
};

constexpr Module compiler_module{"libstrata_compiler.so", STRATA_COMPILER_ENTRY,
                                 "code generator"};
constexpr Module linker_module{"libstrata_linker.so", STRATA_LINKER_ENTRY,
                               "linker of machine code"};

/// The program or shared library that holds this code; empty where unknown.
fs::path own_file() {
  static const char inside = 0;
  std::error_code failed;
  Dl_info info{};
  // For a program this is how it was called, perhaps a name without a folder.
  if (dladdr(&inside, &info) && info.dli_fname &&
      std::string_view(info.dli_fname).find('/') != std::string_view::npos) {
    const auto file = fs::canonical(info.dli_fname, failed);
    if (!failed) return file;
  }
  const auto program = fs::canonical("/proc/self/exe", failed);
  return failed ? fs::path() : program;
}

/// Where the module may be, best first: the compiler nowhere else than at STRATA_COMPILER
/// where that is set, the linker beside it first. An installed tree is found wherever it
/// was moved to: from a program in its bin, from a shared library in its lib, and
/// through the run path by programs that link Strata::codegen.
std::vector<std::string> candidates(const Module& module) {
  std::vector<std::string> paths;
  const char* const chosen = std::getenv("STRATA_COMPILER");
  if (chosen && *chosen) {
    if (module.file == compiler_module.file) return {chosen};
    paths.push_back((fs::path(chosen).parent_path() / module.file).string());
  }
  if (const auto file = own_file(); !file.empty()) {
    const auto here = file.parent_path();
    paths.push_back((here / STRATA_MODULES_FROM_BIN / module.file).string());
    paths.push_back((here / "strata" / module.file).string());
  }
  paths.push_back(module.file);
  paths.push_back((fs::path(STRATA_MODULES_BUILD_FOLDER) / module.file).string());
  paths.push_back((fs::path(STRATA_MODULES_INSTALL_FOLDER) / module.file).string());
  return paths;
}

/// Folders where the dynamic linker looks for a library without a folder in its name.
std::vector<fs::path> search_folders() {
  std::vector<fs::path> folders;
  void* const program = dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size{};
  if (!program || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return folders;
  const auto bytes = std::make_unique<std::byte[]>(size.dls_size);
  auto* const info = new (bytes.get()) Dl_serinfo(size);
  if (dlinfo(program, RTLD_DI_SERINFO, info) != 0) return folders;
  for (unsigned n = 0; n < info->dls_cnt; ++n)
    folders.emplace_back(info->dls_serpath[n].dls_name);
  return folders;
}

/// The same paths with those in place of a name that the dynamic linker looks up.
std::vector<std::string> with_search_folders(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    if (path.find('/') != std::string::npos) {
      out.push_back(path);
      continue;
    }
    for (const fs::path& folder : search_folders()) out.push_back((folder / path).string());
  }
  return out;
}

/// Why a library that was loaded is not the module.
std::string refusal_of(const Module& module, void* library) {
  using Version       = const char* (*)();
  void* const version = dlsym(library, strata::moduleVersionName);
  const std::string what = module.what;
  if (!version) return "it is not a " + what + " of Strata " STRATA_VERSION_STRING;
  return "it is the " + what + " of Strata " + reinterpret_cast<Version>(version)() +
         ", expected that of " STRATA_VERSION_STRING;
}

struct Loaded {
  void* library;
  void* entry;  ///< null: the module is not there
};

/// The module at `path`; else nothing and the reason.
Loaded load_from(const Module& module, const std::string& path, std::string& reason) {
  void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    reason = dlerror();
    return {};
  }
  if (void* entry = dlsym(library, module.entry)) return {library, entry};
  reason = path + ": " + refusal_of(module, library);
  dlclose(library);
  return {};
}

Loaded load(const Module& module) {
  std::string tried;
  for (const std::string& path : candidates(module)) {
    std::string reason;
    if (const Loaded loaded = load_from(module, path, reason); loaded.entry) return loaded;
    tried += "\n  " + reason;
  }
  throw CodegenError(std::string("compile: the ") + module.what +
                     "'s module cannot be loaded; set STRATA_COMPILER to the path of the "
                     "libstrata_compiler.so of Strata " STRATA_VERSION_STRING
                     ", which stands beside libstrata_linker.so. Tried:" +
                     tried);
}

const Loaded& loaded_compiler() {
  static const Loaded loaded = load(compiler_module);
  return loaded;
}

/// Name of a function in the module of the compiler.
constexpr const char* gathers_fast_name = "strataHostGathersFast";

}  // namespace

strata::Compiler& compiler() {
  static strata::Compiler* made =
      reinterpret_cast<strata::CompilerEntry>(loaded_compiler().entry)();
  return *made;
}

std::optional<bool> host_gathers_fast() try {
  using GathersFast   = bool (*)();
  void* const function = dlsym(loaded_compiler().library, gathers_fast_name);
  if (!function) return {};
  return reinterpret_cast<GathersFast>(function)();
} catch (const CodegenError&) {
  return {};
}

strata::Linker& linker() {
  static strata::Linker* loaded =
      reinterpret_cast<strata::LinkerEntry>(load(linker_module).entry)();
  return *loaded;
}

std::string compiler_identity() {
  for (const std::string& path : with_search_folders(candidates(compiler_module))) {
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    if (failed) continue;
    const auto time = fs::last_write_time(path, failed).time_since_epoch().count();
    return std::to_string(size) + "@" + std::to_string(time);
  }
  return {};
}

}  // namespace Strata::Impl
