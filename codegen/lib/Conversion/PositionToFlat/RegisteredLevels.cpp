// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that are registered: their functions are played back to the IR builder.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace strata {

using Operation = Strata::LevelOperation;

LevelBuffers LaunchLowering::withParameters(const TensorBuffers &t, int level) {
  LevelBuffers out = t.levels[level];
  for (int n : {0, 1})
    out.parameters[n] = flat.constant(t.format.level(level).parameters[n]);
  return out;
}

/// True when coordinates follow from more than the array of them: what is found in a
/// function of its own cannot know them.
bool LaunchLowering::needsParent(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  if (!d)
    return false;
  const Strata::LevelProgram &access = d->pos_access;
  const bool isPlain = access.num_steps == 1 && access.steps[0].a == 1 &&
                       access.steps[0].operation == Operation::load_coordinate;
  return d->has_position || !isPlain;
}

/// The first child that stores at least 0: most often the first one.
Value LaunchLowering::beginOfChildren(Sequence s, int64_t below) {
  Name name(*this, s.positionName() + "_begin");
  s.below = flat.constant(below);
  auto begin = scf::IfOp::create(
      b, loc, isBelow(s, s.begin, s.below),
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(b, loc, searchLowerBound(s, s.below));
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, s.begin); });
  return begin.getResult(0);
}

/// Behind the last child inside of the extent: most often the last one.
Value LaunchLowering::endOfChildren(const Sequence &s, Value extent) {
  Name name(*this, s.positionName() + "_end");
  Value last = flat.sub(s.end, flat.constant(1));
  auto end = scf::IfOp::create(
      b, loc, isBelow(s, last, extent),
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, s.end); },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(b, loc, searchLowerBound(s, extent));
      });
  return end.getResult(0);
}

/// The children of a parent, without the padding around them.
Sequence LaunchLowering::childrenOf(Sequence s, Value parent) {
  const Strata::LevelDefinition &d = *s.registered();
  const LevelBuffers storage = withParameters(*s.tensor, s.level);
  s.parent = parent;
  const auto bounds = Strata::play(flat, d.pos_bounds, storage, parent, parent);
  s.begin = s.firstRun = bounds.begin;
  s.end = s.lastRun = bounds.end;
  if (d.description.below > 0)
    s.begin = beginOfChildren(s, d.description.below);
  if (d.description.padding == Strata::LevelPadding::coordinates)
    s.end = endOfChildren(s, storage.extent);
  return s;
}

Value LaunchLowering::positionAt(const Sequence &s, Value cursor) {
  const Strata::LevelDefinition *d = s.registered();
  if (!d || !d->has_position)
    return cursor;
  return Strata::play(flat, d->position, withParameters(*s.tensor, s.level),
                      s.parent, cursor)
      .begin;
}

Value LaunchLowering::coordinateOfChild(const Sequence &s, Value cursor) {
  const LevelBuffers storage = withParameters(*s.tensor, s.level);
  const Strata::LevelDefinition &d = *s.registered();
  Value at = d.description.is_view ? cursor : positionAt(s, cursor);
  Value coordinate =
      Strata::play(flat, d.pos_access, storage, s.parent, at).begin;
  return s.below ? flat.add(coordinate, s.below) : coordinate;
}

bool LaunchLowering::hasRuns(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  return d && d->description.run > 1 && s.begin == s.firstRun;
}

/// What is added to the accumulator in turn may be added up on its own first.
static bool isPartialSum(pos::CoiterateOp op, unsigned c, bool strict) {
  Block &body = op.getCases()[c].front();
  auto yield = cast<pos::YieldOp>(body.getTerminator());
  if (strict || yield.getValues().size() != 1)
    return false;
  auto sum = yield.getValues()[0].getDefiningOp<arith::AddFOp>();
  Value carried = body.getArguments().back();
  return sum && (sum.getLhs() == carried) != (sum.getRhs() == carried);
}

SmallVector<Value> LaunchLowering::lowerRuns(pos::CoiterateOp op, unsigned c,
                                             unsigned self,
                                             SmallVector<Sequence> at,
                                             ValueRange inits) {
  Sequence &s = at[self];
  const bool isPartial = isPartialSum(op, c, options.strict);
  Value zero = flat.constant(0), one = flat.constant(1);
  Value length = flat.constant(s.registered()->description.run);
  Value first = flat.div(s.begin, length), last = flat.div(s.end, length);
  const std::string variable = s.positionName();
  auto inner = [&](Value entry, ValueRange carried) {
    auto loop = scf::ForOp::create(
        b, loopLocation(variable, ""), zero, length, one, carried,
        [&](OpBuilder &, Location, Value digit, ValueRange sums) {
          countIteration();
          Value cursor = flat.add(flat.mul(entry, length), digit);
          llvm::SaveAndRestore run(flat.run, {cursor, entry, digit});
          Value coordinate = coordinateAt(s, cursor, op.getVariable());
          s.begin = cursor;
          s.end = flat.add(cursor, one);
          scf::YieldOp::create(b, loc, lowerCase(op, c, coordinate, at, sums));
        });
    return SmallVector<Value>(loop.getResults());
  };
  auto loop = scf::ForOp::create(
      b,
      loopLocation(variable, describe(op, at, int64_t{1} << self, c > 0) +
                                 ", one stored coordinate after the other"),
      first, last, one, inits,
      [&](OpBuilder &, Location, Value entry, ValueRange carried) {
        if (!isPartial)
          return (void)scf::YieldOp::create(b, loc, inner(entry, carried));
        const auto type = cast<FloatType>(carried[0].getType());
        Value none =
            arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
        Value sum = inner(entry, none)[0];
        Value total = arith::AddFOp::create(b, loc, carried[0], sum);
        scf::YieldOp::create(b, loc, total);
      });
  return SmallVector<Value>(loop.getResults());
}

} // namespace strata
