// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole flow on one page.
#include "strata/Pipelines.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/Passes.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {

void registerDialects(DialectRegistry &registry) {
  registry.insert<itg::StrataItgDialect, pos::StrataPosDialect,
                  arith::ArithDialect, cf::ControlFlowDialect,
                  complex::ComplexDialect, func::FuncDialect,
                  LLVM::LLVMDialect, memref::MemRefDialect, scf::SCFDialect,
                  ub::UBDialect>();
}

void buildStagePipeline(OpPassManager &pm, const CompileRequest &request,
                        Strata::Stage stage) {
  const Strata::PlanOptions &options = request.options;
  if (stage == Strata::Stage::notation)
    return;
  OrderLoopsOptions order;
  order.race = nameOf(request.concretize.race).str();
  order.concurrency = request.concretize.concurrency;
  order.entries = request.concretize.entries;
  order.smallWork = request.concretize.smallWork;
  order.strict = request.concretize.strict;
  pm.addPass(createOrderLoops(order));
  if (stage == Strata::Stage::coordinate)
    return;
  ConvertIterationGraphToPositionOptions position;
  position.strict = options.strict;
  pm.addPass(createConvertIterationGraphToPosition(position));
  if (stage == Strata::Stage::position)
    return;
  ConvertPositionToFlatOptions flat;
  flat.strict = options.strict;
  flat.countIterations = options.count_iterations;
  flat.vectorBytes = request.vectorBytes;
  pm.addPass(createConvertPositionToFlat(flat));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildHostPipeline(OpPassManager &pm) {
  pm.addPass(createPackArguments());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

CompiledProgram readProgram(ModuleOp flat) {
  CompiledProgram program;
  flat.walk([&](Operation *op) {
    if (auto t = dyn_cast<itg::TemporaryOp>(op)) {
      Temporary temporary;
      temporary.name = t.getLabel().str();
      for (Attribute v : t.getVariables())
        temporary.variables.push_back(cast<StringAttr>(v).str());
      program.temporaries.push_back(std::move(temporary));
    }
    if (auto run = dyn_cast<pos::RunOp>(op))
      program.steps.push_back({run.getLabel().str(), run.getParallel(),
                               run.getRace() == "privatize", nullptr});
  });
  return program;
}

} // namespace strata
