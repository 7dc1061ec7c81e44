// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass convert-linalg-to-strata-itg. Input: functions over tensors whose results
// linalg ops compute (no stage). Output: kernels with one strata_itg.assign each
// (stage notation), as importNotation() makes them.
#include "KernelReader.h"
#include "LibraryOps.h"
#include "Refusal.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "strata/Conversion/Notation.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_CONVERTLINALGTOITERATIONGRAPH
#include "strata/Passes.h.inc"

namespace {

/// Refuses operations that do more than compute tensors.
void requireValues(func::FuncOp function) {
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (isa<bufferization::AllocTensorOp>(op))
      continue;
    if (!isMemoryEffectFree(&op))
      refuseLibraryOp(&op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      if (!linalgOp.hasPureTensorSemantics())
        refuse(&op, "operands", "tensors", "buffers",
               "import before bufferization");
    } else if (!isMemoryEffectFree(&op)) {
      refuse(&op, "", "linalg ops and constants", "an operation with effects",
             "keep it outside the kernel's function");
    }
  }
}

/// matmul, dot, transpose … become linalg.generic.
void generalize(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> named;
  for (auto op : function.getBody().front().getOps<linalg::LinalgOp>())
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      refuse(op, "", "an op that linalg.generic can express", "another one",
             "write it as linalg.generic");
  }
}

struct ConvertPass
    : impl::ConvertLinalgToIterationGraphBase<ConvertPass> {
  using ConvertLinalgToIterationGraphBase::ConvertLinalgToIterationGraphBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "none")))
      return signalPassFailure();
    for (Operation &op : *module.getBody())
      if (!isa<func::FuncOp>(op)) {
        op.emitError("expected functions over tensors, one for each kernel");
        return signalPassFailure();
      }
    for (func::FuncOp function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (failed(convert(function)))
        return signalPassFailure();
    setStage(module, "notation");
  }

  static LogicalResult convert(func::FuncOp function) {
    try {
      if (function.isExternal())
        refuse(function, "", "a function with a body", "a declaration",
               "remove it");
      requireValues(function);
      generalize(function);
      const ReadKernel kernel = KernelReader(function).read();
      for (unsigned arg : kernel.leftOut)
        function.emitWarning("argument ")
            << arg << " has no part in the result and is left out";
      OpBuilder b(function);
      emitKernel(b, function.getLoc(), function.getSymName(), kernel.stmt,
                 kernel.names);
      function.erase();
      return success();
    } catch (const Refusal &refusal) {
      // Bodies of named ops have no place in the text.
      Operation *op = refusal.op;
      while (isa<UnknownLoc>(op->getLoc()) && op->getParentOp())
        op = op->getParentOp();
      return op->emitError(refusal.what());
    }
  }
};

} // namespace
} // namespace strata
