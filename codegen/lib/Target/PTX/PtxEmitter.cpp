// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PtxEmitter.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Config/Targets.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <Strata_Error.hpp>

namespace strata {

/// The least version of PTX that has all instructions of these devices: drivers of
/// CUDA 12.0 read it.
static constexpr const char *ptxVersion = "+ptx80";

static std::unique_ptr<llvm::TargetMachine>
createTarget(const std::string &chip) {
#if LLVM_HAS_NVPTX_TARGET
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
#endif
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!found)
    throw Strata::CodegenError(Strata::error_message(
        "compile", "CUDA device '" + chip + "'", "an LLVM with the target NVPTX",
        error, "use one that was built with it"));
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      triple, chip, ptxVersion, {}, llvm::Reloc::PIC_, {},
      llvm::CodeGenOptLevel::Aggressive));
}

/// Kernels are what others may call. Atomic operations order nothing else, and are
/// seen by this device only.
static void describeKernels(llvm::Module &module) {
  const auto scope = module.getContext().getOrInsertSyncScopeID("device");
  for (llvm::Function &f : module) {
    if (!f.isDeclaration() && !f.hasLocalLinkage())
      f.setCallingConv(llvm::CallingConv::PTX_Kernel);
    for (llvm::BasicBlock &block : f)
      for (llvm::Instruction &i : block) {
        if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
          rmw->setOrdering(llvm::AtomicOrdering::Monotonic);
          rmw->setSyncScopeID(scope);
        } else if (auto *cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
          cas->setSuccessOrdering(llvm::AtomicOrdering::Monotonic);
          cas->setFailureOrdering(llvm::AtomicOrdering::Monotonic);
          cas->setSyncScopeID(scope);
        }
      }
  }
}

static void optimize(llvm::Module &module, llvm::TargetMachine &target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false; // lanes are threads
  tuning.SLPVectorization = false;
  llvm::PassBuilder passes(&target, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

[[noreturn]] static void refuse(const std::string &what,
                                const std::string &given) {
  throw Strata::UnsupportedExpression(
      Strata::error_message("compile", "kernel for a CUDA device", what, given,
                            "compile it for a host space"));
}

/// A kernel calls nothing but what it brings along, and nothing that calls itself:
/// its stack is bounded.
static void check(llvm::Module &module) {
  for (const llvm::Function &f : module)
    if (f.isDeclaration() && !f.isIntrinsic() && !f.use_empty())
      refuse("calls of functions that a device has",
             "one of '" + f.getName().str() + "'");
  llvm::CallGraph graph(module);
  for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
    if (it.hasCycle() && it->front()->getFunction())
      refuse("functions that do not call themselves",
             "'" + it->front()->getFunction()->getName().str() + "'");
}

/// PTX knows no functions of one module only: texts of several may become one.
static void rename(llvm::Module &module, const std::string &name) {
  for (llvm::GlobalValue &value : module.global_values())
    if (value.hasLocalLinkage())
      value.setName(name + "_" + value.getName());
}

static std::string assembly(llvm::Module &module, llvm::TargetMachine &target) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr,
                                 llvm::CodeGenFileType::AssemblyFile))
    throw Strata::CodegenError("compile: the target emits no PTX");
  passes.run(module);
  return text.str().str();
}

std::string emitPtx(mlir::ModuleOp module, const std::string &chip,
                    const std::string &name) {
  const auto target = createTarget(chip);
  llvm::LLVMContext context;
  auto code = mlir::translateModuleToLLVMIR(module, context, "strata");
  if (!code)
    throw Strata::CodegenError("compile: translation to LLVM IR failed");
  code->setTargetTriple(target->getTargetTriple());
  code->setDataLayout(target->createDataLayout());
  describeKernels(*code);
  linkLibdevice(*code);
  optimize(*code, *target);
  check(*code);
  rename(*code, name);
  return assembly(*code, *target);
}

} // namespace strata
