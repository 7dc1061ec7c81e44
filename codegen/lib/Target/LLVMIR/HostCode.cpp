// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostCode.h"

#include "CheckLlvm.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"

#include <Strata_Error.hpp>

namespace strata {

HostCode::HostCode() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                       "cannot detect the host's processor");
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  target = check(builder.createTargetMachine(), "cannot create the target");
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

std::unique_ptr<llvm::Module> HostCode::optimize(mlir::ModuleOp module,
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

std::string HostCode::emitObject(llvm::Module &module, bool quick) {
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
  return std::string(object.begin(), object.end());
}

} // namespace strata
