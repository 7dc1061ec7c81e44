// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two launches as one: the bodies of their loops, one behind the other.
#include "SharedLaunch.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/RaceNames.h"

using namespace mlir;

namespace strata {

namespace {

/// What stands before a loop, the loop, and what stands behind it.
struct Around {
  SmallVector<Operation *> before;
  pos::CoiterateOp loop;
  SmallVector<Operation *> behind;
};

/// The loop over \p variable in a body; without one, `loop` is null.
Around aroundLoop(Block &body, StringRef variable) {
  Around found;
  for (Operation &op : body) {
    auto loop = dyn_cast<pos::CoiterateOp>(op);
    if (loop && !found.loop && loop.getVariable() == variable)
      found.loop = loop;
    else if (!isa<pos::YieldOp>(op))
      (found.loop ? found.behind : found.before).push_back(&op);
  }
  return found;
}

bool visitsEveryCoordinate(pos::CoiterateOp loop) {
  return loop && loop.getIterators().size() == 1 &&
         loop.getPoints().size() == 1 && !loop.getUntil() &&
         pos::isUniverse(loop.getIterators()[0]);
}

/// Joins the loops over `variables` of two bodies.
class LoopJoiner {
public:
  LoopJoiner(ArrayRef<std::string> variables, bool secondHasPieces)
      : variables(variables), secondHasPieces(secondHasPieces) {}

  /// The loops of \p first and \p second become one at the end of \p body, with the
  /// iterator of the launch that has the pieces.
  LogicalResult join(Block &body, Around first, Around second, size_t depth) {
    for (pos::CoiterateOp loop : {first.loop, second.loop})
      if (!visitsEveryCoordinate(loop))
        return refuse(body, depth);
    // The iterator may be computed from cuts.
    Around &base = secondHasPieces ? second : first;
    moveToEnd(body, base.before);
    moveToEnd(body, (secondHasPieces ? first : second).before);
    OpBuilder b = OpBuilder::atBlockEnd(&body);
    Block *inner = makeLoop(b, first.loop, second.loop,
                            base.loop.getIterators()[0]);
    Block &firstCase = first.loop.getCases()[0].front();
    Block &secondCase = second.loop.getCases()[0].front();
    if (failed(fill(*inner, firstCase, secondCase, depth)))
      return failure();
    closeLoop(*inner, firstCase, secondCase);
    moveToEnd(body, first.behind);
    moveToEnd(body, second.behind);
    second.loop.erase();
    first.loop.erase();
    return success();
  }

private:
  LogicalResult refuse(Block &body, size_t depth) {
    return body.getParentOp()->emitError("strata-share-launches: expected a loop "
                                         "over every '")
           << variables[depth] << "' in both launches";
  }

  static void moveToEnd(Block &body, ArrayRef<Operation *> operations) {
    for (Operation *op : operations)
      op->moveBefore(&body, body.end());
  }

  /// With the accumulators of both; the block of its case is empty.
  static Block *makeLoop(OpBuilder &b, pos::CoiterateOp first,
                         pos::CoiterateOp second, Value iterator) {
    SmallVector<Value> inits(first.getInits());
    inits.append(second.getInits().begin(), second.getInits().end());
    auto loop = pos::CoiterateOp::create(
        b, first.getLoc(), TypeRange(ValueRange(inits)), first.getVariable(),
        iterator, SmallVector<int64_t>{1}, inits, Value(),
        first.getIndependent() && second.getIndependent(), StringAttr(),
        StringAttr(), 1);
    Block &body = loop.getCases()[0].emplaceBlock();
    Value coordinate = body.addArgument(b.getIndexType(), loop.getLoc());
    size_t total = 0;
    for (pos::CoiterateOp part : {first, second}) {
      Block &old = part.getCases()[0].front();
      old.getArgument(0).replaceAllUsesWith(coordinate);
      for (BlockArgument sum : old.getArguments().drop_front())
        sum.replaceAllUsesWith(body.addArgument(sum.getType(), sum.getLoc()));
      for (Value result : part.getTotals())
        result.replaceAllUsesWith(loop.getTotals()[total++]);
    }
    return &body;
  }

  /// What both do at a coordinate: in the loops inside, or one behind the other.
  LogicalResult fill(Block &body, Block &first, Block &second, size_t depth) {
    if (depth + 1 < variables.size())
      return join(body, aroundLoop(first, variables[depth + 1]),
                  aroundLoop(second, variables[depth + 1]), depth + 1);
    for (Block *part : {&first, &second}) {
      SmallVector<Operation *> operations;
      for (Operation &op : part->without_terminator())
        operations.push_back(&op);
      moveToEnd(body, operations);
    }
    return success();
  }

  static void closeLoop(Block &body, Block &first, Block &second) {
    SmallVector<Value> next;
    for (Block *part : {&first, &second})
      llvm::append_range(next,
                         cast<pos::YieldOp>(part->getTerminator()).getValues());
    OpBuilder b = OpBuilder::atBlockEnd(&body);
    pos::YieldOp::create(b, first.getTerminator()->getLoc(), next);
  }

  ArrayRef<std::string> variables;
  const bool secondHasPieces;
};

/// lo, step and hi of every level of every tensor.
void addWindows(pos::PartitionOp op, SmallVectorImpl<int64_t> &windows) {
  for (size_t n = 0; n < op.getWeighed().size(); ++n) {
    const ArrayRef<int64_t> own = op.windowsOf(n);
    windows.append(own.begin(), own.end());
    const auto type = cast<itg::TensorType>(op.getWeighed()[n].getType());
    for (int l = 0; own.empty() && l < formatOf(type).lvl_rank(); ++l)
      windows.append({0, 1, -1});
  }
}

/// Numbers of a tensor and a level that each stands beneath.
void addBeneath(pos::PartitionOp op, int64_t offset,
                SmallVectorImpl<int64_t> &beneath) {
  for (size_t n = 0; n < op.getWeighed().size(); ++n) {
    const int64_t parent = op.parentOf(n);
    beneath.push_back(parent < 0 ? -1 : parent + offset);
    beneath.push_back(op.parentLevelOf(n));
  }
}

/// The pieces of \p op are of equal work with what \p other weighs, too.
void weighBoth(pos::PartitionOp op, pos::PartitionOp other) {
  SmallVector<int64_t> windows, beneath, depths(op.getDepths());
  const auto offset = static_cast<int64_t>(op.getWeighed().size());
  for (pos::PartitionOp each : {op, other})
    addWindows(each, windows);
  addBeneath(op, 0, beneath);
  addBeneath(other, offset, beneath);
  llvm::append_range(depths, other.getDepths());
  SmallVector<bool> visitsAll(op.getVisitsAll());
  for (auto [own, theirs] : llvm::zip(visitsAll, other.getVisitsAll()))
    own |= theirs;
  const bool whole = !op.getWindows() && !other.getWindows();
  const bool apart = !op.getBeneath() && !other.getBeneath();
  op.getWeighedMutable().append(other.getWeighed());
  op.setDepths(depths);
  op.setVisitsAll(visitsAll);
  if (!whole)
    op.setWindows(windows);
  if (!apart)
    op.setBeneath(beneath);
}

/// "Strata::kernel[y(i) = a(i) & z(i) = b(i)]"
std::string jointLabel(StringRef first, StringRef second) {
  const StringRef end = first.ends_with("]") ? "]" : "";
  return (first.drop_back(end.size()) + " & " +
          second.drop_front(second.find('[') + 1))
      .str();
}

/// Launches of one piece say that there is one, and those with cuts where pieces
/// begin; else pieces are coordinates of a dimension.
int rankOf(const SharedLaunch &s) {
  pos::LaunchOp launch = s.launch;
  return !launch.getParallel() ? 2 : s.partition ? 1 : 0;
}

void eraseDead(pos::LaunchOp launch) {
  launch->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

} // namespace

FailureOr<SharedLaunch> shareLaunch(SharedLaunch first, SharedLaunch second,
                                    ArrayRef<std::string> variables) {
  const bool secondHasPieces = rankOf(second) > rankOf(first);
  SharedLaunch base = secondHasPieces ? second : first;
  SharedLaunch other = secondHasPieces ? first : second;
  Block &body = base.launch.getBody().front();
  Block &rest = other.launch.getBody().front();
  for (auto [own, theirs] : llvm::zip(body.getArguments(), rest.getArguments()))
    theirs.replaceAllUsesWith(own);
  base.launch.setLabel(
      jointLabel(first.launch.getLabel(), second.launch.getLabel()));
  if (base.partition)
    base.partition->moveBefore(first.launch);
  base.launch->moveBefore(first.launch);
  LoopJoiner joiner(variables, secondHasPieces);
  if (failed(joiner.join(
          body, aroundLoop(first.launch.getBody().front(), variables[0]),
          aroundLoop(second.launch.getBody().front(), variables[0]), 0)))
    return failure();
  const StringRef privatize = nameOf(Strata::RaceStrategy::privatize);
  if (other.launch.getRace() == privatize) {
    base.launch.setRace(privatize);
    if (base.partition)
      base.partition.setPrivatized(true);
  }
  if (other.partition) {
    if (base.partition)
      weighBoth(base.partition, other.partition);
    other.partition.erase();
  }
  other.launch.erase();
  eraseDead(base.launch);
  return base;
}

} // namespace strata
