// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that may append before anybody has counted: how many entries a piece
// appends at most follows from the lengths of what its innermost loops merge.
#include "LimitSums.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <Strata_LevelRegistry.hpp>

using namespace mlir;

namespace strata::pos {

namespace {

/// The level whose entries are appended as a whole, and whether it is the last one.
struct AppendedGroup {
  int first = -1, last = -1;
  bool isOnly = false;

  explicit AppendedGroup(const Strata::TensorFormat &format) {
    const std::vector<int> levels = appendedLevels(format);
    if (levels.size() != 1)
      return;
    first = last = levels.front();
    while (last + 1 < format.lvl_rank() &&
           Strata::level_traits(format.level(last + 1)).branchless)
      ++last;
    isOnly = last + 1 == format.lvl_rank();
  }
};

/// What an iterator is a part of.
Value wholeOf(Value iterator) {
  Operation *op = iterator.getDefiningOp();
  return isa<SliceOp, WindowOp, ClipOp, PartOp, SubrangeOp, SubsetOp>(op)
             ? wholeOf(op->getOperand(0))
             : iterator;
}

/// True where a loop runs at most once for each position of the iterator.
bool limitsLoop(Value iterator) {
  auto positions = wholeOf(iterator).getDefiningOp<PositionsOp>();
  if (!positions)
    return isUniverse(iterator);
  const auto format = formatOf(positions.getTensor().getType());
  return !Strata::is_registered(
      format.level(static_cast<int>(positions.getLevel())).kind);
}

/// True where counting takes as long as writing.
bool isCostly(CoiterateOp loop, EntryOp entry) {
  return loop.getIterators().size() > 1 ||
         (!alwaysInserts(entry.getBody().front()) &&
          entry
              .walk([](CoiterateOp) { return WalkResult::interrupt(); })
              .wasInterrupted());
}

/// The innermost loops around the entries that are appended, or around what is
/// scattered to the worklist that they come from.
struct AppendingLoops {
  SmallVector<CoiterateOp> loops;
  bool areSimple = true, areCostly = false;

  AppendingLoops(LaunchOp launch, int level) {
    launch.walk([&](EntryOp entry) {
      if (entry.getTensor() == launch.getResult() &&
          static_cast<int>(entry.getLevel()) == level)
        add(entry);
    });
    for (CoiterateOp loop : loops)
      for (auto around = loop->getParentOfType<CoiterateOp>(); around;
           around = around->getParentOfType<CoiterateOp>())
        areSimple &= !llvm::is_contained(loops, around);
  }

private:
  void add(EntryOp entry) {
    auto loop = entry->getParentOfType<CoiterateOp>();
    if (auto drain = entry->getParentOfType<DrainOp>()) {
      areSimple &= !loop || !drain->isAncestor(loop);
      return add(drain);
    }
    areCostly |= loop && isCostly(loop, entry);
    add(loop, entry, [&](EntryOp other) {
      return other.getTensor() == entry.getTensor() &&
             other.getLevel() == entry.getLevel();
    });
  }

  /// Worklists are as long as what is scattered to them, at most.
  void add(DrainOp drain) {
    areCostly = true;
    Operation *worklist = drain.getWorklist().getDefiningOp();
    for (Operation *user : worklist->getUsers()) {
      auto scatter = dyn_cast<ScatterOp>(user);
      if (!scatter)
        continue;
      auto loop = scatter->getParentOfType<CoiterateOp>();
      const bool isInside = loop && !loop->isAncestor(worklist);
      add(isInside ? loop : CoiterateOp(), scatter, [&](ScatterOp other) {
        return other.getWorklist() == scatter.getWorklist();
      });
    }
  }

  /// \pre an iteration of \p loop appends \p op, and \p others that are like it.
  template <class Op, class Predicate>
  void add(CoiterateOp loop, Op op, Predicate isLike) {
    if (!loop || !loop.getTotals().empty() ||
        !isOnlyOne(loop, op, isLike)) {
      areSimple = false;
      return;
    }
    areSimple &= llvm::all_of(loop.getIterators(), limitsLoop);
    if (!llvm::is_contained(loops, loop))
      loops.push_back(loop);
  }

  /// True when nothing else of its kind is appended in the same iteration.
  template <class Op, class Predicate>
  static bool isOnlyOne(CoiterateOp loop, Op op, Predicate isLike) {
    Region *around = nullptr;
    for (Region &region : loop.getCases())
      if (region.isAncestor(op->getParentRegion()))
        around = &region;
    unsigned alike = 0;
    around->walk([&](Op other) { alike += isLike(other); });
    return alike == 1;
  }
};

/// True for what pieces that nobody has counted cannot do: add to entries of
/// others, and add up beside the result.
bool needsCounts(LaunchOp launch) {
  return launch
      .walk([&](Operation *op) {
        auto insert = dyn_cast<InsertOp>(op);
        auto entry = dyn_cast<EntryOp>(op);
        const bool needs = isa<SeamOp, StoreOp>(op) ||
                           (insert && insert.getCarry()) ||
                           (entry && entry.getTensor() != launch.getResult()) ||
                           (entry && entry.getBegun() &&
                            !Strata::level_traits(
                                 formatOf(entry.getTensor().getType())
                                     .level(static_cast<int>(entry.getLevel())))
                                 .full);
        return needs ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Iterations of the loop at most.
Value limitOf(OpBuilder &b, CoiterateOp loop) {
  int64_t needed = -1;
  for (int64_t point : loop.getPoints())
    needed &= point;
  const Location loc = loop.getLoc();
  Value least, sum;
  for (auto [i, iterator] : llvm::enumerate(loop.getIterators())) {
    Value length = LengthOp::create(b, loc, b.getIndexType(), iterator);
    sum = sum ? arith::AddIOp::create(b, loc, sum, length).getResult() : length;
    if (needed >> i & 1 || isUniverse(iterator))
      least = least ? arith::MinSIOp::create(b, loc, least, length).getResult()
                    : length;
  }
  return least ? least : sum;
}

/// The dimension of which entries of the result have coordinates that come from the
/// worklist; none: it is not one as it is stored.
std::optional<int> drainedDimension(DrainOp drain, LaunchOp launch) {
  std::optional<int> dimension;
  const auto format = formatOf(launch.getResult().getType());
  drain.walk([&](EntryOp entry) {
    if (entry.getTensor() == launch.getResult() && format.has_order())
      dimension = format.dimension_of_level(static_cast<int>(entry.getLevel()));
  });
  return dimension;
}

/// The worklist in which \p scatter looks its coordinate up first; null: none.
Value lookedUpBy(ScatterOp scatter) {
  for (Operation *op = scatter->getParentOp(); op && !isa<CoiterateOp>(op);
       op = op->getParentOp()) {
    auto there = dyn_cast<scf::IfOp>(op);
    auto lookup = there ? there.getCondition().getDefiningOp<LookupOp>() : LookupOp();
    if (lookup && lookup.getCoordinate() == scatter.getCoordinate())
      return lookup.getWorklist();
  }
  return Value();
}

/// The one worklist in which all is looked up that is scattered to \p worklist, if it is
/// the same as long as that is there.
Value guardOf(WorklistOp worklist) {
  Value guard;
  for (Operation *user : worklist->getUsers())
    if (auto scatter = dyn_cast<ScatterOp>(user)) {
      Value by = lookedUpBy(scatter);
      if (!by || (guard && guard != by))
        return Value();
      guard = by;
    }
  const bool isAround =
      guard && guard.getParentRegion()->isAncestor(worklist->getParentRegion());
  return isAround ? guard : Value();
}

/// Coordinates of \p worklist at most, which one loop scatters to; null: not known.
Value limitOfScattered(OpBuilder &b, Value worklist) {
  CoiterateOp writes;
  for (Operation *user : worklist.getUsers())
    if (isa<ScatterOp>(user)) {
      if (writes)
        return Value();
      writes = user->getParentOfType<CoiterateOp>();
    }
  return writes ? limitOf(b, writes) : Value();
}

/// Coordinates that come from a worklist are different, and those of another where they
/// were looked up.
void capWorklists(LaunchOp launch) {
  launch.walk([&](WorklistOp worklist) {
    SmallVector<DrainOp> drains;
    for (Operation *user : worklist->getUsers())
      if (auto drain = dyn_cast<DrainOp>(user))
        drains.push_back(drain);
    // It is drained once each time that it is made.
    if (drains.size() != 1 || drains[0]->getBlock() != worklist->getBlock())
      return;
    const auto dimension = drainedDimension(drains[0], launch);
    if (!dimension)
      return;
    OpBuilder b(worklist);
    const Location loc = worklist.getLoc();
    Value before = ExpectedOp::create(b, loc, b.getIndexType(), launch.getResult());
    b.setInsertionPoint(drains[0]);
    Value most = ExtentOp::create(b, loc, b.getIndexType(), launch.getResult(), *dimension);
    Value guard = guardOf(worklist);
    if (Value limit = guard ? limitOfScattered(b, guard) : Value())
      most = arith::MinSIOp::create(b, loc, most, limit);
    CapOp::create(b, loc, arith::AddIOp::create(b, loc, before, most), launch.getResult());
  });
}

/// Without the worklists in which nothing is looked up any more, nor drained.
void forgetWorklists(LaunchOp launch) {
  SmallVector<WorklistOp> worklists;
  launch.walk([&](WorklistOp op) { worklists.push_back(op); });
  for (WorklistOp worklist : worklists) {
    const auto users = llvm::to_vector(worklist->getUsers());
    if (llvm::any_of(users, llvm::IsaPred<LookupOp>))
      continue;
    for (Operation *user : users) {
      auto loop = isa<ScatterOp>(user) ? user->getParentOfType<CoiterateOp>() : CoiterateOp();
      user->erase();
      if (loop && !loop->isAncestor(worklist))
        loop.erase();
    }
    worklist.erase();
  }
}

} // namespace

bool mayAppendInOnePass(LaunchOp launch) {
  const AppendedGroup group(formatOf(launch.getResult().getType()));
  if (!group.isOnly || !launch.getParallel() || launch.getTensor() ||
      launch.getTeam() || needsCounts(launch))
    return false;
  const AppendingLoops appending(launch, group.last);
  return appending.areSimple && appending.areCostly;
}

void expectEntries(LaunchOp launch) {
  const AppendedGroup group(formatOf(launch.getResult().getType()));
  SmallVector<CoiterateOp> loops;
  for (CoiterateOp loop : AppendingLoops(launch, group.last).loops) {
    OpBuilder b(loop);
    Value limit = limitOf(b, loop);
    ExpectOp::create(b, loop.getLoc(), limit, launch.getResult());
    loops.push_back(loop);
  }
  capWorklists(launch);
  for (CoiterateOp loop : loops)
    loop.erase();
  forgetWorklists(launch);
  addUpFibres(launch);
}

} // namespace strata::pos
