// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-lower-vectors: see HostPasses.td.
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_LOWERVECTORS
#include "strata/HostPasses.h.inc"

namespace {

struct LowerVectorsPass : impl::LowerVectorsBase<LowerVectorsPass> {
  void runOnOperation() override {
    const auto found = getOperation().walk([](Operation *op) {
      return isa<vector::VectorDialect>(op->getDialect()) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    OpPassManager lowering(ModuleOp::getOperationName());
    lowering.addPass(createConvertVectorToLLVMPass());
    if (failed(runPipeline(lowering, getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace strata
