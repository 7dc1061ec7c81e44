// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostFeatures.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

namespace strata {

/// Asking the processor takes much longer than many a pass.
bool hostConvertsF16() {
  static const bool converts =
      llvm::sys::getHostCPUFeatures().lookup("f16c") ||
      llvm::Triple(llvm::sys::getProcessTriple()).isAArch64();
  return converts;
}

/// How a processor is best used is not among the features that it reports.
static bool isTunedForGathers() {
  llvm::InitializeNativeTarget();
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string unknown;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, unknown);
  if (!target || !triple.isX86())
    return false;
  const std::unique_ptr<llvm::MCSubtargetInfo> processor(
      target->createMCSubtargetInfo(triple, llvm::sys::getHostCPUName(), ""));
  return processor && processor->checkFeatures("+fast-gather") &&
         !processor->checkFeatures("+prefer-no-gather");
}

bool hostGathersFast() {
  static const bool fast = isTunedForGathers();
  return fast;
}

} // namespace strata
