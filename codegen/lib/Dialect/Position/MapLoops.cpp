// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-map-loops. Input: launches over units (stage position). Output: the
// same with a team geometry, and loops that threads or lanes share.
#include "strata/Conversion/LaneReduction.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/Passes.h"

#include <Strata_LevelRegistry.hpp>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_MAPLOOPS
#include "strata/Passes.h.inc"

namespace {

/// True when the loop steps through one iterator, a coordinate at a time.
bool isSimple(pos::CoiterateOp loop) {
  if (loop.getIterators().size() != 1 || loop.getPoints().size() != 1)
    return false;
  Value iterator = loop.getIterators()[0];
  if (pos::isUniverse(iterator))
    return true;
  while (!isa<pos::PositionsOp>(iterator.getDefiningOp())) {
    if (pos::skips(iterator.getDefiningOp()))
      return false;
    iterator = iterator.getDefiningOp()->getOperand(0);
  }
  auto positions = iterator.getDefiningOp<pos::PositionsOp>();
  const Strata::TensorFormat format = formatOf(positions.getTensor().getType());
  const Strata::LevelType level =
      format.level(static_cast<int>(positions.getLevel()));
  return level.unique && !Strata::has_holes(level.kind);
}

/// True when iterations append to a tensor or set a flag: one lane does it.
bool appends(pos::CoiterateOp loop) {
  return loop
      ->walk([](Operation *op) {
        return isa<pos::InsertOp, pos::ScatterOp, pos::SetOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True when every case combines something with the accumulator, in any order, or
/// leaves it: lanes can reduce parts of their own.
bool reduces(pos::CoiterateOp loop) {
  return llvm::all_of(loop.getCases(), [](Region &body) {
    Value accumulator = body.front().getArguments().back();
    Value next = cast<pos::YieldOp>(body.front().getTerminator()).getValues()[0];
    return !laneReduction(next, accumulator).empty();
  });
}

struct MapPass : impl::MapLoopsBase<MapPass> {
  using MapLoopsBase::MapLoopsBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "position")))
      return signalPassFailure();
    getOperation().walk([&](pos::LaunchOp launch) { mapLaunch(launch); });
  }

  void mapLaunch(pos::LaunchOp launch) {
    OpBuilder b(launch.getContext());
    if (team > 0)
      launch.setTeam(
          ArrayRef<int64_t>{launch.getParallel() ? team : 1, vector});
    for (auto loop : launch.getBody().getOps<pos::CoiterateOp>()) {
      // The loop over the units is shared by the threads.
      const bool overUnits = launch.getTensor() && pos::isUniverse(
                                 loop.getIterators()[0]);
      bool inner = false;
      for (Region &body : loop.getCases())
        inner |= mapLanes(body);
      if (overUnits)
        loop.setMapping(StringRef(inner ? "team" : "team_vector"));
      else if (!inner && canShare(loop))
        loop.setMapping(StringRef("vector"));
    }
  }

  /// Maps the innermost loops that lanes can share; true if there are any.
  bool mapLanes(Region &region) {
    bool mapped = false;
    for (auto entry : region.getOps<pos::EntryOp>())
      mapped |= mapLanes(entry.getBody());
    for (auto loop : region.getOps<pos::CoiterateOp>()) {
      bool inner = false;
      for (Region &body : loop.getCases())
        inner |= mapLanes(body);
      if (!inner && canShare(loop)) {
        loop.setMapping(StringRef("vector"));
        inner = true;
      }
      mapped |= inner;
    }
    return mapped;
  }

  bool canShare(pos::CoiterateOp loop) {
    if (!isSimple(loop) || appends(loop))
      return false;
    if (loop.getInits().empty())
      return loop.getIndependent();
    if (!loop.getInit()) // several
      return false;
    const Type type = loop.getInit().getType();
    return reduces(loop) && (!strict || isa<IntegerType>(type));
  }
};

} // namespace
} // namespace strata
