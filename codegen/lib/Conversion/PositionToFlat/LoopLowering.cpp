// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.coiterate -> for-loops and merging while-loops.
#include "LaunchLowering.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

static bool has(int64_t mask, size_t i) { return mask >> i & 1; }

void LaunchLowering::countIteration() {
  if (!options.countIterations)
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

MergeShape MergeShape::ofPoint(pos::CoiterateOp op, unsigned p) {
  MergeShape shape;
  const int64_t mask = op.getPoints()[p];
  for (unsigned i = 0; i < op.getIterators().size(); ++i)
    if (has(mask, i))
      shape.merged.push_back(i);
  for (auto [c, other] : llvm::enumerate(op.getPoints()))
    if ((other & mask) == other)
      shape.cases.push_back(c);
  shape.alive.push_back(mask);
  return shape;
}

MergeShape MergeShape::shared(pos::CoiterateOp op) {
  MergeShape shape;
  for (unsigned i = 0; i < op.getIterators().size(); ++i)
    shape.merged.push_back(i);
  for (unsigned c = 0; c < op.getPoints().size(); ++c)
    shape.cases.push_back(c);
  shape.alive.assign(op.getPoints().begin(), op.getPoints().end());
  return shape;
}

void LaunchLowering::lowerCoiterate(pos::CoiterateOp op) {
  SmallVector<Sequence> at;
  for (Value it : op.getIterators())
    at.push_back(sequences[it]);
  Value accumulator = op.getInit() ? map.lookup(op.getInit()) : Value();
  const bool shared = sharesOneLoop(op);
  if (shared)
    lowerMerge(op, MergeShape::shared(op), at, accumulator);
  for (unsigned p = 0; p < op.getPoints().size() && !shared; ++p) {
    const int64_t mask = op.getPoints()[p];
    if (!llvm::isPowerOf2_64(mask)) {
      lowerMerge(op, MergeShape::ofPoint(op, p), at, accumulator);
      continue;
    }
    // A single iterator: what is left of it, one case.
    const unsigned self = llvm::Log2_64(mask);
    accumulator = at[self].isUnique()
                      ? lowerSingle(op, p, self, at, accumulator)
                      : lowerSegments(op, p, self, at, accumulator);
  }
  if (op.getResult())
    map.map(op.getResult(), accumulator);
}

Value LaunchLowering::lowerCase(pos::CoiterateOp op, unsigned c,
                                Value coordinate, ArrayRef<Sequence> at,
                                Value accumulator) {
  Block &block = op.getCases()[c].front();
  unsigned arg = 0;
  map.map(block.getArgument(arg++), coordinate);
  for (auto [i, s] : llvm::enumerate(at)) {
    if (!has(op.getPoints()[c], i) || s.isUniverse())
      continue;
    map.map(block.getArgument(arg++), s.begin);
    map.map(block.getArgument(arg++), s.end);
  }
  if (accumulator)
    map.map(block.getArgument(arg++), accumulator);
  return lowerBlock(block);
}

Value LaunchLowering::lowerSingle(pos::CoiterateOp op, unsigned c,
                                  unsigned self, SmallVector<Sequence> at,
                                  Value init) {
  const Sequence s = at[self];
  Value one = flat.constant(1);
  SmallVector<Value> inits;
  if (init)
    inits.push_back(init);
  const std::string variable =
      s.isUniverse() ? op.getVariable().str() : s.positionName();
  const StringRef mapping = op.getMapping().value_or("");
  auto loop = scf::ForOp::create(
      b, loopLocation(variable, describe(op, at, int64_t{1} << self, c > 0)),
      s.begin, s.end, one, inits,
      [&](OpBuilder &, Location, Value position, ValueRange carried) {
        countIteration();
        Value coordinate = coordinateAt(s, position, op.getVariable());
        at[self].begin = position;
        at[self].end = flat.add(position, one);
        Value next = lowerCase(op, c, coordinate, at,
                               init ? carried[0] : Value());
        scf::YieldOp::create(b, loc, next ? ValueRange{next} : ValueRange{});
      });
  setMapping(loop, mapping);
  if (op.getIndependent() && !init)
    loop->setAttr(independentAttr, b.getUnitAttr());
  if (mapping.empty())
    annotate(loop, op);
  return init ? loop.getResult(0) : Value();
}

/// End of the run of positions from `position` on that hold `coordinate`.
Value LaunchLowering::segmentEnd(const Sequence &s, Value position,
                                 Value coordinate) {
  Value one = flat.constant(1), next;
  {
    Name name(*this, s.isUniverse() ? "" : s.positionName() + "_next");
    next = flat.add(position, one);
  }
  if (s.isUnique())
    return next;
  if (s.tensor->format.level(s.level).ordered)
    return searchSegmentEnd(s, position, coordinate);
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

/// One iteration per distinct coordinate of a level with duplicates.
Value LaunchLowering::lowerSegments(pos::CoiterateOp op, unsigned c,
                                    unsigned self, SmallVector<Sequence> at,
                                    Value init) {
  const Sequence s = at[self];
  SmallVector<Value> inits{s.begin};
  if (init)
    inits.push_back(init);
  auto loop = scf::WhileOp::create(
      b,
      loopLocation(s.positionName(),
                   describe(op, at, int64_t{1} << self, c > 0) +
                       ", duplicates together"),
      ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange carried) {
        Value go = flat.less(carried[0], s.end);
        scf::ConditionOp::create(b, loc, go, carried);
      },
      [&](OpBuilder &, Location, ValueRange carried) {
        countIteration();
        Value coordinate = coordinateAt(s, carried[0], op.getVariable());
        Value end = segmentEnd(s, carried[0], coordinate);
        at[self].begin = carried[0];
        at[self].end = end;
        Value next = lowerCase(op, c, coordinate, at,
                               init ? carried[1] : Value());
        SmallVector<Value> out{end};
        if (next)
          out.push_back(next);
        scf::YieldOp::create(b, loc, out);
      });
  return init ? loop.getResult(1) : Value();
}

/// if/else-if over the cases, most specific first.
Value LaunchLowering::lowerCases(pos::CoiterateOp op, ArrayRef<unsigned> cases,
                                 ArrayRef<Sequence> at, ArrayRef<Value> matches,
                                 Value coordinate, Value accumulator) {
  if (cases.empty())
    return accumulator;
  const unsigned c = cases.front();
  Value condition;
  for (size_t i = 0; i < at.size(); ++i)
    if (has(op.getPoints()[c], i) && !at[i].isUniverse())
      condition = condition ? flat.both(condition, matches[i]) : matches[i];
  if (!condition)
    return lowerCase(op, c, coordinate, at, accumulator);
  auto branch = [&](bool matched) {
    Value next = matched ? lowerCase(op, c, coordinate, at, accumulator)
                         : lowerCases(op, cases.drop_front(), at, matches,
                                      coordinate, accumulator);
    scf::YieldOp::create(b, loc, next ? ValueRange{next} : ValueRange{});
  };
  auto ifOp = scf::IfOp::create(
      b, loopLocation("", describe(op, at, op.getPoints()[c], false)),
      accumulator ? TypeRange{accumulator.getType()} : TypeRange{},
      condition, true, true);
  OpBuilder::InsertionGuard guard(b);
  for (bool matched : {true, false}) {
    Block &block = matched ? ifOp.getThenRegion().front()
                           : ifOp.getElseRegion().front();
    if (!block.empty())
      block.back().erase();
    b.setInsertionPointToEnd(&block);
    branch(matched);
  }
  return accumulator ? ifOp.getResult(0) : Value();
}

/// True while all iterators of one of the points have something left.
Value LaunchLowering::anyAlive(const MergeShape &shape, ArrayRef<Sequence> at,
                               ValueRange carried) {
  Value any;
  for (int64_t mask : shape.alive) {
    // Where a point below is alive, this one adds nothing.
    if (llvm::any_of(shape.alive, [&](int64_t below) {
          return below != mask && (below & mask) == below;
        }))
      continue;
    Value all;
    for (auto [k, i] : llvm::enumerate(shape.merged)) {
      if (!has(mask, i))
        continue;
      Value left = flat.less(carried[k], at[i].end);
      all = all ? flat.both(all, left) : left;
    }
    any = any ? arith::OrIOp::create(b, loc, any, all).getResult() : all;
  }
  return any;
}

/// Coordinate at a position, or behind every coordinate when \p s is exhausted.
Value LaunchLowering::coordinateOrEnd(const Sequence &s, Value position,
                                      StringRef variable) {
  if (s.isUniverse())
    return position;
  Name name(*this, variable);
  Value left = flat.less(position, s.end);
  Value behind = flat.constant(std::numeric_limits<int64_t>::max());
  auto at = scf::IfOp::create(
      b, loc, left,
      [&](OpBuilder &, Location) {
        Value coordinate = coordinateAt(s, position);
        scf::YieldOp::create(b, loc, coordinate);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, behind); });
  return at.getResult(0);
}

SmallVector<Value> LaunchLowering::mergeStep(pos::CoiterateOp op,
                                             const MergeShape &shape,
                                             ArrayRef<Sequence> at,
                                             ValueRange carried,
                                             Value accumulator) {
  const bool exhausts = shape.alive.size() > 1;
  SmallVector<Sequence> segments(at.begin(), at.end());
  SmallVector<Value> coordinates(at.size()), matches(at.size()), next;
  Value least, everywhere;
  for (auto [k, i] : llvm::enumerate(shape.merged)) {
    const std::string name =
        at[i].isUniverse() ? ""
                           : op.getVariable().str() + "_" + at[i].tensor->name;
    coordinates[i] = exhausts ? coordinateOrEnd(at[i], carried[k], name)
                              : coordinateAt(at[i], carried[k], name);
    if (at[i].isUniverse()) // stands at every coordinate: it is the least
      everywhere = coordinates[i];
  }
  for (unsigned i : shape.merged) {
    Name name(*this, op.getVariable());
    least = least ? flat.min(least, coordinates[i]) : coordinates[i];
  }
  least = everywhere ? everywhere : least;
  for (auto [k, i] : llvm::enumerate(shape.merged)) {
    segments[i].begin = carried[k];
    segments[i].end = segmentEnd(at[i], carried[k], coordinates[i]);
    if (at[i].isUniverse())
      continue;
    Name name(*this, op.getVariable() + "_in_" + at[i].tensor->name);
    matches[i] = flat.equal(coordinates[i], least);
  }
  Value sum = lowerCases(op, shape.cases, segments, matches, least, accumulator);
  for (auto [k, i] : llvm::enumerate(shape.merged))
    next.push_back(matches[i]
                       ? flat.select(matches[i], segments[i].end, carried[k])
                       : segments[i].end);
  if (sum)
    next.push_back(sum);
  return next;
}

void LaunchLowering::lowerMerge(pos::CoiterateOp op, const MergeShape &shape,
                                MutableArrayRef<Sequence> at,
                                Value &accumulator) {
  SmallVector<Value> inits;
  for (unsigned i : shape.merged)
    inits.push_back(at[i].begin);
  if (accumulator)
    inits.push_back(accumulator);
  std::string variables, comment;
  for (unsigned i : shape.merged)
    variables += (at[i].isUniverse() ? op.getVariable().str()
                                     : at[i].positionName()) +
                 " ";
  for (int64_t mask : shape.alive)
    comment += comment.empty()
                   ? describe(op, at, mask, false)
                   : "; or " + describe(op, at, mask, false)
                                   .substr(op.getVariable().size() + 2);
  auto loop = scf::WhileOp::create(
      b, loopLocation(variables, comment), ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange carried) {
        Value go = anyAlive(shape, at, carried);
        scf::ConditionOp::create(b, loc, go, carried);
      },
      [&](OpBuilder &, Location, ValueRange carried) {
        countIteration();
        SmallVector<Value> next =
            mergeStep(op, shape, at, carried,
                      accumulator ? carried.back() : Value());
        scf::YieldOp::create(b, loc, next);
      });
  for (auto [k, i] : llvm::enumerate(shape.merged))
    at[i].begin = loop.getResult(k);
  if (accumulator)
    accumulator = loop.getResults().back();
}

/// Asks LLVM to vectorise an innermost sum for the register width.
void LaunchLowering::annotate(Operation *loop, pos::CoiterateOp op) {
  if (options.vectorBytes == 0 || options.strict || !op.getResult())
    return;
  auto type = dyn_cast<FloatType>(op.getResult().getType());
  const bool innermost = // and nothing but a sum
      !op.getCases()[0]
           .walk([](Operation *inner) {
             return isa<pos::CoiterateOp, pos::SetOp>(inner)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           })
           .wasInterrupted();
  if (!type || !innermost)
    return;
  MLIRContext *context = b.getContext();
  auto width = b.getI32IntegerAttr(options.vectorBytes * 8 / type.getWidth());
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, b.getBoolAttr(false), {}, {}, width, {}, {}, {});
  auto interleave =
      LLVM::LoopInterleaveAttr::get(context, b.getI32IntegerAttr(1));
  loop->setAttr("loop_annotation",
                LLVM::LoopAnnotationAttr::get(context, {}, vectorize, interleave,
                                              {}, {}, {}, {}, {}, {}, {}, {}, {},
                                              {}, {}, {}));
}

} // namespace strata
