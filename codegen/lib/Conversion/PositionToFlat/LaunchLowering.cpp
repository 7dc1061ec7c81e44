// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchLowering.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using Strata::ScalarType;

namespace strata {

Value FlatBuilder::load(array_type array, Value position) {
  Value raw = memref::LoadOp::create(b, loc, array.buffer, position);
  if (array.isSigned)
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
}

void LaunchLowering::lower(pos::LaunchOp launch, Value piece, Value pieces) {
  Block &body = launch.getBody().front();
  thisPiece = piece;
  map.map(body.getArgument(0), piece);
  map.map(body.getArgument(1), pieces);
  lowerBlock(body);
}

Value LaunchLowering::lowerBlock(Block &block) {
  for (Operation &op : block) {
    if (auto yield = dyn_cast<pos::YieldOp>(op))
      return yield.getValue() ? map.lookup(yield.getValue()) : Value();
    lowerOp(op);
  }
  return nullptr;
}

void LaunchLowering::lowerOp(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](pos::ExtentOp e) {
        map.map(e.getResult(),
                tensors[e.getTensor()].extents[e.getDimension()]);
      })
      .Case([&](pos::PositionsOp o) { lowerPositions(o); })
      .Case([&](pos::UniverseOp o) { lowerUniverse(o); })
      .Case([&](pos::CutOp o) { lowerCut(o); })
      .Case([&](pos::WindowOp o) { lowerWindow(o); })
      .Case([&](pos::SliceOp o) { lowerSlice(o); })
      .Case([&](pos::CoiterateOp o) { lowerCoiterate(o); })
      .Case([&](pos::LocateOp o) { lowerLocate(o); })
      .Case([&](pos::ValueOp o) { lowerValue(o); })
      .Case([&](pos::StoreOp o) { lowerStore(o); })
      .Default([&](Operation *o) { b.clone(*o, map); });
}

void LaunchLowering::lowerPositions(pos::PositionsOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const int level = static_cast<int>(op.getLevel());
  Value first = map.lookup(op.getFirst()), last = map.lookup(op.getLast());
  Strata::visit_level(t.format.level(level).kind, [&](auto function) {
    if constexpr (requires {
                    function.pos_bounds(flat, t.levels[level], first, last);
                  }) {
      auto bounds = function.pos_bounds(flat, t.levels[level], first, last);
      sequences[op.getResult()] = {&t, level, bounds.begin, bounds.end};
    }
  });
}

void LaunchLowering::lowerUniverse(pos::UniverseOp op) {
  sequences[op.getResult()] = {nullptr, 0, flat.constant(0),
                               map.lookup(op.getExtent())};
}

void LaunchLowering::lowerLocate(pos::LocateOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const int level = static_cast<int>(op.getLevel());
  Value parent = map.lookup(op.getParent());
  Value coordinate = map.lookup(op.getCoordinate());
  Value position;
  if (!t.strides.empty()) {
    Value offset = flat.mul(coordinate, t.strides[level]);
    position = flat.add(parent, offset);
  } else {
    position = Strata::DenseLevel::locate(flat, t.levels[level], parent,
                                          coordinate);
  }
  map.map(op.getResult(), position);
}

Value LaunchLowering::loadValue(const TensorBuffers &t, Value position) {
  Value value = memref::LoadOp::create(b, loc, t.values, position);
  if (t.scalar != ScalarType::boolean)
    return value;
  Value zero = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(value.getType(), 0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

void LaunchLowering::storeValue(Value value, const TensorBuffers &t,
                                Value position) {
  if (t.scalar == ScalarType::boolean)
    value = arith::ExtUIOp::create(b, loc, b.getI8Type(), value);
  memref::StoreOp::create(b, loc, value, t.values, position);
}

void LaunchLowering::lowerValue(pos::ValueOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  Value first = map.lookup(op.getFirst());
  const int last = t.format.lvl_rank() - 1;
  if (last < 0 || t.format.level(last).unique) {
    map.map(op.getResult(), loadValue(t, first));
    return;
  }
  // Duplicates of one coordinate are summed.
  Value zero = arithmetic.zero(t.scalar);
  Value one = flat.constant(1);
  auto loop = scf::ForOp::create(
      b, loc, first, map.lookup(op.getLast()), one, ValueRange{zero},
      [&](OpBuilder &, Location, Value position, ValueRange sum) {
        countIteration();
        Value term = loadValue(t, position);
        Value next = arithmetic.add(sum[0], term, t.scalar);
        scf::YieldOp::create(b, loc, next);
      });
  map.map(op.getResult(), loop.getResult(0));
}

void LaunchLowering::lowerStore(pos::StoreOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  Value value = map.lookup(op.getValue());
  Value position = map.lookup(op.getPosition());
  if (op.getAtomic()) {
    const auto kind = isa<FloatType>(value.getType())
                          ? arith::AtomicRMWKind::addf
                          : arith::AtomicRMWKind::addi;
    memref::AtomicRMWOp::create(b, loc, kind, value, t.values, position);
    return;
  }
  if (op.getAccumulate()) {
    Value old = loadValue(t, position);
    value = arithmetic.add(old, value, t.scalar);
  }
  storeValue(value, t, position);
}

} // namespace strata
