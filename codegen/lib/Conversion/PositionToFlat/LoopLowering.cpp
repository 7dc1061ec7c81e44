// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.coiterate -> for-loops over one iterator, and merging loops
// (MergeLowering.cpp).
#include "LaunchLowering.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/LaneReduction.h"

#include <Strata_Error.hpp>

#include <limits>

using namespace mlir;

namespace strata {

static bool has(int64_t mask, size_t i) { return mask >> i & 1; }

void LaunchLowering::countIteration() {
  if (!options.countIterations || inLibrary)
    return;
  Value count = memref::LoadOp::create(b, loc, counters, counterIndex);
  Value one =
      arith::ConstantOp::create(b, loc, b.getIntegerAttr(count.getType(), 1));
  Value next = arith::AddIOp::create(b, loc, count, one);
  memref::StoreOp::create(b, loc, next, counters, counterIndex);
}

/// One loop per point clones a case into every loop that can reach it. Cases
/// that hold loops themselves would multiply from level to level: they share one
/// loop, in which an exhausted iterator stands behind every coordinate.
static bool sharesOneLoop(pos::CoiterateOp op) {
  if (op.getPoints().size() == 1)
    return false;
  unsigned clones = 0;
  for (int64_t p : op.getPoints())
    for (int64_t q : op.getPoints())
      clones += (p & q) == q;
  bool nested = false;
  for (Region &region : op.getCases())
    region.walk([&](pos::CoiterateOp) { nested = true; });
  return nested || clones > 24;
}

void LaunchLowering::lowerCoiterate(pos::CoiterateOp op) {
  SmallVector<Sequence> at;
  for (Value it : op.getIterators())
    at.push_back(sequences[it]);
  if (op.getInits().size() > 1)
    return lowerSeveralTotals(op, at);
  Value accumulator = op.getInit() ? map.lookup(op.getInit()) : Value();
  const bool shared = sharesOneLoop(op);
  if (shared)
    lowerMerge(Merge::ofAllPoints(op, at), at, accumulator);
  for (unsigned p = 0; p < op.getPoints().size() && !shared; ++p) {
    const int64_t mask = op.getPoints()[p];
    if (!llvm::isPowerOf2_64(mask)) {
      lowerMerge(Merge::ofPoint(op, at, p), at, accumulator);
      continue;
    }
    // A single iterator: what is left of it, one case.
    const unsigned self = llvm::Log2_64(mask);
    if (!at[self].isUnique() || at[self].skips() || op.getUntil())
      accumulator = lowerSegments(op, p, self, at, accumulator);
    else if (!accumulator)
      lowerSingle(op, p, self, at, {});
    else
      accumulator = lowerSingle(op, p, self, at, accumulator)[0];
  }
  if (op.getTotal())
    map.map(op.getTotal(), accumulator);
}

/// Of a loop that statements share: a step through one iterator.
void LaunchLowering::lowerSeveralTotals(pos::CoiterateOp op,
                                        SmallVector<Sequence> at) {
  if (!at[0].isUnique() || at[0].skips() || op.getUntil())
    throw Strata::CodegenError("flat: the loop over '" +
                               op.getVariable().str() +
                               "' has several accumulators; expected a step for "
                               "each coordinate");
  SmallVector<Value> inits;
  for (Value init : op.getInits())
    inits.push_back(map.lookup(init));
  for (auto [total, value] :
       llvm::zip(op.getTotals(), lowerSingle(op, 0, 0, at, inits)))
    map.map(total, value);
}

SmallVector<Value> LaunchLowering::lowerCase(pos::CoiterateOp op, unsigned c,
                                             Value coordinate,
                                             ArrayRef<Sequence> at,
                                             ValueRange accumulators) {
  Block &block = op.getCases()[c].front();
  unsigned arg = 0;
  map.map(block.getArgument(arg++), coordinate);
  for (auto [i, s] : llvm::enumerate(at)) {
    if (!has(op.getPoints()[c], i) || s.isUniverse())
      continue;
    Value first = positionAt(s, s.begin);
    map.map(block.getArgument(arg++), first);
    // Where positions are not cursors, no two hold the same coordinate.
    map.map(block.getArgument(arg++),
            first == s.begin ? s.end : flat.add(first, flat.constant(1)));
  }
  for (Value accumulator : accumulators)
    map.map(block.getArgument(arg++), accumulator);
  return lowerBlock(block);
}

/// How LLVM vectorises a loop, and how many iterations are under way at once.
static void setVectors(Operation *loop, bool isScalar, int width,
                       int interleave) {
  Builder b(loop->getContext());
  auto vectors = LLVM::LoopVectorizeAttr::get(
      loop->getContext(), b.getBoolAttr(isScalar), {}, {},
      b.getI32IntegerAttr(width), {}, {}, {});
  auto together = LLVM::LoopInterleaveAttr::get(
      loop->getContext(), b.getI32IntegerAttr(interleave));
  loop->setAttr("loop_annotation",
                LLVM::LoopAnnotationAttr::get(loop->getContext(), {}, vectors,
                                              together, {}, {}, {}, {}, {}, {},
                                              {}, {}, {}, {}, {}, {}));
}

SmallVector<Value> LaunchLowering::lowerSingle(pos::CoiterateOp op, unsigned c,
                                               unsigned self,
                                               SmallVector<Sequence> at,
                                               ValueRange inits) {
  Sequence s = at[self];
  const StringRef mapping = op.getMapping().value_or("");
  SmallVector<Value> runs; // of the loop over whole runs; the rest of one is left
  if (hasRuns(s) && mapping.empty()) {
    runs = lowerRuns(op, c, self, at, inits);
    if (s.end == s.lastRun)
      return runs;
    Value length = flat.constant(s.registered()->description.run);
    s.begin = flat.mul(flat.div(s.end, length), length);
    inits = runs;
  }
  Value one = flat.constant(1);
  const std::string variable =
      s.isUniverse() ? op.getVariable().str() : s.positionName();
  auto loop = scf::ForOp::create(
      b, loopLocation(variable, describe(op, at, int64_t{1} << self, c > 0)),
      s.begin, s.end, one, inits,
      [&](OpBuilder &, Location, Value position, ValueRange carried) {
        countIteration();
        Value coordinate = coordinateAt(s, position, op.getVariable());
        at[self].begin = position;
        at[self].end = flat.add(position, one);
        SmallVector<Value> next = lowerCase(op, c, coordinate, at, carried);
        scf::YieldOp::create(b, loc, next);
      });
  setMapping(loop, mapping);
  if (!inits.empty() && !mapping.empty())
    setReduction(loop, op);
  if (op.getIndependent() && inits.empty())
    loop->setAttr(independentAttr, b.getUnitAttr());
  // What a merge leaves of one operand is short: vectors of it take longer to
  // compile than the merge, and gain nothing.
  if (mapping.empty() && c > 0)
    setVectors(loop, true, 1, 1);
  else if (mapping.empty())
    annotate(loop, op);
  return SmallVector<Value>(loop.getResults());
}

/// End of the run of positions from `position` on that hold `coordinate`.
Value LaunchLowering::segmentEnd(const Sequence &s, Value position,
                                 Value coordinate, bool mayBeExhausted) {
  Value one = flat.constant(1), next;
  {
    Name name(*this, s.isUniverse() ? "" : s.positionName() + "_next");
    next = flat.add(position, one);
  }
  if (s.isUnique())
    return next;
  if (s.tensor->format.level(s.level).ordered) {
    Sequence rest = s;
    rest.begin = next;
    // An exhausted sequence stands behind every coordinate: there is no next one.
    Value inside = coordinate;
    if (s.selects() || (mayBeExhausted && !s.offset.is(0)))
      inside = flat.min(coordinate, plus(s.length, {-1, {}}).get(flat));
    else if (mayBeExhausted)
      inside = flat.min(
          coordinate, flat.constant(std::numeric_limits<int64_t>::max() - 1));
    Value behind = flat.add(stored(s, inside), one);
    Name name(*this, s.positionName() + "_next");
    return skipTo(rest, behind);
  }
  const Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, loopLocation(s.positionName() + "_next", ""), TypeRange{index},
      ValueRange{next},
      [&](OpBuilder &, Location, ValueRange p) {
        Value inside = flat.less(p[0], s.end);
        auto same = scf::IfOp::create(
            b, loc, inside,
            [&](OpBuilder &, Location) {
              Value found = coordinateAt(s, p[0]);
              Value equal = flat.equal(found, coordinate);
              scf::YieldOp::create(b, loc, equal);
            },
            [&](OpBuilder &, Location) {
              scf::YieldOp::create(b, loc, inside);
            });
        scf::ConditionOp::create(b, loc, same.getResult(0), p);
      },
      [&](OpBuilder &, Location, ValueRange p) {
        countIteration();
        Value step = flat.add(p[0], one);
        scf::YieldOp::create(b, loc, step);
      });
  return loop.getResult(0);
}

/// \p go, unless the flag that ends the loop is set.
Value LaunchLowering::unlessEnded(pos::CoiterateOp op, Value go) {
  if (!op.getUntil())
    return go;
  Value ended = read(flags.lookup(op.getUntil()));
  Value one = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(ended.getType(), 1));
  return flat.both(go, arith::XOrIOp::create(b, loc, ended, one));
}

/// One iteration per distinct coordinate of a level with duplicates, or with
/// coordinates to skip.
Value LaunchLowering::lowerSegments(pos::CoiterateOp op, unsigned c,
                                    unsigned self, SmallVector<Sequence> at,
                                    Value init) {
  const Sequence s = at[self];
  SmallVector<Value> inits{aligned(s, s.begin)};
  if (init)
    inits.push_back(init);
  auto loop = scf::WhileOp::create(
      b,
      loopLocation(s.positionName(),
                   describe(op, at, int64_t{1} << self, c > 0) +
                       (op.getUntil() ? ", until the total is settled" : "") +
                       (s.isUnique() ? "" : ", duplicates together")),
      ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange carried) {
        Value go = unlessEnded(op, flat.less(carried[0], s.end));
        scf::ConditionOp::create(b, loc, go, carried);
      },
      [&](OpBuilder &, Location, ValueRange carried) {
        countIteration();
        Value coordinate = coordinateAt(s, carried[0], op.getVariable());
        Value end = segmentEnd(s, carried[0], coordinate);
        at[self].begin = carried[0];
        at[self].end = end;
        SmallVector<Value> next =
            lowerCase(op, c, coordinate, at, carried.drop_front());
        next.insert(next.begin(), aligned(s, end));
        scf::YieldOp::create(b, loc, next);
      });
  return init ? loop.getResult(1) : Value();
}

/// Loops over a window may have so few iterations that LLVM unrolls them.
static bool isShort(Operation *loop) {
  auto range = cast<scf::ForOp>(loop);
  const auto begin = getConstantIntValue(range.getLowerBound());
  const auto end = getConstantIntValue(range.getUpperBound());
  return begin && end && *end - *begin <= 128;
}

/// Says what lanes combine the carried value with, if that is no sum.
void LaunchLowering::setReduction(Operation *loop, pos::CoiterateOp op) {
  Block &body = op.getCases()[0].front();
  const StringRef name =
      laneReduction(cast<pos::YieldOp>(body.getTerminator()).getValues()[0],
                    body.getArguments().back());
  if (!name.contains(".add") && name != arith::OrIOp::getOperationName())
    loop->setAttr(reductionAttr, StringAttr::get(op.getContext(), name));
}

/// True where \p value comes from something that \p loop reads.
static bool isRead(Value value, Operation *loop) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return false;
  return isa<memref::LoadOp>(op) ||
         llvm::any_of(op->getOperands(),
                      [&](Value operand) { return isRead(operand, loop); });
}

/// True where \p loop reads at places that it has read.
static bool gathers(Operation *loop) {
  return loop
      ->walk([&](memref::LoadOp load) {
        return llvm::any_of(load.getIndices(),
                            [&](Value at) { return isRead(at, loop); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True where the loop runs over a fibre of the last level of an operand whose fibres are
/// short.
bool LaunchLowering::overShortFibres(pos::CoiterateOp op) const {
  return llvm::any_of(op.getIterators(), [&](Value iterator) {
    const Sequence s = sequences.lookup(iterator);
    return !s.isUniverse() && s.tensor->shortFibres &&
           s.level + 1 == s.tensor->format.lvl_rank();
  });
}

/// The form of an innermost sum: vectors; several partial sums where it gathers on a
/// processor that loads one element after the other then; a plain sum where the loop is
/// over before that pays.
Strata::Sums LaunchLowering::sumsOf(Operation *loop, pos::CoiterateOp op) const {
  if (options.sums != Strata::Sums::automatic)
    return options.sums;
  if (overShortFibres(op))
    return Strata::Sums::plain;
  return !options.fastGather && gathers(loop) ? Strata::Sums::two
                                              : Strata::Sums::vectors;
}

/// Tells LLVM the form of an innermost sum.
void LaunchLowering::annotate(Operation *loop, pos::CoiterateOp op) {
  if (options.vectorBytes == 0 || options.strict || op.getTotals().empty())
    return;
  auto type = dyn_cast<FloatType>(op.getTotals()[0].getType());
  const bool innermost = // and nothing but a sum
      !op.getCases()[0]
           .walk([](Operation *inner) {
             const bool calls = isa<func::CallOp>(inner) ||
                                (isa<math::MathDialect>(inner->getDialect()) &&
                                 !isa<math::AbsFOp, math::SqrtOp>(inner));
             return calls || isa<pos::CoiterateOp, pos::SetOp>(inner)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           })
           .wasInterrupted();
  auto yield = cast<pos::YieldOp>(op.getCases()[0].front().getTerminator());
  if (!type || !innermost || isShort(loop) ||
      !yield.getValues()[0].getDefiningOp<arith::AddFOp>())
    return;
  const Strata::Sums form = sumsOf(loop, op);
  const bool isVector = form == Strata::Sums::vectors;
  setVectors(loop, false, isVector ? options.vectorBytes * 8 / type.getWidth() : 1,
             form == Strata::Sums::two ? 2 : 1);
}

} // namespace strata
