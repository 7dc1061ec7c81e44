// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MlirCompiler.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "strata/Analysis/FibreLengths.h"
#include "strata/Analysis/SmallExtents.h"
#include "strata/Conversion/KernelName.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Passes.h"
#include "strata/Pipelines.h"
#include "strata/Target/KokkosCpp.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::Stage;

namespace strata {

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  return registry;
}

MlirCompiler::MlirCompiler()
    : registry(makeRegistry()),
      context(registry, MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
}

/// Registers what this module does not know yet: formats of requests hold kinds, so
/// that these have to be the same as where the request is from.
static void adoptLevels(const std::vector<Strata::LevelDefinition> &levels) {
  auto expected = static_cast<std::uint16_t>(Strata::first_registered_level);
  for (const Strata::LevelDefinition &level : levels)
    if (Strata::register_level(level) != Strata::LevelKind(expected++))
      throw Strata::CodegenError(Strata::error_message(
          "compile", "level '" + level.name + "'",
          "levels registered in the same order by all libraries of the process",
          "another order", "register levels in one of the libraries only"));
}

OwningOpRef<ModuleOp> MlirCompiler::import(const CompileRequest &request) {
  adoptLevels(request.levels);
  std::vector<Strata::CheckedAssignment> stmts{request.stmt};
  stmts.insert(stmts.end(), request.followers.begin(), request.followers.end());
  OwningOpRef<ModuleOp> module =
      importNotation(&context, stmts, request.names);
  for (auto kernel : module->getOps<func::FuncOp>())
    annotate(kernel, request);
  return module;
}

/// The extents that the kernel is compiled for.
void MlirCompiler::annotateExtents(func::FuncOp kernel,
                                   const CompileRequest &request) {
  const auto small = smallExtents(request);
  if (small.empty())
    return;
  OpBuilder b(&context);
  SmallVector<NamedAttribute> variables;
  for (const auto &[variable, extent] : small)
    variables.push_back(b.getNamedAttr(variable, b.getI64IntegerAttr(extent)));
  kernel->setAttr(fixedVariablesAttr, b.getDictionaryAttr(variables));
  const auto fixed = fixedExtents(request);
  for (auto [i, name] : llvm::enumerate(request.names))
    if (auto it = fixed.find(name); it != fixed.end())
      kernel.setArgAttr(i, fixedExtentsAttr,
                        b.getDenseI64ArrayAttr(it->second));
}

/// What is known of the tensors, and what the kernel is called.
void MlirCompiler::annotate(func::FuncOp kernel, const CompileRequest &request) {
  kernel->setAttr(kernelNameAttr, StringAttr::get(&context, request.name));
  const auto lengths = fibreLengths(request);
  const auto shorts  = shortFibres(request);
  annotateExtents(kernel, request);
  for (auto [i, name] : llvm::enumerate(request.names)) {
    if (request.registers.count(name))
      kernel.setArgAttr(i, registerAttr, UnitAttr::get(&context));
    auto unit = request.unitLevels.find(name);
    if (unit != request.unitLevels.end())
      kernel.setArgAttr(i, unitLevelAttr,
                        OpBuilder(&context).getI64IntegerAttr(unit->second));
    auto stored = request.concretize.entriesOf.find(name);
    if (stored != request.concretize.entriesOf.end())
      kernel.setArgAttr(i, entriesAttr,
                        OpBuilder(&context).getF64FloatAttr(stored->second));
    auto length = lengths.find(name);
    if (length != lengths.end())
      kernel.setArgAttr(i, lengthAttr,
                        OpBuilder(&context).getI64IntegerAttr(length->second));
    if (shorts.count(name))
      kernel.setArgAttr(i, shortAttr, UnitAttr::get(&context));
  }
}

void MlirCompiler::run(ModuleOp module,
                       function_ref<void(OpPassManager &)> build) {
  std::string diagnostics;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &d) {
    diagnostics += d.str() + "\n";
    return success();
  });
  PassManager pm(&context);
#ifdef NDEBUG
  pm.enableVerifier(false);
#endif
  build(pm);
  const LogicalResult result = pm.run(module);
  rethrowError();
  if (failed(result))
    throw Strata::CodegenError("compile: a pass failed: " + diagnostics);
}

/// A build that is run for what it tells, not for its speed.
static bool isExamined(const Strata::PlanOptions &options) {
  return options.count_iterations || options.check_races ||
         options.permute >= 0;
}

CompiledProgram MlirCompiler::compile(const CompileRequest &request) {
  std::lock_guard lock(mutex);
  return request.chip.empty() ? compileHost(request) : compileDevice(request);
}

CompiledProgram MlirCompiler::compileHost(const CompileRequest &request) {
  OwningOpRef<ModuleOp> module = import(request);
  run(*module, [&](OpPassManager &pm) {
    buildStagePipeline(pm, request, Stage::flat);
  });
  CompiledProgram program = readProgram(*module);
  program.hasPhases = request.separatePhases;
  if (request.options.backend == Strata::Backend::cxx) {
    program.source = emitKokkosCpp(*module, request);
    return program;
  }
  run(*module, [&](OpPassManager &pm) {
    buildHostPipeline(pm, request);
  });
  if (!host)
    host = std::make_unique<HostCode>();
  program.objects = host->emitObjects(*module, isExamined(request.options));
  return program;
}

std::string MlirCompiler::emit(const CompileRequest &request, Stage stage) {
  std::lock_guard lock(mutex);
  OwningOpRef<ModuleOp> module = import(request);
  const bool isIR = stage != Stage::llvm && stage != Stage::cxx;
  const Stage last = isIR ? stage : Stage::flat;
  run(*module,
      [&](OpPassManager &pm) { buildStagePipeline(pm, request, last); });
  if (stage == Stage::cxx)
    return emitKokkosCpp(*module, request);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isIR) {
    module->print(os);
    return text;
  }
  run(*module, [&](OpPassManager &pm) {
    buildHostPipeline(pm, request);
  });
  if (!host)
    host = std::make_unique<HostCode>();
  llvm::LLVMContext llvmContext;
  host->optimize(*module, llvmContext, isExamined(request.options))
      ->print(os, nullptr);
  return text;
}

} // namespace strata
