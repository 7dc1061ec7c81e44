// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostJit.h"

#include "HostLibrary.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <Strata_Error.hpp>

namespace strata {

static void check(llvm::Error error, const char *what) {
  if (error)
    throw Strata::CodegenError(std::string("compile: ") + what + ": " +
                               llvm::toString(std::move(error)));
}

template <class T>
static std::enable_if_t<!std::is_reference_v<T>, T>
check(llvm::Expected<T> value, const char *what) {
  check(value.takeError(), what);
  return std::move(*value);
}

static llvm::orc::JITDylib &check(llvm::Expected<llvm::orc::JITDylib &> value,
                                  const char *what) {
  check(value.takeError(), what);
  return *value;
}

HostJit::HostJit() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                       "cannot detect the host's processor");
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  target = check(builder.createTargetMachine(), "cannot create the target");
  llvm::orc::LLJITBuilder jitBuilder;
  jitBuilder.setJITTargetMachineBuilder(builder);
  jit = check(jitBuilder.create(), "cannot start the JIT");
  defineLibrary();
}

/// What kernels call of this process.
void HostJit::defineLibrary() {
  llvm::orc::SymbolMap symbols;
  auto define = [&](const std::string &name, auto *function) {
    symbols[jit->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  define(processName("sort_coordinates", 32), &sortCoordinates<std::uint32_t>);
  define(processName("sort_coordinates", 64), &sortCoordinates<std::uint64_t>);
  define(processName("order_coordinates", 32),
         &orderCoordinates<std::uint32_t>);
  define(processName("order_coordinates", 64),
         &orderCoordinates<std::uint64_t>);
  forEachFunction([&](const std::string &name, void *function) {
    symbols[jit->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  });
  check(jit->getMainJITDylib().define(
            llvm::orc::absoluteSymbols(std::move(symbols))),
        "cannot define the library");
}

/// Kernels of many merged loops hold little that vectorises or unrolls, and the
/// full pipeline takes time that grows faster than they do.
static bool isLarge(const llvm::Module &module) {
  constexpr unsigned large = 800; // instructions
  unsigned instructions = 0;
  for (const llvm::Function &f : module)
    instructions += f.getInstructionCount();
  return instructions > large;
}

/// Remarks, and warnings of loops that were to be vectorised and cannot be (they call
/// functions), are not for users.
static void report(const llvm::DiagnosticInfo *info, void *) {
  if (info->getSeverity() != llvm::DS_Error)
    return;
  llvm::DiagnosticPrinterRawOStream printer(llvm::errs());
  info->print(printer);
  llvm::errs() << "\n";
}

std::unique_ptr<llvm::Module> HostJit::optimize(mlir::ModuleOp module,
                                                llvm::LLVMContext &context,
                                                bool quick) {
  context.setDiagnosticHandlerCallBack(report);
  auto llvmModule = mlir::translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    throw Strata::CodegenError("compile: translation to LLVM IR failed");
  llvmModule->setDataLayout(target->createDataLayout());
  llvmModule->setTargetTriple(target->getTargetTriple());
  for (llvm::Function &f : *llvmModule)
    f.addFnAttr("prefer-vector-width", "512");
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  // Unrolling and straight-line vectorisation cost compile time and have not
  // measured as a gain on merging or gathering loops.
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = true;
  llvm::PassBuilder passes(target.get(), tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes
      .buildPerModuleDefaultPipeline(quick || isLarge(*llvmModule)
                                         ? llvm::OptimizationLevel::O1
                                         : llvm::OptimizationLevel::O3)
      .run(*llvmModule, modules);
  return llvmModule;
}

std::unique_ptr<llvm::MemoryBuffer> HostJit::emitObject(llvm::Module &module,
                                                        bool quick) {
  target->setOptLevel(quick || isLarge(module)
                          ? llvm::CodeGenOptLevel::Less
                          : llvm::CodeGenOptLevel::Default);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (target->addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    throw Strata::CodegenError("compile: the target emits no object files");
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object),
                                                         false);
}

void HostJit::link(std::unique_ptr<llvm::MemoryBuffer> object,
                   CompiledProgram &program) {
  llvm::orc::JITDylib &dylib =
      check(jit->createJITDylib("kernel" + std::to_string(numLinked++)),
            "cannot create a library");
  dylib.addToLinkOrder(jit->getMainJITDylib());
  std::shared_ptr<llvm::orc::LLJIT> keep = jit;
  program.code = std::shared_ptr<void>(&dylib, [keep](void *library) {
    llvm::consumeError(keep->getExecutionSession().removeJITDylib(
        *static_cast<llvm::orc::JITDylib *>(library)));
  });
  check(jit->addObjectFile(dylib, std::move(object)), "cannot add the kernel");
  size_t number = 0;
  for (ProgramStep &step : program.steps) {
    if (step.kind != ProgramStep::Kind::launch)
      continue;
    const std::string name = "launch" + std::to_string(number++) + "_entry";
    step.entry =
        check(jit->lookup(dylib, name), "cannot find the kernel's entry")
            .toPtr<LaunchEntry>();
  }
}

} // namespace strata
