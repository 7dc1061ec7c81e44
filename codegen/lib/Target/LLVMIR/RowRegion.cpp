// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowRegion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata {

namespace {

/// A load or store; null memory: something else.
struct Element {
  Value memory, last;
  bool isStored = false;
};

Element elementOf(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op); load && load.getMemRefType().getRank() > 0)
    return {load.getMemRef(), load.getIndices().back()};
  if (auto store = dyn_cast<memref::StoreOp>(op); store && store.getMemRefType().getRank() > 0)
    return {store.getMemRef(), store.getIndices().back(), true};
  return {};
}

/// The loop's elements are those from \p begin on, those of \p rows from 0.
void shorten(scf::ForOp loop, Value size, Value begin, const llvm::SetVector<Value> &rows) {
  OpBuilder b(loop.getBody(), loop.getBody()->begin());
  Value here = loop.getInductionVar();
  Value element = arith::AddIOp::create(b, loop.getLoc(), begin, here);
  here.replaceUsesWithIf(element, [&](OpOperand &use) {
    return use.getOwner() != element.getDefiningOp() &&
           !rows.contains(elementOf(use.getOwner()).memory);
  });
  loop.setUpperBound(size);
}

void shrink(Value row, int64_t size) {
  const auto type = cast<MemRefType>(row.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = size;
  row.setType(MemRefType::get(shape, type.getElementType()));
}

} // namespace

int64_t rowLength(memref::AllocaOp row) {
  const MemRefType type = row.getType();
  const bool isRow = type.getRank() > 0 && type.hasStaticShape() &&
                     type.getLayout().isIdentity() &&
                     type.getNumElements() == type.getShape().back();
  return isRow ? type.getNumElements() : 0;
}

std::optional<RowRegion> RowRegion::find(memref::AllocaOp row) {
  RowRegion region(row);
  if (region.findEnds() && region.findLoops() && region.isFilledFirst() && region.isSeparate())
    return region;
  return std::nullopt;
}

/// The innermost block that all users of the row stand in.
bool RowRegion::findEnds() {
  Block *block = nullptr;
  for (Operation *user : row.getUsers()) {
    auto loop = user->getParentOfType<scf::ForOp>();
    if (!loop || !isOverRow(loop) || elementOf(user).last != loop.getInductionVar())
      return false;
    block = block ? block : loop->getBlock();
    while (!block->findAncestorOpInBlock(*loop))
      block = block->getParentOp()->getBlock();
  }
  if (!block)
    return false;
  for (Operation *user : row.getUsers()) {
    Operation *at = block->findAncestorOpInBlock(*user);
    first = !first || at->isBeforeInBlock(first) ? at : first;
    last = !last || last->isBeforeInBlock(at) ? at : last;
  }
  return first != last;
}

/// From 0 to the length of the row, without a loop inside and a result.
bool RowRegion::isOverRow(scf::ForOp loop) const {
  const bool hasLoop = loop.getBody()
                           ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
                           .wasInterrupted();
  return getConstantIntValue(loop.getLowerBound()) == 0 &&
         getConstantIntValue(loop.getUpperBound()) == length &&
         getConstantIntValue(loop.getStep()) == 1 && loop.getNumResults() == 0 && !hasLoop;
}

bool RowRegion::isInside(Operation *op) const {
  Operation *at = first->getBlock()->findAncestorOpInBlock(*op);
  return at && !at->isBeforeInBlock(first) && !last->isBeforeInBlock(at);
}

bool RowRegion::all(llvm::function_ref<bool(Operation *)> f) const {
  for (Operation *op = first;; op = op->getNextNode()) {
    const auto walked = op->walk<WalkOrder::PreOrder>([&](Operation *each) {
      return f(each) ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (walked.wasInterrupted() || op == last)
      return !walked.wasInterrupted();
  }
}

/// Nothing else writes, and no value is handed on.
bool RowRegion::findLoops() {
  return all([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && isOverRow(loop))
      loops.insert(op);
    if (!llvm::all_of(op->getUsers(), [&](Operation *user) { return isInside(user); }))
      return false;
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op) ||
        isa<memref::LoadOp>(op))
      return true;
    return elementOf(op).isStored && loopOf(op);
  });
}

scf::ForOp RowRegion::loopOf(Operation *op) const {
  auto loop = op->getParentOfType<scf::ForOp>();
  while (loop && !loops.contains(loop))
    loop = loop->getParentOfType<scf::ForOp>();
  return loop;
}

/// By the first loop, in all cases: nothing of it comes from an earlier run.
bool RowRegion::isFilledFirst() const {
  if (!loops.contains(first))
    return false;
  bool isFilled = false;
  for (Operation &op : *cast<scf::ForOp>(first).getBody())
    isFilled |= elementOf(&op).memory == row && elementOf(&op).isStored;
  const bool isRead = llvm::any_of(row.getUsers(), [&](Operation *user) {
    return first->isProperAncestor(user) && !elementOf(user).isStored;
  });
  return isFilled && !isRead;
}

/// What is written is used by the loop over a row that comes to this element only.
bool RowRegion::isSeparate() const {
  llvm::SetVector<Value> written;
  all([&](Operation *op) {
    if (const Element element = elementOf(op); element.isStored)
      written.insert(element.memory);
    return true;
  });
  return all([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load && load.getMemRefType().getRank() == 0 && written.contains(load.getMemRef()))
      return false;
    const Element element = elementOf(op);
    if (!element.memory || !written.contains(element.memory))
      return true;
    scf::ForOp loop = loopOf(op);
    return loop && element.last == loop.getInductionVar();
  });
}

/// The row, and others of its length that are filled and used here.
llvm::SetVector<Value> RowRegion::rowsInside() const {
  llvm::SetVector<Value> out;
  out.insert(row);
  all([&](Operation *op) {
    const Element element = elementOf(op);
    auto other = element.memory ? element.memory.getDefiningOp<memref::AllocaOp>()
                                : memref::AllocaOp();
    if (!other || out.contains(other) || rowLength(other) != length)
      return true;
    if (const auto region = find(other); region && isInside(region->first))
      out.insert(other);
    return true;
  });
  return out;
}

void RowRegion::block(int64_t size) {
  const llvm::SetVector<Value> rows = rowsInside();
  OpBuilder b(first);
  const Location loc = row.getLoc();
  Value begin = arith::ConstantIndexOp::create(b, loc, 0);
  Value end = arith::ConstantIndexOp::create(b, loc, length);
  Value step = arith::ConstantIndexOp::create(b, loc, size);
  auto blocks = scf::ForOp::create(b, loc, begin, end, step);
  Block::iterator stop = std::next(last->getIterator());
  Block *body = blocks.getBody();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               blocks->getBlock()->getOperations(), first->getIterator(), stop);
  for (Operation *loop : loops)
    shorten(cast<scf::ForOp>(loop), step, blocks.getInductionVar(), rows);
  for (Value each : rows)
    shrink(each, size);
}

} // namespace strata
