// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostCode.h"

#include "CheckLlvm.h"
#include "LaunchGroups.h"
#include "Workers.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
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
  makeTargets(1);
}

void HostCode::makeTargets(size_t count) {
  if (targets.size() >= count)
    return;
  auto builder = check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                       "cannot detect the host's processor");
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  while (targets.size() < count)
    targets.push_back(check(builder.createTargetMachine(), "cannot create the target"));
}

/// LLVM's passes, `quick`: few of them. Otherwise what its pipeline of level 3 does for
/// loops that merge and gather, once: what that repeats, and its passes over call graphs,
/// are half of the time that a kernel takes to compile and have not measured as a gain.
/// Nor have unrolling longer loops and vectors of straight-line code. A launch is optimised
/// before its arguments, which do not alias, become those of its entry.
static std::string passesOf(bool quick) {
  const std::string combine = "instcombine<max-iterations=1;no-verify-fixpoint>";
  const std::string clean =
      "sroa,early-cse<memssa>,correlated-propagation,simplifycfg," + combine;
  const std::string inlined = ",cgscc(inline),globaldce";
  if (quick)
    return "function(" + clean + ")" + inlined;
  const std::string tidy = "switch-range-to-icmp;switch-to-arithmetic;"
                           "hoist-common-insts;sink-common-insts";
  const std::string loops =
      "loop-mssa(licm<no-allowspeculation>,loop-rotate,licm,simple-loop-unswitch),"
      "simplifycfg<switch-range-to-icmp>," +
      combine + ",loop(loop-idiom,indvars,loop-deletion),gvn," + combine +
      ",correlated-propagation,simplifycfg<" + tidy + ">," + combine;
  // Loops of two or three iterations, as over the rows and columns of a block, are written
  // out before the others become vectors: those would not be one. Up to eight rounds of
  // vectors, as over a row of 64 to 256 numbers, are written out behind: the row stays in
  // registers.
  const auto unrolled = [](const char *most) {
    return std::string("loop-unroll<O3;no-partial;no-peeling;no-runtime;no-profile-peeling;"
                       "no-upperbound;full-unroll-max=") +
           most + ">,sroa,";
  };
  const std::string vectors =
      unrolled("3") + "loop-vectorize," + combine +
      ",simplifycfg<forward-switch-cond;switch-to-lookup;no-keep-loops;" + tidy +
      ">," + unrolled("8") + combine + ",loop-mssa(licm)";
  return "function(" + clean + "," + loops + ")" + inlined + ",function(" +
         vectors + ")";
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

std::unique_ptr<llvm::Module> HostCode::translate(mlir::ModuleOp module,
                                                 llvm::LLVMContext &context) {
  context.setDiagnosticHandlerCallBack(report);
  auto llvmModule = mlir::translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    throw Strata::CodegenError("compile: translation to LLVM IR failed");
  llvmModule->setDataLayout(targets[0]->createDataLayout());
  llvmModule->setTargetTriple(targets[0]->getTargetTriple());
  for (llvm::Function &f : *llvmModule)
    f.addFnAttr("prefer-vector-width", "512");
  return llvmModule;
}

static void runPasses(llvm::Module &module, llvm::TargetMachine &target, bool quick) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&target);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager pipeline;
  check(passes.parsePassPipeline(pipeline, passesOf(quick)),
        "cannot set up LLVM's passes");
  pipeline.run(module, modules);
}

static std::string emitObject(llvm::Module &module, llvm::TargetMachine &target, bool quick) {
  target.setOptLevel(quick ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Default);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    throw Strata::CodegenError("compile: the target emits no object files");
  passes.run(module);
  return std::string(object.begin(), object.end());
}

std::unique_ptr<llvm::Module> HostCode::optimize(mlir::ModuleOp module,
                                                llvm::LLVMContext &context,
                                                bool quick) {
  auto llvmModule = translate(module, context);
  runPasses(*llvmModule, *targets[0], quick);
  return llvmModule;
}

/// A copy of the module that \p bytes are, in another context.
static std::unique_ptr<llvm::Module> readModule(llvm::StringRef bytes,
                                                llvm::LLVMContext &context) {
  context.setDiagnosticHandlerCallBack(report);
  return check(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "launches"), context),
               "cannot read the kernel's IR");
}

std::vector<std::string> HostCode::emitObjects(mlir::ModuleOp module, bool quick) {
  llvm::LLVMContext context;
  const auto whole = translate(module, context);
  const auto groups = groupEntries(*whole, numWorkers());
  makeTargets(groups.size());
  std::vector<std::string> objects(groups.size());
  const auto emit = [&](llvm::Module &part, size_t n) {
    if (groups.size() > 1)
      keepEntries(part, groups[n]);
    runPasses(part, *targets[n], quick);
    objects[n] = emitObject(part, *targets[n], quick);
  };
  llvm::SmallString<0> bytes;
  if (groups.size() > 1) {
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*whole, stream);
  }
  runTogether(groups.size(), [&](unsigned n) {
    if (n == 0)
      return emit(*whole, n);
    llvm::LLVMContext own;
    emit(*readModule(bytes, own), n);
  });
  return objects;
}

} // namespace strata
