// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-expand-assembly. Input: launches that assemble sparse tensors
// (stage position). Output: the same in phases, with the steps between them.
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_EXPANDASSEMBLY
#include "strata/Passes.h.inc"

namespace {

/// True when all coordinates of `level` are entered under each of its parents.
bool isEntered(pos::LaunchOp launch, unsigned level) {
  bool found = false, everywhere = true;
  launch.walk([&](pos::EntryOp entry) {
    if (entry.getTensor() != launch.getResult() || entry.getLevel() != level)
      return;
    found = true;
    everywhere &= entry.getEverywhere();
  });
  return found && everywhere;
}

/// True when entries of `level` may come to nothing.
bool isConditional(pos::LaunchOp launch, unsigned level) {
  bool conditional = false;
  launch.walk([&](pos::EntryOp entry) {
    if (entry.getTensor() == launch.getResult() && entry.getLevel() == level)
      conditional |= !pos::alwaysInserts(entry.getBody().front());
  });
  return conditional;
}

/// Compressed levels below dense ones of which some coordinate is not entered, or
/// is entered before it is known that the entry around it comes to something.
SmallVector<int64_t> incompleteLevels(pos::LaunchOp launch) {
  const Strata::TensorFormat format = formatOf(launch.getResult().getType());
  SmallVector<int64_t> out;
  bool entered = true, conditional = false;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const auto traits = Strata::level_traits(format.level(l));
    if (traits.full) {
      entered &= isEntered(launch, l) && !conditional;
      continue;
    }
    if (traits.stores_positions && !entered)
      out.push_back(l);
    entered = true;
    conditional = isConditional(launch, l);
  }
  return out;
}

/// True when all that \p loop does is its total, and to end early.
bool isTotal(pos::CoiterateOp loop) {
  return !loop
              .walk([&](Operation *op) {
                auto set = dyn_cast<pos::SetOp>(op);
                const bool acts = isa<pos::SetOp, pos::StoreOp, pos::InsertOp,
                                      pos::ScatterOp, pos::EntryOp>(op);
                return acts && !(set && set.getFlag() == loop.getUntil())
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Without values, totals go with the loops that nothing else is left of.
void forgetEnds(pos::LaunchOp launch) {
  SmallVector<pos::CoiterateOp> loops;
  launch.walk([&](pos::CoiterateOp loop) {
    if (loop.getUntil() && isTotal(loop))
      loops.push_back(loop);
  });
  for (pos::CoiterateOp loop : loops) {
    Operation *flag = loop.getUntil().getDefiningOp();
    loop.getUntilMutable().clear();
    for (Operation *user : llvm::make_early_inc_range(flag->getUsers()))
      user->erase();
    flag->erase();
  }
}

struct ExpandPass : impl::ExpandAssemblyBase<ExpandPass> {
  using ExpandAssemblyBase::ExpandAssemblyBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "position")))
      return signalPassFailure();
    SmallVector<pos::LaunchOp> launches;
    getOperation().walk([&](pos::LaunchOp launch) {
      if (launch.getResult() && !launch.getPhase())
        launches.push_back(launch);
    });
    for (pos::LaunchOp launch : launches)
      expand(launch);
  }

  void expand(pos::LaunchOp launch) {
    const SmallVector<int64_t> incomplete = incompleteLevels(launch);
    Value tensor = launch.getResult();
    OpBuilder b(launch);
    b.setInsertionPointAfter(launch);
    const std::string label = launch.getLabel().str();
    auto phase = [&](StringRef name, StringRef step) {
      auto clone = cast<pos::LaunchOp>(b.clone(*launch));
      clone.setPhase(name);
      clone.setLabel(label + "::" + step.str());
      if (name == "count" || name == "structure")
        forgetEnds(clone);
      return clone;
    };
    const bool inOnePass =
        onePass && !separate && pos::mayAppendInOnePass(launch);
    if (inOnePass)
      pos::expectEntries(phase("limit", "limit"));
    phase("count", "count");
    pos::AllocateOp::create(b, launch.getLoc(), tensor, incomplete);
    phase(separate ? "structure" : inOnePass ? "append" : "fill", "fill");
    if (!incomplete.empty())
      pos::CompleteOp::create(b, launch.getLoc(), tensor, incomplete);
    if (separate)
      phase("values", "compute");
    launch.erase();
  }
};

} // namespace
} // namespace strata
