// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a launch cuts its outermost loop into pieces.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace strata {

Value LaunchLowering::coordinateAt(const Sequence &s, Value position) {
  if (s.isUniverse())
    return position;
  const LevelBuffers &storage = s.tensor->levels[s.level];
  Value coordinate;
  Strata::visit_level(s.tensor->format.level(s.level).kind, [&](auto function) {
    if constexpr (requires { function.pos_access(flat, storage, position); })
      coordinate = function.pos_access(flat, storage, position);
  });
  return coordinate;
}

/// First position of `s` from `begin` on whose coordinate is at least
/// `coordinate`.
Value LaunchLowering::lowerBound(const Sequence &s, Value begin,
                                 Value coordinate) {
  if (s.isUniverse()) {
    Value clipped = flat.max(begin, coordinate);
    return flat.min(clipped, s.end);
  }
  const Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{index, index}, ValueRange{begin, s.end},
      [&](OpBuilder &, Location, ValueRange range) {
        Value go = flat.less(range[0], range[1]);
        scf::ConditionOp::create(b, loc, go, range);
      },
      [&](OpBuilder &, Location, ValueRange range) {
        Value sum = flat.add(range[0], range[1]);
        Value two = flat.constant(2), one = flat.constant(1);
        Value middle = flat.div(sum, two);
        Value found = coordinateAt(s, middle);
        Value below = flat.less(found, coordinate);
        Value above = flat.add(middle, one);
        Value lo = flat.select(below, above, range[0]);
        Value hi = flat.select(below, range[1], middle);
        scf::YieldOp::create(b, loc, ValueRange{lo, hi});
      });
  return loop.getResult(0);
}

void LaunchLowering::lowerWindow(pos::WindowOp op) {
  Sequence s = sequences[op.getIterator()];
  s.begin = lowerBound(s, s.begin, map.lookup(op.getBegin()));
  s.end = lowerBound(s, s.begin, map.lookup(op.getEnd()));
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerSlice(pos::SliceOp op) {
  Sequence s = sequences[op.getIterator()];
  Value piece = map.lookup(op.getPiece()), pieces = map.lookup(op.getPieces());
  Value length = flat.sub(s.end, s.begin), one = flat.constant(1);
  auto cut = [&](Value p) -> Value {
    Value scaled = flat.mul(length, p);
    Value offset = flat.div(scaled, pieces);
    return flat.add(s.begin, offset);
  };
  Value begin = cut(piece), next = flat.add(piece, one), end = cut(next);
  s.begin = begin;
  s.end = end;
  sequences[op.getResult()] = s;
}

/// Coordinate at an equal share of the positions of the longest sequence.
Value LaunchLowering::cutOfLongest(ArrayRef<Sequence> all, Value extent,
                                   Value piece, Value pieces) {
  Value best = extent, longest = flat.constant(0);
  for (const Sequence &s : all) {
    Value length = flat.sub(s.end, s.begin);
    Value longer = flat.less(longest, length);
    auto at = scf::IfOp::create(
        b, loc, longer,
        [&](OpBuilder &, Location) {
          Value scaled = flat.mul(length, piece);
          Value offset = flat.div(scaled, pieces);
          Value position = flat.add(s.begin, offset);
          Value coordinate = coordinateAt(s, position);
          scf::YieldOp::create(b, loc, coordinate);
        },
        [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, best); });
    best = at.getResult(0);
    longest = flat.select(longer, length, longest);
  }
  return best;
}

Value LaunchLowering::cutCoordinate(ArrayRef<Sequence> all, Value extent,
                                    Value piece, Value pieces) {
  for (const Sequence &s : all)
    if (s.isUniverse()) {
      Value scaled = flat.mul(extent, piece);
      return flat.div(scaled, pieces);
    }
  // Piece 0 begins at coordinate 0 and the last one ends at the extent.
  Value zero = flat.constant(0);
  Value isFirst = flat.equal(piece, zero), isLast = flat.equal(piece, pieces);
  Value border = arith::OrIOp::create(b, loc, isFirst, isLast);
  auto inside = scf::IfOp::create(
      b, loc, border,
      [&](OpBuilder &, Location) {
        Value end = flat.select(isFirst, zero, extent);
        scf::YieldOp::create(b, loc, end);
      },
      [&](OpBuilder &, Location) {
        Value coordinate = cutOfLongest(all, extent, piece, pieces);
        scf::YieldOp::create(b, loc, coordinate);
      });
  return inside.getResult(0);
}

void LaunchLowering::lowerCut(pos::CutOp op) {
  SmallVector<Sequence> all;
  for (Value it : op.getIterators())
    all.push_back(sequences[it]);
  Value extent = map.lookup(op.getExtent()), piece = map.lookup(op.getPiece());
  Value pieces = map.lookup(op.getPieces()), one = flat.constant(1);
  Value next = flat.add(piece, one);
  map.map(op.getBegin(), cutCoordinate(all, extent, piece, pieces));
  map.map(op.getEnd(), cutCoordinate(all, extent, next, pieces));
}

} // namespace strata
