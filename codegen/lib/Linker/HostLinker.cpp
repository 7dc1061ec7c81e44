// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostLinker.h"

#include "../Target/LLVMIR/CheckLlvm.h"
#include "../Target/LLVMIR/HostLibrary.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

namespace strata {

HostLinker::HostLinker() {
  llvm::InitializeNativeTarget();
  auto builder = check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                       "cannot detect the host's processor");
  name = std::string("LLVM " LLVM_VERSION_STRING " ") +
         builder.getTargetTriple().str() + " " + builder.getCPU() + " " +
         builder.getFeatures().getString();
  llvm::orc::LLJITBuilder jitBuilder;
  jitBuilder.setJITTargetMachineBuilder(std::move(builder));
  jit = check(jitBuilder.create(), "cannot start the JIT");
  defineLibrary();
}

/// What kernels call of this process.
void HostLinker::defineLibrary() {
  llvm::orc::SymbolMap symbols;
  forEachFunction([&](const std::string &function, void *address) {
    symbols[jit->mangleAndIntern(function)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  });
  check(jit->getMainJITDylib().define(
            llvm::orc::absoluteSymbols(std::move(symbols))),
        "cannot define the library");
}

void HostLinker::link(CompiledProgram &program) {
  llvm::orc::JITDylib &dylib =
      check(jit->createJITDylib("kernel" + std::to_string(numLinked++)),
            "cannot create a library");
  program.code =
      std::shared_ptr<void>(&dylib, [keep = jit](void *library) {
        llvm::consumeError(keep->getExecutionSession().removeJITDylib(
            *static_cast<llvm::orc::JITDylib *>(library)));
      });
  dylib.addToLinkOrder(jit->getMainJITDylib());
  for (const std::string &object : program.objects)
    check(jit->addObjectFile(dylib, llvm::MemoryBuffer::getMemBufferCopy(object)),
          "cannot add the kernel");
  size_t number = 0;
  for (ProgramStep &step : program.steps) {
    if (step.kind != ProgramStep::Kind::launch)
      continue;
    const std::string entry = "launch" + std::to_string(number++) + "_entry";
    step.entry =
        check(jit->lookup(dylib, entry), "cannot find the kernel's entry")
            .toPtr<LaunchEntry>();
  }
  program.objects = {};
}

} // namespace strata
