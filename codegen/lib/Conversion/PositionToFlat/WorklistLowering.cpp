// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.worklist, scatter and drain -> a row of values with marks, by
// coordinate or hashed, and a list of the coordinates that are marked.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Dialect/OperatorNames.h"

using namespace mlir;

namespace strata {

void LaunchLowering::lowerWorklist(pos::WorklistOp op) {
  Worklist &w = worklists[op.getResult()];
  w.values = &tensors[op.getValues()];
  w.marks = &tensors[op.getMarks()];
  w.list = &tensors[op.getList()];
  w.row = map.lookup(op.getRow());
  w.count = localVariable(b.getIndexType(), flat.constant(0), "num_listed");
  w.hasValues = !assembly.tensor || assembly.writesValues;
  if (!op.getBound())
    return;
  Name named(*this, "bits");
  w.bits = tableBits(map.lookup(op.getBound()), map.lookup(op.getExtent()));
}

/// Where a coordinate has its value and mark.
Value LaunchLowering::slotOf(const Worklist &w, Value coordinate) {
  if (!w.bits)
    return coordinate;
  Name named(*this, "at");
  return findSlot(w, coordinate);
}

/// The mark of a coordinate; null: of one that was not scattered to.
Value LaunchLowering::markOf(const Worklist &w, Value coordinate) {
  const Type type =
      cast<MemRefType>(w.marks->values.getType()).getElementType();
  if (!coordinate || !w.bits)
    return arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(type, coordinate ? 1 : 0));
  Value next = flat.add(coordinate, flat.constant(1));
  return arith::IndexCastUIOp::create(b, loc, type, next);
}

void LaunchLowering::mark(const Worklist &w, Value value, Value at) {
  memref::StoreOp::create(b, loc, value, w.marks->values,
                          ValueRange{w.row, at});
}

/// Where nothing was scattered to before, the coordinate is listed.
void LaunchLowering::lowerScatter(pos::ScatterOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  Value coordinate = map.lookup(op.getCoordinate());
  auto scatter = [&] {
    Value value = map.lookup(op.getValue());
    const SmallVector<Value> at{w.row, slotOf(w, coordinate)};
    Value found = memref::LoadOp::create(b, loc, w.marks->values, at);
    Value isNew = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, found,
                                        markOf(w, nullptr));
    scf::IfOp::create(
        b, loc, isNew,
        [&](OpBuilder &, Location inner) {
          mark(w, markOf(w, coordinate), at[1]);
          Value count = read(w.count);
          storeListed(w, count, assembly.counts ? at[1] : coordinate);
          write(flat.add(count, flat.constant(1)), w.count);
          if (w.hasValues)
            storeValue(value, *w.values, at);
          scf::YieldOp::create(b, inner);
        },
        [&](OpBuilder &, Location inner) {
          if (w.hasValues) {
            Value old = loadValue(*w.values, at);
            storeValue(arithmetic.apply(combinerNamed(op.getCombiner()),
                                        {old, value}, w.values->scalar),
                       *w.values, at);
          }
          scf::YieldOp::create(b, inner);
        });
  };
  runIf(op.getCondition() ? map.lookup(op.getCondition()) : Value(), scatter);
}

/// Entry \p n of the list becomes \p value, a coordinate or a slot.
void LaunchLowering::storeListed(const Worklist &w, Value n, Value value) {
  const Type type = cast<MemRefType>(w.list->values.getType()).getElementType();
  Value narrow = arith::IndexCastUIOp::create(b, loc, type, value);
  memref::StoreOp::create(b, loc, narrow, w.list->values, ValueRange{w.row, n});
}

Value LaunchLowering::loadListed(const Worklist &w, Value n) {
  Value listed =
      memref::LoadOp::create(b, loc, w.list->values, ValueRange{w.row, n});
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), listed);
}

/// Ascending, by a function of the library: by the marks of all coordinates where
/// these are in order as well.
void LaunchLowering::sortList(const Worklist &w, Value count) {
  const StringRef library = w.bits ? "sort_coordinates" : "order_coordinates";
  SmallVector<Value> arguments{w.list->values};
  if (!w.bits)
    arguments.push_back(w.marks->values);
  arguments.append({w.row, count});
  if (!w.bits)
    arguments.push_back(w.marks->extents[1]);
  const unsigned width =
      cast<MemRefType>(w.list->values.getType()).getElementTypeBitWidth();
  const std::string name = library.str() + std::to_string(width);
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(
        b, loc, name, b.getFunctionType(TypeRange(ValueRange(arguments)), {}));
    function.setPrivate();
    function->setAttr(libraryAttr, b.getStringAttr(library));
  }
  func::CallOp::create(b, loc, function, arguments);
}

/// The coordinate and slot of entry \p n of the list. Who counts has listed slots:
/// nothing is sorted.
std::pair<Value, Value> LaunchLowering::listed(const Worklist &w, Value n,
                                               StringRef variable) {
  if (!w.bits || !assembly.counts) {
    Value coordinate;
    {
      Name named(*this, variable);
      coordinate = loadListed(w, n);
    }
    return {coordinate, slotOf(w, coordinate)};
  }
  Value slot = loadListed(w, n);
  Value mark = memref::LoadOp::create(b, loc, w.marks->values,
                                      ValueRange{w.row, slot});
  Value next = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), mark);
  return {flat.sub(next, flat.constant(1)), slot};
}

void LaunchLowering::lowerDrain(pos::DrainOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  Value zero = flat.constant(0), one = flat.constant(1), count = read(w.count);
  const int last = assembly.tensor->format.lvl_rank() - 1;
  if (!assembly.counts && assembly.tensor->format.level(last).ordered)
    sortList(w, count);
  scf::ForOp::create(
      b, loopLocation("n", op.getVariable().str() + ": what was scattered to"),
      zero, count, one, ValueRange{},
      [&](OpBuilder &, Location at, Value n, ValueRange) {
        countIteration();
        const auto [coordinate, slot] = listed(w, n, op.getVariable());
        if (w.bits && !assembly.counts) // those behind are still to be found
          storeListed(w, n, slot);
        else
          mark(w, markOf(w, nullptr), slot);
        Block &body = op.getBody().front();
        map.map(body.getArgument(0), coordinate);
        map.map(body.getArgument(1),
                loadValue(*w.values, SmallVector<Value>{w.row, slot}));
        lowerBlock(body);
        scf::YieldOp::create(b, at);
      });
  if (w.bits && !assembly.counts)
    unmarkList(w, count);
}

void LaunchLowering::lowerLookup(pos::LookupOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  Value at = slotOf(w, map.lookup(op.getCoordinate()));
  Value mark = memref::LoadOp::create(b, loc, w.marks->values, ValueRange{w.row, at});
  map.map(op.getFound(), arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, mark,
                                               markOf(w, nullptr)));
  map.map(op.getPlace(), at);
}

void LaunchLowering::lowerKept(pos::KeptOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  const SmallVector<Value> at{w.row, map.lookup(op.getPlace())};
  map.map(op.getResult(), loadValue(*w.values, at));
}

void LaunchLowering::lowerClear(pos::ClearOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  unmarkList(w, read(w.count));
}

/// Empties a worklist, the slots of which are listed.
void LaunchLowering::unmarkList(const Worklist &w, Value count) {
  scf::ForOp::create(b, loopLocation("n", w.bits ? "empties the table" : "empties the row"),
                     flat.constant(0), count, flat.constant(1), ValueRange{},
                     [&](OpBuilder &, Location at, Value n, ValueRange) {
                       mark(w, markOf(w, nullptr), loadListed(w, n));
                       scf::YieldOp::create(b, at);
                     });
}

} // namespace strata
