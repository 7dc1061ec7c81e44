// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that are registered: their functions are played back to the IR builder.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

using Operation = Strata::LevelOperation;

Value FlatBuilder::bit(array_type array, Value n) {
  const auto buffer = cast<MemRefType>(array.buffer.getType());
  const unsigned bits = buffer.getElementTypeBitWidth();
  Value word = load(array, arith::ShRUIOp::create(
                               b, loc, n, constant(llvm::Log2_32(bits))));
  Value place = arith::AndIOp::create(b, loc, n, constant(bits - 1));
  Value shifted = arith::ShRUIOp::create(b, loc, word, place);
  return arith::AndIOp::create(b, loc, shifted, constant(1));
}

/// Halves [begin, end) until one element is left.
Value FlatBuilder::find(array_type array, Value begin, Value end, Value number) {
  const Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{index, index}, ValueRange{begin, end},
      [&](OpBuilder &, Location, ValueRange range) {
        Value several = less(add(range[0], constant(1)), range[1]);
        scf::ConditionOp::create(b, loc, several, range);
      },
      [&](OpBuilder &, Location, ValueRange range) {
        Value half = div(sub(range[1], range[0]), constant(2));
        Value middle = add(range[0], half);
        Value isBehind = less(number, load(array, middle));
        Value first = select(isBehind, range[0], middle);
        Value last = select(isBehind, middle, range[1]);
        scf::YieldOp::create(b, loc, ValueRange{first, last});
      });
  return loop.getResult(0);
}

LevelBuffers LaunchLowering::withParameters(const TensorBuffers &t, int level) {
  LevelBuffers out = t.levels[level];
  for (int n : {0, 1})
    out.parameters[n] = flat.constant(t.format.level(level).parameters[n]);
  out.above.extent =
      level == 0 ? flat.constant(1) : t.levels[level - 1].extent;
  return out;
}

Value LaunchLowering::play(const Sequence &s, const Strata::LevelProgram &program,
                           Value second) {
  Value above = s.above ? s.above : flat.constant(0);
  return Strata::play(flat, program, withParameters(*s.tensor, s.level),
                      s.parent, second, above)
      .begin;
}

/// True when coordinates follow from more than the array of them: what is found in a
/// function of its own cannot know them.
bool LaunchLowering::needsParent(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  if (!d)
    return false;
  const Strata::LevelProgram &access = d->pos_access;
  const bool isPlain = access.num_steps == 1 && access.steps[0].a == 1 &&
                       access.steps[0].operation == Operation::load &&
                       access.steps[0].constant == 1;
  return d->has_position || d->has_holes() || !isPlain;
}

/// The coordinate of a position of the level above, which is built in.
Value LaunchLowering::coordinateAbove(const TensorBuffers &t, int level,
                                      Value parent) {
  if (level == 0)
    return flat.constant(0);
  const LevelBuffers &storage = t.levels[level - 1];
  if (t.format.level(level - 1).kind != Strata::LevelKind::dense)
    return flat.load(storage.coordinates, parent);
  if (level == 1)
    return parent;
  Value rows = flat.div(parent, storage.extent);
  return flat.sub(parent, flat.mul(rows, storage.extent));
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
  if (d.asks_above())
    s.above = coordinateAbove(*s.tensor, s.level, parent);
  Value above = s.above ? s.above : flat.constant(0);
  const auto bounds =
      Strata::play(flat, d.pos_bounds, storage, parent, parent, above);
  s.begin = s.firstRun = bounds.begin;
  s.end = s.lastRun = bounds.end;
  if (d.description.below > 0)
    s.begin = beginOfChildren(s, d.description.below);
  if (d.description.padding == Strata::LevelPadding::coordinates &&
      !d.has_holes())
    s.end = endOfChildren(s, storage.extent);
  return s;
}

Value LaunchLowering::positionAt(const Sequence &s, Value cursor) {
  const Strata::LevelDefinition *d = s.registered();
  return d && d->has_position ? play(s, d->position, cursor) : cursor;
}

Value LaunchLowering::coordinateOfChild(const Sequence &s, Value cursor) {
  const Strata::LevelDefinition &d = *s.registered();
  Value at = d.description.is_view ? cursor : positionAt(s, cursor);
  Value coordinate = play(s, d.pos_access, at);
  return s.below ? flat.add(coordinate, s.below) : coordinate;
}

/// True where a cursor stands at padding. \pre the level has holes
Value LaunchLowering::isHole(const Sequence &s, Value cursor) {
  const LevelBuffers &storage = s.tensor->levels[s.level];
  if (s.registered()->description.padding == Strata::LevelPadding::bits)
    return flat.equal(flat.bit(storage.positions, positionAt(s, cursor)),
                      flat.constant(0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge,
                               coordinateOfChild(s, cursor), storage.extent);
}

} // namespace strata
