// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres of consecutive parents lie behind one another: what all of those have that are
// cut at the ends of a piece lies between the two cuts.
#include "LimitSums.h"

#include "strata/Conversion/Notation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata::pos {

namespace {

bool isDense(TypedValue<itg::TensorType> tensor, int64_t level) {
  return formatOf(tensor.getType()).level(static_cast<int>(level)).kind ==
         Strata::LevelKind::dense;
}

/// A loop over coordinates that expects entries and does nothing else.
struct ExpectingLoop {
  CoiterateOp loop;
  ExpectOp expect;

  explicit ExpectingLoop(CoiterateOp loop) : loop(loop) {
    if (loop.getIterators().size() != 1 || !isUniverse(loop.getIterators()[0]) ||
        !loop.getTotals().empty() || loop.getCases().size() != 1)
      return;
    const bool isSimple = !loop.getCases()[0]
                               .walk([&](Operation *op) { return accept(op); })
                               .wasInterrupted();
    if (!isSimple)
      expect = nullptr;
  }

  /// True for what is the same in all iterations.
  bool isOutside(Value value) {
    return !loop->isAncestor(value.getParentBlock()->getParentOp()) ||
           matchPattern(value, m_Constant());
  }

  /// True for the position of the loop's coordinate in a dense level.
  bool isOwnParent(Value position) {
    auto located = position.getDefiningOp<LocateOp>();
    return located && isDense(located.getTensor(), located.getLevel()) &&
           isOutside(located.getParent()) &&
           located.getCoordinate() == loop.getCases()[0].getArgument(0);
  }

  /// True for the next position.
  static bool isBehind(Value next, Value position) {
    auto sum = next.getDefiningOp<arith::AddIOp>();
    return sum && sum.getLhs() == position && isOneInteger(sum.getRhs());
  }

  /// The part of one fibre that lies in the piece; null: \p length is of something else.
  ClipOp fibreOf(Value length) {
    auto of = length.getDefiningOp<LengthOp>();
    auto clip = of ? of.getIterator().getDefiningOp<ClipOp>() : ClipOp();
    auto fibre = clip ? clip.getIterator().getDefiningOp<PositionsOp>() : PositionsOp();
    const bool isOne = fibre && isOwnParent(fibre.getFirst()) &&
                       isBehind(fibre.getLast(), fibre.getFirst()) &&
                       isOutside(clip.getFirst()) && isOutside(clip.getLast());
    return isOne ? clip : ClipOp();
  }

  /// The fibres that \p sum is the length of; false: of something else, too.
  bool addFibres(Value sum, SmallVectorImpl<ClipOp> &fibres) {
    if (auto add = sum.getDefiningOp<arith::AddIOp>())
      return addFibres(add.getLhs(), fibres) && addFibres(add.getRhs(), fibres);
    ClipOp fibre = fibreOf(sum);
    if (fibre)
      fibres.push_back(fibre);
    return bool(fibre);
  }

private:
  static bool isOneInteger(Value value) {
    APInt number;
    return matchPattern(value, m_ConstantInt(&number)) && number.isOne();
  }

  WalkResult accept(Operation *op) {
    if (auto found = dyn_cast<ExpectOp>(op)) {
      if (expect)
        return WalkResult::interrupt();
      expect = found;
      return WalkResult::advance();
    }
    auto entry = dyn_cast<EntryOp>(op);
    const bool isAllowed = entry ? isDense(entry.getTensor(), entry.getLevel())
                                 : isa<YieldOp>(op) || isMemoryEffectFree(op);
    return isAllowed ? WalkResult::advance() : WalkResult::interrupt();
  }
};

} // namespace

void addUpFibres(LaunchOp launch) {
  SmallVector<CoiterateOp> loops;
  launch.walk([&](CoiterateOp op) { loops.push_back(op); });
  for (CoiterateOp op : loops) {
    ExpectingLoop loop(op);
    SmallVector<ClipOp> fibres;
    if (!loop.expect || op->getParentOfType<CoiterateOp>() ||
        !loop.addFibres(loop.expect.getCount(), fibres))
      continue;
    OpBuilder b(op);
    for (ClipOp fibre : fibres) {
      Value entries = arith::SubIOp::create(b, op.getLoc(), fibre.getLast(), fibre.getFirst());
      ExpectOp::create(b, op.getLoc(), entries, loop.expect.getTensor());
    }
    op.erase();
  }
}

} // namespace strata::pos
