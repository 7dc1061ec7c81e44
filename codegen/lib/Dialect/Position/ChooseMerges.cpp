// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-choose-merges. Input: coiterates (stage position). Output: the same;
// those that merge have a body, where it
// is not the usual one (branch-free).
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Analysis/MergeChoice.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/Passes.h"

using namespace mlir;
using Strata::MergeBody;

namespace strata {
#define GEN_PASS_DEF_CHOOSEMERGES
#include "strata/Passes.h.inc"

namespace {

/// Of a kernel argument's last level: how long its fibres are (strata.length).
std::optional<int64_t> lengthOf(Value iterator) {
  while (isa<pos::WindowOp, pos::ClipOp, pos::PartOp, pos::SliceOp>(iterator.getDefiningOp()))
    iterator = iterator.getDefiningOp()->getOperand(0);
  auto positions = iterator.getDefiningOp<pos::PositionsOp>();
  if (!positions)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(positions.getTensor());
  const Strata::TensorFormat format = formatOf(positions.getTensor().getType());
  if (!argument ||
      static_cast<int>(positions.getLevel()) + 1 != format.lvl_rank())
    return std::nullopt;
  auto kernel = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto length = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                     lengthAttr);
  return length ? std::optional(length.getInt()) : std::nullopt;
}

/// Coordinates are appended to a result, or counted for it.
bool appends(pos::CoiterateOp loop) {
  return loop
      ->walk([](pos::InsertOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

struct ChoosePass : impl::ChooseMergesBase<ChoosePass> {
  using ChooseMergesBase::ChooseMergesBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "position")))
      return signalPassFailure();
    const auto wanted = mergeBodyNamed(body);
    if (!wanted) {
      getOperation().emitError("strata-choose-merges: body '")
          << body << "'; expected automatic, branchy, branchfree, gallop or locate";
      return signalPassFailure();
    }
    getOperation().walk([&](pos::CoiterateOp loop) {
      if (loop.getIterators().size() < 2 || loop.getBody())
        return;
      const bool free =
          *wanted == MergeBody::automatic || *wanted == MergeBody::locate;
      const MergeBody chosen = free ? choose(loop) : *wanted;
      if (!free || chosen != MergeBody::branch_free)
        loop.setBody(nameOf(chosen));
    });
  }

  static MergeBody choose(pos::CoiterateOp loop) {
    MergingLoop seen;
    seen.needed = -1;
    for (int64_t point : loop.getPoints())
      seen.needed &= point;
    for (Value iterator : loop.getIterators())
      seen.lengths.push_back(lengthOf(iterator));
    seen.appends = appends(loop);
    auto launch = loop->getParentOfType<pos::LaunchOp>();
    seen.counts = launch && launch.getPhase() == "count";
    return chooseMergeBody(seen);
  }
};

} // namespace
} // namespace strata
