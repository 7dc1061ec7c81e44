// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-unroll-reads: see DevicePasses.td.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "strata/DevicePasses.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_UNROLLREADS
#include "strata/DevicePasses.h.inc"

namespace {

/// A loop that computes values from what its iterations read, each by itself.
bool onlyReads(scf::ForOp loop) {
  bool reads = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    reads |= isa<memref::LoadOp>(op);
    if (!isa<memref::LoadOp>(op) && (op.getNumRegions() > 0 || !isMemoryEffectFree(&op)))
      return false;
  }
  return reads && loop.getNumResults() > 0;
}

/// Iterations that there are at most, where that is known.
std::optional<int64_t> mostIterations(scf::ForOp loop) {
  const auto end = getConstantIntValue(loop.getUpperBound()),
             step = getConstantIntValue(loop.getStep());
  // Loops begin at 0 or later.
  return end && step && *step > 0 ? std::optional((*end + *step - 1) / *step) : std::nullopt;
}

/// Each iteration does what so many did. Those behind the end read what the first one of
/// them reads, and change nothing.
void unroll(scf::ForOp loop, int64_t times) {
  OpBuilder b(loop);
  const Location loc = loop.getLoc();
  Block &body = *loop.getBody();
  auto yield = cast<scf::YieldOp>(body.getTerminator());
  const SmallVector<Operation *> given(
      llvm::make_pointer_range(body.without_terminator()));
  const SmallVector<Value> firstValues(yield.getOperands());
  SmallVector<Value> values = firstValues;
  Value step = loop.getStep(), number = loop.getInductionVar();
  b.setInsertionPoint(yield);
  for (int64_t n = 1; n < times; ++n) {
    number = arith::AddIOp::create(b, loc, number, step);
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, number,
                                         loop.getUpperBound());
    IRMapping map;
    map.map(loop.getInductionVar(),
            arith::SelectOp::create(b, loc, inside, number, loop.getInductionVar()));
    map.map(loop.getRegionIterArgs(), values);
    for (Operation *op : given)
      b.clone(*op, map);
    for (auto [value, result] : llvm::zip_equal(values, firstValues))
      value = arith::SelectOp::create(b, loc, inside, map.lookupOrDefault(result), value);
  }
  yield->setOperands(values);
  b.setInsertionPoint(loop);
  Value count = arith::ConstantIndexOp::create(b, loc, times);
  loop.setStep(arith::MulIOp::create(b, loc, step, count));
}

struct UnrollPass : impl::UnrollReadsBase<UnrollPass> {
  using UnrollReadsBase::UnrollReadsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    SmallVector<scf::ForOp> loops;
    module.walk([&](scf::ForOp loop) {
      if (onlyReads(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      const int64_t most = mostIterations(loop).value_or(times);
      if (std::min<int64_t>(times, most) > 1)
        unroll(loop, std::min<int64_t>(times, most));
    }
  }
};

} // namespace
} // namespace strata
