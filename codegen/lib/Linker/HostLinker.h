// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_LINKER_HOSTLINKER_H
#define STRATA_LIB_LINKER_HOSTLINKER_H

#include "strata/Linker.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <atomic>
#include <memory>

namespace strata {

/// LLVM's JIT linker for the host: one per process, one library for each kernel, so
/// that all kernels may have the same names.
class HostLinker : public Linker {
public:
  HostLinker();
  const std::string &target() const override { return name; }
  void link(CompiledProgram &program) override;

private:
  void defineLibrary();
  std::shared_ptr<llvm::orc::LLJIT> jit;
  std::string name;
  std::atomic<int> numLinked = 0;
};

} // namespace strata

#endif
