// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.worklist, scatter and drain -> a dense row of values with marks, and
// a list of the coordinates that are marked.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

void LaunchLowering::lowerWorklist(pos::WorklistOp op) {
  Worklist &w = worklists[op.getResult()];
  w.values = &tensors[op.getValues()];
  w.marks = &tensors[op.getMarks()];
  w.list = &tensors[op.getList()];
  w.row = map.lookup(op.getRow());
  w.count = localVariable(b.getIndexType(), flat.constant(0), "num_listed");
}

static Value constantLike(OpBuilder &b, Location loc, const TensorBuffers &t,
                          int64_t value) {
  const Type type = cast<MemRefType>(t.values.getType()).getElementType();
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

/// Where nothing was scattered to before, the coordinate is listed.
void LaunchLowering::lowerScatter(pos::ScatterOp op) {
  const Worklist w = worklists.lookup(op.getWorklist());
  Value coordinate = map.lookup(op.getCoordinate());
  const SmallVector<Value> at{w.row, coordinate};
  auto scatter = [&] {
    Value value = map.lookup(op.getValue());
    Value mark = memref::LoadOp::create(b, loc, w.marks->values, at);
    Value none = constantLike(b, loc, *w.marks, 0);
    Value isNew = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, mark,
                                        none);
    scf::IfOp::create(
        b, loc, isNew,
        [&](OpBuilder &, Location inner) {
          memref::StoreOp::create(b, loc, constantLike(b, loc, *w.marks, 1),
                                  w.marks->values, at);
          Value count = read(w.count);
          const Type type =
              cast<MemRefType>(w.list->values.getType()).getElementType();
          Value narrow = arith::IndexCastUIOp::create(b, loc, type, coordinate);
          memref::StoreOp::create(b, loc, narrow, w.list->values,
                                  ValueRange{w.row, count});
          write(flat.add(count, flat.constant(1)), w.count);
          if (assembly.writesValues)
            storeValue(value, *w.values, at);
          scf::YieldOp::create(b, inner);
        },
        [&](OpBuilder &, Location inner) {
          if (assembly.writesValues) {
            Value old = loadValue(*w.values, at);
            storeValue(arithmetic.add(old, value, w.values->scalar), *w.values,
                       at);
          }
          scf::YieldOp::create(b, inner);
        });
  };
  runIf(op.getCondition() ? map.lookup(op.getCondition()) : Value(), scatter);
}

/// Ascending, by a function of the library.
void LaunchLowering::sortList(const Worklist &w, Value count) {
  const Type index = b.getIndexType();
  const unsigned width = cast<MemRefType>(w.list->values.getType())
                             .getElementTypeBitWidth();
  const std::string name = "sort_coordinates" + std::to_string(width);
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(
        b, loc, name,
        b.getFunctionType({w.list->values.getType(), index, index}, {}));
    function.setPrivate();
    function->setAttr(libraryAttr, b.getStringAttr("sort_coordinates"));
  }
  func::CallOp::create(b, loc, function,
                       ValueRange{w.list->values, w.row, count});
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
        Value listed =
            memref::LoadOp::create(b, loc, w.list->values, ValueRange{w.row, n});
        Value coordinate;
        {
          Name named(*this, op.getVariable());
          coordinate =
              arith::IndexCastUIOp::create(b, loc, b.getIndexType(), listed);
        }
        const SmallVector<Value> position{w.row, coordinate};
        memref::StoreOp::create(b, loc, constantLike(b, loc, *w.marks, 0),
                                w.marks->values, position);
        Block &body = op.getBody().front();
        map.map(body.getArgument(0), coordinate);
        map.map(body.getArgument(1), loadValue(*w.values, position));
        lowerBlock(body);
        scf::YieldOp::create(b, at);
      });
}

} // namespace strata
