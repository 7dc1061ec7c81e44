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

/// The entry of the result that has the whole row of dense levels from \p level on that
/// \p insert writes into; the launch where these are all levels.
Operation *rowOf(pos::InsertOp insert, unsigned level) {
  Operation *op = insert->getParentOp();
  for (; !isa<pos::LaunchOp>(op); op = op->getParentOp()) {
    auto entry = dyn_cast<pos::EntryOp>(op);
    if (entry && entry.getTensor() == insert.getTensor() && entry.getLevel() < level)
      break;
  }
  return op;
}

/// True when the values of all entries are written: where dense levels come last, those
/// of whole rows. All that is inserted into a row is, or what all of it depends on is
/// known before its loops.
bool writesRows(pos::LaunchOp launch) {
  const Strata::TensorFormat format = formatOf(launch.getResult().getType());
  unsigned level = format.lvl_rank();
  while (level > 0 && Strata::level_traits(format.level(level - 1)).full)
    if (!isEntered(launch, --level))
      return false;
  bool all = true;
  DenseMap<Operation *, Value> conditions; // of what is inserted into a row
  launch.walk([&](pos::InsertOp insert) {
    Operation *row = rowOf(insert, level);
    const Value condition = insert.getCondition();
    const auto [known, isFirst] = conditions.try_emplace(row, condition);
    all &= known->second == condition && !isa<pos::LaunchOp>(row);
    Operation *by = condition ? condition.getDefiningOp() : nullptr;
    all &= !by || by->getParentOp() == row || !row->isAncestor(by);
  });
  return all;
}

/// Compressed levels below dense ones of which some coordinate is not entered, or
/// is entered before it is known that the entry around it comes to something; and the
/// last level, if it is dense and not all of its values are written (`separate`: not
/// with the structure).
SmallVector<int64_t> incompleteLevels(pos::LaunchOp launch, bool separate) {
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
  const int last = format.lvl_rank() - 1;
  if (Strata::level_traits(format.level(last)).full &&
      (separate || !writesRows(launch)))
    out.push_back(last);
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

/// Without values, rows are not added up.
void forgetRows(pos::LaunchOp launch) {
  launch.walk([](pos::StoreOp store) { store.erase(); });
}

/// Those that have positions, which are completed when all entries are there.
SmallVector<int64_t> levelsToComplete(const Strata::TensorFormat &format,
                                      ArrayRef<int64_t> incomplete) {
  SmallVector<int64_t> levels;
  llvm::copy_if(incomplete, std::back_inserter(levels), [&](int64_t l) {
    return Strata::level_traits(format.level(static_cast<int>(l)))
        .stores_positions;
  });
  return levels;
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
    const SmallVector<int64_t> incomplete = incompleteLevels(launch, separate);
    Value tensor = launch.getResult();
    OpBuilder b(launch);
    b.setInsertionPointAfter(launch);
    const std::string label = launch.getLabel().str();
    auto phase = [&](StringRef name, StringRef step) {
      auto clone = cast<pos::LaunchOp>(b.clone(*launch));
      clone.setPhase(name);
      clone.setLabel(label + "::" + step.str());
      if (name == "count" || name == "structure") {
        forgetRows(clone);
        forgetEnds(clone);
      }
      return clone;
    };
    const bool inOnePass =
        onePass && !separate && pos::mayAppendInOnePass(launch);
    if (inOnePass)
      pos::expectEntries(phase("limit", "limit"));
    phase("count", "count");
    pos::AllocateOp::create(b, launch.getLoc(), tensor, incomplete);
    phase(separate ? "structure" : inOnePass ? "append" : "fill", "fill");
    const auto levels =
        levelsToComplete(formatOf(launch.getResult().getType()), incomplete);
    if (!levels.empty())
      pos::CompleteOp::create(b, launch.getLoc(), tensor, levels);
    if (separate)
      phase("values", "compute");
    launch.erase();
  }
};

} // namespace
} // namespace strata
