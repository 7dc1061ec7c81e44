// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches that begin where the coordinate is near.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace strata {

/// True where the position of every coordinate follows from it.
static bool hasPlaces(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  return d && d->description.placement == Strata::LevelPlacement::coordinate &&
         !d->has_position && !d->description.is_view && !s.below;
}

/// First position of a level with places for coordinates that stores at least
/// `coordinate`: nothing is searched for.
Value LaunchLowering::placeOfAtLeast(const Sequence &s, Value coordinate) {
  if (s.registered()->has_locate) {
    Value place = play(s, s.registered()->locate, coordinate);
    return flat.min(flat.max(place, s.begin), s.end);
  }
  Value first = storedAt(s, s.begin);
  Value distance = flat.sub(flat.max(coordinate, first), first);
  return flat.min(flat.add(s.begin, distance), s.end);
}

Value LaunchLowering::lowerBound(Sequence s, Value coordinate) {
  if (s.isUniverse()) {
    Value clipped = flat.max(s.begin, coordinate);
    return flat.min(clipped, s.end);
  }
  if (hasPlaces(s))
    return placeOfAtLeast(s, coordinate);
  return callSearch("lower_bound", s, coordinate,
                    &LaunchLowering::searchLowerBound);
}

/// First position from `s.begin` on that stores at least `coordinate`, where that
/// is near: in steps that double, then by halves.
Value LaunchLowering::skipTo(const Sequence &s, Value coordinate) {
  if (hasPlaces(s))
    return placeOfAtLeast(s, coordinate);
  if (options.countIterations)
    return searchForward(s, coordinate);
  return callSearch("skip_to", s, coordinate, &LaunchLowering::searchForward);
}

Value LaunchLowering::searchForward(const Sequence &s, Value coordinate) {
  const Type index = b.getIndexType();
  Value one = flat.constant(1), two = flat.constant(2);
  // (first, step): what stands before `first` lies below; the next probe is the
  // last of `step` positions.
  auto doubling = scf::WhileOp::create(
      b, loc, TypeRange{index, index}, ValueRange{s.begin, one},
      [&](OpBuilder &, Location, ValueRange at) {
        Value sum = flat.add(at[0], at[1]);
        Value probe = flat.sub(sum, one);
        Value below = isBelow(s, probe, coordinate);
        scf::ConditionOp::create(b, loc, below, at);
      },
      [&](OpBuilder &, Location, ValueRange at) {
        countIteration();
        Value first = flat.add(at[0], at[1]);
        Value step = flat.mul(at[1], two);
        scf::YieldOp::create(b, loc, ValueRange{first, step});
      });
  Sequence near = s;
  near.begin = doubling.getResult(0);
  Value sum = flat.add(near.begin, doubling.getResult(1));
  near.end = flat.min(flat.sub(sum, one), s.end);
  return searchLowerBound(near, coordinate);
}

/// True where `s` has a position and stores less than `coordinate` there.
Value LaunchLowering::isBelow(const Sequence &s, Value position,
                              Value coordinate) {
  Value inside = flat.less(position, s.end);
  auto below = scf::IfOp::create(
      b, loc, inside,
      [&](OpBuilder &, Location) {
        Value found = storedAt(s, position);
        Value less = flat.less(found, coordinate);
        scf::YieldOp::create(b, loc, less);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, inside); });
  return below.getResult(0);
}

} // namespace strata
