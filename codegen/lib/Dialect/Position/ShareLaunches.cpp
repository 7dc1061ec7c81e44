// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-share-launches. Input: a function for each statement, over the same
// tensors (stage position). Output: one function, whose first launch runs the loops
// that they share.
#include "SharedLaunch.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "strata/Conversion/Notation.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_SHARELAUNCHES
#include "strata/Passes.h.inc"

namespace {

/// The first launch of a statement, and what cuts it.
SharedLaunch firstLaunch(func::FuncOp kernel) {
  SharedLaunch found;
  for (Operation &op : kernel.getBody().front()) {
    if (auto partition = dyn_cast<pos::PartitionOp>(op))
      found.partition = partition;
    found.launch = dyn_cast<pos::LaunchOp>(op);
    if (found.launch)
      break;
  }
  return found;
}

/// The statement of \p follower behind those of \p kernel; its temporaries, too.
LogicalResult append(func::FuncOp kernel, func::FuncOp follower) {
  if (kernel.getArgumentTypes() != follower.getArgumentTypes())
    return follower.emitError("strata-share-launches: expected the tensors of @")
           << kernel.getName();
  Block &body = kernel.getBody().front();
  Operation *end = body.getTerminator();
  for (auto [own, theirs] :
       llvm::zip(kernel.getArguments(), follower.getArguments()))
    theirs.replaceAllUsesWith(own);
  Operation *front = &body.front();
  while (isa<itg::TemporaryOp>(front))
    front = front->getNextNode();
  for (Operation &op : llvm::make_early_inc_range(
           follower.getBody().front().without_terminator()))
    op.moveBefore(isa<itg::TemporaryOp>(op) ? front : end);
  follower.erase();
  return success();
}

/// What the one store to \p tensor writes is used where it is read.
LogicalResult useRegister(func::FuncOp kernel, Value tensor) {
  pos::StoreOp store;
  SmallVector<pos::ValueOp> reads;
  bool writesAgain = false;
  for (Operation *user : tensor.getUsers()) {
    if (auto write = dyn_cast<pos::StoreOp>(user)) {
      writesAgain |= store != nullptr;
      store = write;
    }
    if (auto read = dyn_cast<pos::ValueOp>(user))
      reads.push_back(read);
  }
  const auto refuse = [&] {
    return kernel.emitError("strata-share-launches: a tensor without memory is "
                            "not written once, before all reads of it");
  };
  if (!store || writesAgain || store.getAccumulate() || store.getCondition())
    return refuse();
  DominanceInfo dominance(kernel);
  for (pos::ValueOp read : reads) {
    if (!dominance.properlyDominates(store, read) ||
        read.getResult().getType() != store.getValue().getType())
      return refuse();
    read.getResult().replaceAllUsesWith(store.getValue());
    read.erase();
  }
  store.erase();
  kernel.walk<WalkOrder::PostOrder, ReverseIterator>([](pos::LocateOp op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
  return success();
}

struct SharePass : impl::ShareLaunchesBase<SharePass> {
  using ShareLaunchesBase::ShareLaunchesBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "position")) ||
        failed(share()))
      signalPassFailure();
  }

  LogicalResult share() {
    SmallVector<func::FuncOp> kernels(getOperation().getOps<func::FuncOp>());
    if (kernels.empty())
      return success();
    if (loops.empty())
      return getOperation().emitError(
          "strata-share-launches: expected the loops that are shared");
    func::FuncOp kernel = kernels.front();
    SharedLaunch shared = firstLaunch(kernel);
    const std::vector<std::string> variables(loops.begin(), loops.end());
    for (func::FuncOp follower : llvm::drop_begin(kernels)) {
      const SharedLaunch next = firstLaunch(follower);
      if (!shared.launch || !next.launch)
        return follower.emitError("strata-share-launches: expected a launch");
      const std::string text = notationOf(kernel) + "; " + notationOf(follower);
      if (failed(append(kernel, follower)))
        return failure();
      kernel->setAttr("strata.notation", StringAttr::get(&getContext(), text));
      FailureOr<SharedLaunch> both = shareLaunch(shared, next, variables);
      if (failed(both))
        return failure();
      shared = *both;
    }
    for (BlockArgument tensor : kernel.getArguments())
      if (kernel.getArgAttr(tensor.getArgNumber(), registerAttr) &&
          failed(useRegister(kernel, tensor)))
        return failure();
    return success();
  }

  static std::string notationOf(func::FuncOp kernel) {
    auto text = kernel->getAttrOfType<StringAttr>("strata.notation");
    return text ? text.str() : kernel.getName().str();
  }
};

} // namespace
} // namespace strata
