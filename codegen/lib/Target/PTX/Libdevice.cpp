// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of CUDA devices, as bitcode.
#include "PtxEmitter.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <Strata_Error.hpp>

#include <cstdlib>

namespace strata {

/// Where CUDA may be, best first.
static std::vector<std::string> cudaFolders() {
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      folders.push_back(folder);
  folders.push_back("/usr/local/cuda");
  return folders;
}

static std::string libdeviceFile(const std::string &wanted) {
  std::string tried;
  for (const std::string &folder : cudaFolders()) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    if (llvm::sys::fs::exists(path))
      return path.str().str();
    tried += (tried.empty() ? "" : ", ") + path.str().str();
  }
  throw Strata::CodegenError(Strata::error_message(
      "compile", "'" + wanted + "' for a CUDA device",
      "libdevice.10.bc of a CUDA toolkit", "none (tried " + tried + ")",
      "set CUDA_HOME to the folder of the toolkit"));
}

static bool isCalled(const llvm::Function &f) {
  return f.isDeclaration() && !f.isIntrinsic() && !f.use_empty();
}

void linkLibdevice(llvm::Module &module) {
  std::string wanted;
  for (llvm::Function &f : module)
    if (isCalled(f)) {
      wanted = f.getName().str();
      f.setName("__nv_" + f.getName());
    }
  if (wanted.empty())
    return;
  const std::string path = libdeviceFile(wanted);
  llvm::SMDiagnostic problem;
  auto library =
      llvm::getLazyIRFileModule(path, problem, module.getContext());
  if (!library)
    throw Strata::CodegenError("compile: " + path + ": " +
                               problem.getMessage().str());
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  const auto internalize = [](llvm::Module &m, const llvm::StringSet<> &linked) {
    llvm::internalizeModule(m, [&](const llvm::GlobalValue &g) {
      return !g.hasName() || !linked.count(g.getName());
    });
  };
  if (llvm::Linker::linkModules(module, std::move(library),
                                llvm::Linker::LinkOnlyNeeded, internalize))
    throw Strata::CodegenError("compile: " + path + " cannot be linked");
}

} // namespace strata
