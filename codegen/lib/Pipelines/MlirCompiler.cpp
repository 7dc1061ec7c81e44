// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MlirCompiler.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "strata/Conversion/Notation.h"
#include "strata/Passes.h"
#include "strata/Pipelines.h"
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
  return registry;
}

MlirCompiler::MlirCompiler()
    : registry(makeRegistry()),
      context(registry, MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
}

OwningOpRef<ModuleOp> MlirCompiler::import(const CompileRequest &request) {
  OwningOpRef<ModuleOp> module =
      importNotation(&context, request.stmt, request.names);
  auto kernel = *module->getOps<func::FuncOp>().begin();
  for (auto [i, name] : llvm::enumerate(request.names)) {
    auto unit = request.unitLevels.find(name);
    if (unit != request.unitLevels.end())
      kernel.setArgAttr(i, unitLevelAttr,
                        OpBuilder(&context).getI64IntegerAttr(unit->second));
  }
  return module;
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

CompiledProgram MlirCompiler::compile(const CompileRequest &request) {
  std::lock_guard lock(mutex);
  OwningOpRef<ModuleOp> module = import(request);
  run(*module, [&](OpPassManager &pm) {
    buildStagePipeline(pm, request, Stage::flat);
  });
  CompiledProgram program = readProgram(*module);
  run(*module, [](OpPassManager &pm) { buildHostPipeline(pm); });
  if (!jit)
    jit = std::make_unique<HostJit>();
  llvm::LLVMContext llvmContext;
  // A counting build is run for its counters, not for its speed.
  const bool quick = request.options.count_iterations;
  auto optimized = jit->optimize(*module, llvmContext, quick);
  jit->link(jit->emitObject(*optimized, quick), program);
  return program;
}

std::string MlirCompiler::emit(const CompileRequest &request, Stage stage) {
  std::lock_guard lock(mutex);
  OwningOpRef<ModuleOp> module = import(request);
  const Stage last = stage == Stage::llvm ? Stage::flat : stage;
  run(*module,
      [&](OpPassManager &pm) { buildStagePipeline(pm, request, last); });
  std::string text;
  llvm::raw_string_ostream os(text);
  if (stage != Stage::llvm) {
    module->print(os);
    return text;
  }
  run(*module, [](OpPassManager &pm) { buildHostPipeline(pm); });
  if (!jit)
    jit = std::make_unique<HostJit>();
  llvm::LLVMContext llvmContext;
  jit->optimize(*module, llvmContext, request.options.count_iterations)
      ->print(os, nullptr);
  return text;
}

} // namespace strata
