// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres of operands that are written to rows once and looked up in the loops inside.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Analysis/ExprUtils.h"

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

static bool reads(const IndexExprPtr &expr, const Strata::Access &access) {
  bool found = false;
  walk(expr, [&](const IndexExprPtr &e) {
    found |= e->kind == Strata::IndexExpr::Kind::access &&
             accessKey(e->access) == accessKey(access);
  });
  return found;
}

/// Whether all rows have something at the coordinate of \p variable; null: there is none
/// to ask. Without it nothing is computed, whether its values are read or not.
Value PositionEmitter::lookUp(const std::string &variable, LoopContext &context) {
  Value all;
  for (const KeptFibre &kept : statement->kept) {
    const auto row = context.kept.find(kept.row.tensor);
    if (kept.variable() != variable || row == context.kept.end())
      continue;
    auto found = pos::LookupOp::create(b, loc, b.getI1Type(), b.getIndexType(),
                                       row->second.worklist,
                                       context.coordinates.at(variable));
    row->second.place = found.getPlace();
    all = all ? arith::AndIOp::create(b, loc, all, found.getFound()).getResult()
              : found.getFound();
  }
  return all;
}

/// Whether \p block may run where nothing was found: it reads what is stored, or a row, and
/// computes.
static bool mayRunAnyway(Block &block) {
  return llvm::all_of(block.without_terminator(), [](Operation &op) {
    return isa<pos::KeptOp, pos::ValueOp>(op) || (op.getNumRegions() == 0 && isPure(&op));
  });
}

/// What \p there results in, by a select: whether something is found cannot be predicted,
/// and sums without a branch are added up as those of other loops.
static Value withoutBranch(OpBuilder &b, scf::IfOp there) {
  Block *block = there.thenBlock();
  for (Operation &op : llvm::make_early_inc_range(block->without_terminator()))
    op.moveBefore(there);
  b.setInsertionPoint(there);
  Value next = arith::SelectOp::create(b, there.getLoc(), there.getCondition(),
                                       there.thenYield().getOperand(0),
                                       there.elseYield().getOperand(0));
  there.erase();
  return next;
}

Value PositionEmitter::emitWhereKept(const std::string &variable, const IndexExprPtr &expr,
                                     LoopContext &context, Value accumulator,
                                     EmitCase body) {
  Value found = lookUp(variable, context);
  looksUp = bool(found);
  if (!found)
    return emitKeeping(variable, expr, context, accumulator, body);
  const TypeRange types =
      accumulator ? TypeRange(accumulator.getType()) : TypeRange();
  auto there = scf::IfOp::create(b, loc, types, found, /*withElseRegion=*/bool(accumulator));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(there.thenBlock());
  Value next = emitKeeping(variable, expr, context, accumulator, body);
  if (!accumulator)
    return Value();
  scf::YieldOp::create(b, loc, next);
  b.setInsertionPointToStart(there.elseBlock());
  scf::YieldOp::create(b, loc, accumulator);
  if (mayRunAnyway(*there.thenBlock()))
    return withoutBranch(b, there);
  return there.getResult(0);
}

/// With the rows that the case of the loop over \p variable writes for the loops inside.
Value PositionEmitter::emitKeeping(const std::string &variable, IndexExprPtr expr,
                                   LoopContext &context, Value accumulator,
                                   EmitCase body) {
  SmallVector<Value> rows;
  for (const KeptFibre &kept : statement->kept)
    if (kept.after == variable && !measures && reads(expr, kept.access)) {
      rows.push_back(writeRow(kept, context));
      expr = readingRow(kept, expr);
    }
  Value next = body(expr, context, accumulator);
  for (Value row : llvm::reverse(rows))
    pos::ClearOp::create(b, loc, row);
  return next;
}

Value PositionEmitter::writeRow(const KeptFibre &kept, LoopContext &context) {
  auto tensor = [&](const std::string &name) { return notation.values().lookup(name); };
  if (!context.coordinates.count(slotVariable))
    context.coordinates[slotVariable] = pos::SlotOp::create(b, loc, b.getIndexType());
  Value row = pos::WorklistOp::create(
      b, loc, pos::WorklistType::get(b.getContext()), tensor(kept.row.tensor),
      tensor(kept.marks), tensor(kept.list), context.coordinates[slotVariable], Value(),
      Value());
  const Strata::ScalarType type = notation.tensors().at(kept.access.tensor).scalar;
  const std::optional<Number> absent = caseAbsent;
  const bool all = visitsAll, lookup = looksUp, cut = std::exchange(cutNext, false);
  emitLoop(kept.variable(), Strata::make_access(kept.access, type),
           Strata::Impl::zero(type, true), context, nullptr, false,
           [&](const IndexExprPtr &present, LoopContext &inner, Value) {
             Value value = evaluate(present, inner).value;
             pos::ScatterOp::create(b, loc, value, row,
                                    inner.coordinates.at(kept.variable()), StringAttr(),
                                    Value());
             return Value();
           });
  caseAbsent = absent;
  visitsAll = all;
  cutNext = cut;
  looksUp = lookup;
  context.kept[kept.row.tensor] = {row, Value()};
  return row;
}

} // namespace strata
