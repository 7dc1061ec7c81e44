// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of scratch memory, each of one iteration, as values that loops carry.
#include "LaneAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace strata {
namespace {

ValueRange indicesOf(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return load.getIndices();
  return cast<memref::StoreOp>(access).getIndices();
}

class Register {
public:
  explicit Register(BlockArgument buffer) : buffer(buffer) {}

  /// The loop whose iterations have an element each; null: there is none.
  scf::ForOp findLoop();
  void replace(scf::ForOp loop) { replaceIn(*loop.getBody(), Value()); }

private:
  bool isElementOf(scf::ForOp loop) const;
  bool beginsWithStore(scf::ForOp loop) const;
  bool touches(Operation &op) const {
    return llvm::any_of(accesses, [&](Operation *a) { return op.isAncestor(a); });
  }
  /// The value at the end of a block that begins with `current`.
  Value replaceIn(Block &block, Value current);
  Value replaceInLoop(scf::ForOp loop, Value current);
  Value replaceInIf(scf::IfOp branch, Value current);

  BlockArgument buffer;
  llvm::SmallSetVector<Operation *, 8> accesses;
};

/// All accesses have the same indices, the last one of which counts the loop.
bool Register::isElementOf(scf::ForOp loop) const {
  const ValueRange indices = indicesOf(accesses.front());
  const auto isInvariant = [&](Value index) {
    return !loop->isAncestor(index.getParentBlock()->getParentOp());
  };
  return indices.back() == loop.getInductionVar() &&
         llvm::all_of(indices.drop_back(), isInvariant) &&
         llvm::all_of(accesses, [&](Operation *access) {
           return loop->isAncestor(access) && indicesOf(access) == indices;
         });
}

bool Register::beginsWithStore(scf::ForOp loop) const {
  for (Operation &op : *loop.getBody())
    if (touches(op))
      return isa<memref::StoreOp>(op);
  return false;
}

scf::ForOp Register::findLoop() {
  for (Operation *user : buffer.getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(user);
    if (!isa<memref::LoadOp>(user) && !(store && store.getMemRef() == buffer))
      return {};
    accesses.insert(user);
  }
  if (accesses.empty() || indicesOf(accesses.front()).empty())
    return {};
  auto variable = dyn_cast<BlockArgument>(indicesOf(accesses.front()).back());
  auto loop = variable ? dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp())
                       : scf::ForOp();
  if (!loop || !isElementOf(loop) || !beginsWithStore(loop))
    return {};
  for (Operation *access : accesses)
    for (Operation *op = access->getParentOp(); op != loop; op = op->getParentOp())
      if (!isa<scf::ForOp, scf::IfOp>(op))
        return {};
  return loop;
}

Value Register::replaceIn(Block &block, Value current) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!touches(op))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      load.replaceAllUsesWith(current);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      current = store.getValueToStore();
    } else {
      auto loop = dyn_cast<scf::ForOp>(op);
      current = loop ? replaceInLoop(loop, current) : replaceInIf(cast<scf::IfOp>(op), current);
      continue;
    }
    accesses.remove(&op);
    op.erase();
  }
  return current;
}

Value Register::replaceInLoop(scf::ForOp loop, Value current) {
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  const auto unchanged = [](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    return SmallVector<Value>(carried.begin(), carried.end());
  };
  auto fresh = cast<scf::ForOp>(
      loop.replaceWithAdditionalYields(rewriter, current, false, unchanged)->getOperation());
  Value end = replaceIn(*fresh.getBody(), fresh.getRegionIterArgs().back());
  auto yield = cast<scf::YieldOp>(fresh.getBody()->getTerminator());
  yield->setOperand(yield->getNumOperands() - 1, end);
  return fresh.getResults().back();
}

Value Register::replaceInIf(scf::IfOp branch, Value current) {
  OpBuilder b(branch);
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(current.getType());
  auto fresh = scf::IfOp::create(b, branch.getLoc(), types, branch.getCondition(), true, true);
  fresh->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(branch->getRegions(), fresh->getRegions())) {
    if (!from.empty())
      to.takeBody(from);
    Block &block = to.front();
    if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
      scf::YieldOp::create(b = OpBuilder::atBlockEnd(&block), branch.getLoc());
    Value end = replaceIn(block, current);
    auto yield = cast<scf::YieldOp>(block.getTerminator());
    yield->insertOperands(yield->getNumOperands(), end);
  }
  for (auto [from, to] : llvm::zip(branch.getResults(), fresh.getResults()))
    from.replaceAllUsesWith(to);
  branch.erase();
  return fresh.getResults().back();
}

} // namespace

void keepInRegister(BlockArgument buffer) {
  Register element(buffer);
  if (scf::ForOp loop = element.findLoop())
    element.replace(loop);
}

} // namespace strata
