// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-keep-in-lanes: see Passes.td.
#include "FlatOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Passes.h"

#include "LaneAccesses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_KEEPINLANES
#include "strata/Passes.h.inc"

namespace {

/// A loop that lanes share, each of whose iterations stands for itself.
scf::ForOp laneLoop(Operation &op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  auto mapping = op.getAttrOfType<StringAttr>(mappingAttr);
  return loop && mapping && mapping.getValue() == "vector" &&
                 loop.getNumResults() == 0 && op.hasAttr(independentAttr)
             ? loop
             : scf::ForOp();
}

bool haveSameRange(scf::ForOp a, scf::ForOp b) {
  return a.getLowerBound() == b.getLowerBound() &&
         a.getUpperBound() == b.getUpperBound() && a.getStep() == b.getStep();
}

/// The loop that lanes share in one that adds to what they have, and else only reads.
scf::ForOp onlyLaneLoop(scf::ForOp loop) {
  const bool sums = !loop->hasAttr(independentAttr);
  if (!sums || loop->hasAttr(mappingAttr) || loop.getNumResults() > 0)
    return {};
  Block &body = *loop.getBody();
  Operation *last = body.getTerminator()->getPrevNode();
  scf::ForOp lanes = last ? laneLoop(*last) : scf::ForOp();
  if (!lanes || !isOutside(lanes.getLowerBound(), loop) ||
      !isOutside(lanes.getUpperBound(), loop) || !isOutside(lanes.getStep(), loop))
    return {};
  const auto accesses = LaneAccesses::of(lanes);
  if (!accesses || !accesses->areOfOneLane())
    return {};
  for (Operation &op : body.without_terminator())
    if (&op != lanes && !readsOnly(op, accesses->written()))
      return {};
  return lanes;
}

/// Each lane runs the whole loop for its iterations of the inner one.
void interchange(scf::ForOp loop, scf::ForOp lanes) {
  OpBuilder b(loop);
  auto outer = scf::ForOp::create(b, lanes.getLoc(), lanes.getLowerBound(),
                                  lanes.getUpperBound(), lanes.getStep());
  outer->setDiscardableAttrs(lanes->getDiscardableAttrDictionary());
  lanes.getInductionVar().replaceAllUsesWith(outer.getInductionVar());
  Block &inside = *lanes.getBody();
  lanes->getBlock()->getOperations().splice(lanes->getIterator(), inside.getOperations(),
                                            inside.begin(),
                                            inside.getTerminator()->getIterator());
  lanes.erase();
  loop->moveBefore(outer.getBody()->getTerminator());
}

/// Appends the second loop to the first, and what stands between them before both.
bool fuse(scf::ForOp first, scf::ForOp second) {
  const auto a = LaneAccesses::of(first), b = LaneAccesses::of(second);
  if (!a || !b || !a->areOfOneLaneWith(*b))
    return false;
  SmallVector<Operation *> between;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode()) {
    if (!readsOnly(*op, a->written()))
      return false;
    between.push_back(op);
  }
  for (Operation *op : between)
    op->moveBefore(first);
  second.getInductionVar().replaceAllUsesWith(first.getInductionVar());
  Block &from = *second.getBody(), &to = *first.getBody();
  to.getOperations().splice(to.getTerminator()->getIterator(), from.getOperations(),
                            from.begin(), from.getTerminator()->getIterator());
  second.erase();
  return true;
}

/// Interchanges and fuses what can be in a block, from the inside out.
void gather(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        gather(inner);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (scf::ForOp lanes = onlyLaneLoop(loop))
        interchange(loop, lanes);
  }
  scf::ForOp last;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    scf::ForOp lanes = laneLoop(op);
    if (lanes && (!last || !haveSameRange(last, lanes) || !fuse(last, lanes)))
      last = lanes;
  }
}

struct KeepPass : impl::KeepInLanesBase<KeepPass> {
  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "flat")))
      return signalPassFailure();
    for (auto launch : getOperation().getOps<func::FuncOp>()) {
      auto team = launch->getAttrOfType<DenseI64ArrayAttr>(teamAttr);
      if (!team || team[1] < 2)
        continue;
      gather(launch.getBody().front());
      for (BlockArgument argument : launch.getArguments())
        if (launch.getArgAttr(argument.getArgNumber(), scratchAttr))
          keepInRegister(argument);
    }
  }
};

} // namespace
} // namespace strata
