// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-unswitch-loops: see HostPasses.td.
#include "FlatOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_UNSWITCHLOOPS
#include "strata/HostPasses.h.inc"

namespace {

/// Operations of a loop that is written twice, at most.
constexpr unsigned maxSize = 60;

/// What a condition comes to: a value, or its opposite.
struct Condition {
  Value value;
  bool isOpposite = false;

  static Condition of(Value value) {
    Condition out{value};
    for (auto flip = value.getDefiningOp<arith::XOrIOp>(); flip;
         flip = out.value.getDefiningOp<arith::XOrIOp>()) {
      if (!matchPattern(flip.getRhs(), m_One()))
        break;
      out = {flip.getLhs(), !out.isOpposite};
    }
    return out;
  }
};

/// Has no loop inside, hands nothing on, and is short.
bool isSmall(scf::ForOp loop) {
  unsigned size = 0;
  const auto walked = loop.getBody()->walk([&](Operation *op) {
    return ++size > maxSize || isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt()
                                                            : WalkResult::advance();
  });
  return loop.getNumResults() == 0 && !walked.wasInterrupted();
}

/// The first value that branches of the loop depend on and that is known before it; null:
/// there is none.
Value choiceOf(scf::ForOp loop) {
  for (auto branch : loop.getBody()->getOps<scf::IfOp>()) {
    const Condition condition = Condition::of(branch.getCondition());
    if (branch.getNumResults() == 0 && isOutside(condition.value, loop))
      return condition.value;
  }
  return {};
}

/// Branches on \p choice, which is \p known, become what they come to.
void resolve(scf::ForOp loop, Value choice, bool known) {
  for (auto branch : llvm::make_early_inc_range(loop.getBody()->getOps<scf::IfOp>())) {
    const Condition condition = Condition::of(branch.getCondition());
    if (condition.value != choice || branch.getNumResults() > 0)
      continue;
    Region &taken =
        known != condition.isOpposite ? branch.getThenRegion() : branch.getElseRegion();
    if (!taken.empty()) {
      Block &block = taken.front();
      if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
        block.back().erase();
      branch->getBlock()->getOperations().splice(branch->getIterator(), block.getOperations());
    }
    branch.erase();
  }
}

void unswitch(scf::ForOp loop) {
  Value choice = isSmall(loop) ? choiceOf(loop) : Value();
  if (!choice)
    return;
  OpBuilder b(loop);
  auto branch = scf::IfOp::create(b, loop.getLoc(), choice, /*withElseRegion=*/true);
  auto other = cast<scf::ForOp>(loop->clone());
  loop->moveBefore(branch.thenBlock()->getTerminator());
  branch.elseBlock()->getOperations().insert(branch.elseBlock()->getTerminator()->getIterator(),
                                             other);
  resolve(loop, choice, true);
  resolve(other, choice, false);
  unswitch(loop);
  unswitch(other);
}

struct UnswitchPass : impl::UnswitchLoopsBase<UnswitchPass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      unswitch(loop);
  }
};

} // namespace
} // namespace strata
