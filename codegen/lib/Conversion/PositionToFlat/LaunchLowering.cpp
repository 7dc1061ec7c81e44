// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchLowering.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/ADT/TypeSwitch.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::ScalarType;

namespace strata {

Value FlatBuilder::load(array_type array, Value position) {
  Value raw = memref::LoadOp::create(b, loc, array.buffer, position);
  if (array.isSigned)
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
}

LaunchLowering::Name::Name(LaunchLowering &lowering, const Twine &name)
    : lowering(lowering), saved(lowering.loc) {
  const std::string text = name.str();
  if (!text.empty())
    lowering.loc = lowering.flat.loc =
        NameLoc::get(lowering.b.getStringAttr(text));
}

SmallVector<Value> LaunchLowering::lowerBlock(Block &block) {
  SmallVector<Value> yielded;
  for (Operation &op : block) {
    if (isa<pos::YieldOp, scf::YieldOp>(op))
      for (Value value : op.getOperands())
        yielded.push_back(map.lookup(value));
    else
      lowerOp(op);
  }
  return yielded;
}

void LaunchLowering::lowerIf(scf::IfOp op) {
  Value condition = map.lookup(op.getCondition());
  if (op.getResults().empty())
    return runIf(condition, [&] { lowerBlock(*op.thenBlock()); });
  const auto branch = [&](Block *block) {
    return [this, block](OpBuilder &, Location at) {
      scf::YieldOp::create(b, at, lowerBlock(*block));
    };
  };
  auto made = scf::IfOp::create(b, loc, condition, branch(op.thenBlock()),
                                branch(op.elseBlock()));
  map.map(op.getResults(), made.getResults());
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
      .Case([&](pos::SeekOp o) { lowerSeek(o); })
      .Case([&](pos::ClipOp o) { lowerClip(o); })
      .Case([&](pos::PartOp o) { lowerPart(o); })
      .Case([&](pos::SliceOp o) { lowerSlice(o); })
      .Case([&](pos::SubrangeOp o) { lowerSubrange(o); })
      .Case([&](pos::SubsetOp o) { lowerSubset(o); })
      .Case([&](pos::MemberOp o) { lowerMember(o); })
      .Case([&](pos::CoiterateOp o) { lowerCoiterate(o); })
      .Case([&](pos::LocateOp o) { lowerLocate(o); })
      .Case([&](pos::ValueOp o) { lowerValue(o); })
      .Case([&](pos::StoreOp o) { lowerStore(o); })
      .Case([&](pos::EntryOp o) { lowerEntry(o); })
      .Case([&](pos::InsertOp o) { lowerInsert(o); })
      .Case([&](pos::ExpectOp o) { lowerExpect(o); })
      .Case([&](pos::ExpectedOp o) { lowerExpected(o); })
      .Case([&](pos::CapOp o) { lowerCap(o); })
      .Case([&](pos::SeamOp o) { lowerSeam(o); })
      .Case([&](pos::SlotOp o) { map.map(o.getResult(), slot); })
      .Case([&](pos::WorklistOp o) { lowerWorklist(o); })
      .Case([&](pos::ScatterOp o) { lowerScatter(o); })
      .Case([&](pos::DrainOp o) { lowerDrain(o); })
      .Case([&](pos::LookupOp o) { lowerLookup(o); })
      .Case([&](pos::KeptOp o) { lowerKept(o); })
      .Case([&](pos::ClearOp o) { lowerClear(o); })
      .Case([&](pos::LengthOp o) {
        const Sequence s = sequences[o.getIterator()];
        map.map(o.getResult(), flat.sub(s.end, s.begin));
      })
      .Case([&](pos::NonemptyOp o) {
        const Sequence s = sequences[o.getIterator()];
        map.map(o.getResult(), flat.less(aligned(s, s.begin), s.end));
      })
      .Case([&](scf::IfOp o) { lowerIf(o); })
      .Case([&](pos::FlagOp o) {
        flags[o.getResult()] =
            localVariable(b.getI1Type(), arith::ConstantOp::create(
                                             b, loc, b.getBoolAttr(false)),
                          "found");
      })
      .Case([&](pos::SetOp o) { lowerSet(o); })
      .Case([&](pos::TestOp o) {
        map.map(o.getResult(), read(flags.lookup(o.getFlag())));
      })
      .Default([&](Operation *o) { b.clone(*o, map); });
}

/// Names what was loaded from an index array.
static void rename(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    op->setLoc(NameLoc::get(StringAttr::get(op->getContext(), name)));
}

Sequence LaunchLowering::positionsOf(const TensorBuffers &t, int level,
                                     Value first, Value last) {
  Sequence s{&t, level, {}, {}};
  if (s.registered())
    return childrenOf(s, first);
  Strata::visit_level(t.format.level(level).kind, [&](auto function) {
    if constexpr (requires {
                    function.pos_bounds(flat, t.levels[level], first, last);
                  }) {
      auto bounds = function.pos_bounds(flat, t.levels[level], first, last);
      rename(bounds.begin, s.positionName() + "_begin");
      rename(bounds.end, s.positionName() + "_end");
      s.begin = bounds.begin;
      s.end = bounds.end;
    }
  });
  return s;
}

void LaunchLowering::lowerPositions(pos::PositionsOp op) {
  Sequence s =
      positionsOf(tensors[op.getTensor()], static_cast<int>(op.getLevel()),
                  map.lookup(op.getFirst()), map.lookup(op.getLast()));
  takeSlice(s);
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerUniverse(pos::UniverseOp op) {
  sequences[op.getResult()] = {nullptr, 0, map.lookup(op.getFirst()),
                               map.lookup(op.getLast())};
}

void LaunchLowering::lowerLocate(pos::LocateOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const int level = static_cast<int>(op.getLevel());
  Value parent = map.lookup(op.getParent());
  Value coordinate = storedInLevel(t, level, map.lookup(op.getCoordinate()));
  if (t.format.is_dense()) {
    // Its values are indexed by the coordinates; the position itself is unused.
    SmallVector<Value> coordinates = located.lookup(op.getParent());
    const bool isPiece = t.isOfPiece && level == 0;
    coordinates.push_back(isPiece ? flat.constant(0) : coordinate);
    located[op.getResult()] = coordinates;
    map.map(op.getResult(), coordinate);
    return;
  }
  Name name(*this, "p" + t.name + Twine(level));
  map.map(op.getResult(), Strata::DenseLevel::locate(flat, t.levels[level],
                                                     parent, coordinate));
}

SmallVector<Value> LaunchLowering::valueIndices(const TensorBuffers &t,
                                                Value position) {
  if (t.format.is_dense())
    return located.lookup(position);
  return {map.lookup(position)};
}

Value LaunchLowering::loadValue(const TensorBuffers &t, ValueRange indices) {
  Value value = memref::LoadOp::create(b, loc, t.values, indices);
  if (Strata::is_half(t.scalar))
    return arith::ExtFOp::create(
        b, loc, valueType(b.getContext(), t.scalar), value);
  if (t.scalar != ScalarType::boolean)
    return value;
  Value zero = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(value.getType(), 0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

/// Rounds to \p type, but not what has just come from there.
static Value narrow(OpBuilder &b, Location loc, Value value, Type type) {
  auto widened = value.getDefiningOp<arith::ExtFOp>();
  if (widened && widened.getIn().getType() == type)
    return widened.getIn();
  return arith::TruncFOp::create(b, loc, type, value);
}

void LaunchLowering::storeValue(Value value, const TensorBuffers &t,
                                ValueRange indices) {
  if (t.scalar == ScalarType::boolean)
    value = arith::ExtUIOp::create(b, loc, b.getI8Type(), value);
  if (Strata::is_half(t.scalar))
    value = narrow(b, loc, value, memoryType(b.getContext(), t.scalar));
  memref::StoreOp::create(b, loc, value, t.values, indices);
}

void LaunchLowering::lowerValue(pos::ValueOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const int last = t.format.lvl_rank() - 1;
  if (last < 0 || t.format.level(last).unique) {
    map.map(op.getResult(), loadValue(t, valueIndices(t, op.getFirst())));
    return;
  }
  // Duplicates of one coordinate are summed.
  Value zero = arithmetic.zero(t.scalar);
  Value one = flat.constant(1);
  auto loop = scf::ForOp::create(
      b, loopLocation("p" + t.name, "duplicates of one entry of " + t.name),
      map.lookup(op.getFirst()), map.lookup(op.getLast()), one,
      ValueRange{zero},
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
  const SmallVector<Value> indices = valueIndices(t, op.getPosition());
  if (op.getCondition())
    return runIf(map.lookup(op.getCondition()),
                 [&] { storeAt(op, t, indices, value); });
  storeAt(op, t, indices, value);
}

/// \throws CodegenError for what no processor does atomically.
static arith::AtomicRMWKind atomicKind(Strata::Operator combiner,
                                       const TensorBuffers &t) {
  using Kind = arith::AtomicRMWKind;
  using Strata::Operator;
  const bool isSigned = Strata::is_signed_integer(t.scalar);
  if (combiner == Operator::add)
    return Strata::is_float(t.scalar) ? Kind::addf : Kind::addi;
  if (combiner == Operator::max && Strata::is_integer(t.scalar))
    return isSigned ? Kind::maxs : Kind::maxu;
  if (combiner == Operator::min && Strata::is_integer(t.scalar))
    return isSigned ? Kind::mins : Kind::minu;
  throw Strata::CodegenError(
      "flat: '" + t.name + "': " + mnemonicOf(combiner).str() + " of " +
      std::string(Strata::name_of(t.scalar)) +
      " at once; expected sums of numbers, or min or max of integers");
}

void LaunchLowering::storeAt(pos::StoreOp op, const TensorBuffers &t,
                             ValueRange indices, Value value) {
  const Strata::Operator combiner = combinerNamed(op.getCombiner());
  if (op.getAtomic()) {
    if (Strata::is_half(t.scalar))
      throw Strata::CodegenError(
          "flat: '" + t.name + "': an atomic addition to " +
          std::string(Strata::name_of(t.scalar)) +
          "; expected f32, f64 or an integer; add up in a temporary of f32");
    memref::AtomicRMWOp::create(b, loc, atomicKind(combiner, t), value,
                                t.values, indices);
    return;
  }
  if (op.getAccumulate()) {
    Value old = loadValue(t, indices);
    value = arithmetic.apply(combiner, {old, value}, t.scalar);
  }
  storeValue(value, t, indices);
}

} // namespace strata
