// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries of a result that are scattered to a worklist, row by row, and how large
// one has to be that is a hash table.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/Roles.h"
#include "strata/Dialect/ScalarTypes.h"

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

void PositionEmitter::emitWorklist(IndexExprPtr expr, LoopContext context) {
  auto tensor = [&](const std::string &name) {
    return notation.values().lookup(name);
  };
  const std::string &variable = scattered();
  Value bound, extent;
  if (!statement->bounds.empty()) {
    bound = boundOf(statement->workspaceDepth, expr, context);
    extent = extentOf(variable);
  }
  Value slot = pos::SlotOp::create(b, loc, b.getIndexType());
  worklist = pos::WorklistOp::create(
      b, loc, pos::WorklistType::get(b.getContext()),
      tensor(statement->workspace->tensor), tensor(statement->marks),
      tensor(statement->list), slot, bound, extent);
  emitLoops(statement->workspaceDepth, expr, context);
  auto drain = pos::DrainOp::create(b, loc, variable,
                                    std::exchange(worklist, nullptr));
  OpBuilder::InsertionGuard guard(b);
  Block &body = drain.getBody().emplaceBlock();
  const Strata::ScalarType type =
      notation.tensors().at(statement->lhs.tensor).scalar;
  context.coordinates[variable] = body.addArgument(b.getIndexType(), loc);
  Value value = body.addArgument(valueType(b.getContext(), type), loc);
  b.setInsertionPointToStart(&body);
  openEntries(context, variable, false);
  emitInsert({value}, context);
}

void PositionEmitter::emitBounds(StringRef label) {
  measures = true;
  emitLoops(0, statement->rhs,
            openLaunch(label + "::bound", Value(), b.getStringAttr("count")));
  measures = false;
  b.setInsertionPointAfter(launch);
  auto tensor = [&](const std::string &name) {
    return notation.values().lookup(name);
  };
  const IndexedDimension sized = dimensionOf(scattered());
  pos::ReserveOp::create(b, loc, tensor(statement->bounds), sized.tensor,
                         sized.dimension,
                         ValueRange{tensor(statement->workspace->tensor),
                                    tensor(statement->marks),
                                    tensor(statement->list)});
}

/// The greatest of the piece so far.
void PositionEmitter::storeBound(const IndexExprPtr &expr,
                                 LoopContext &context) {
  Strata::Access access;
  access.tensor = statement->bounds;
  access.indices.emplace_back();
  access.indices.back().variable = cutVariable;
  context.coordinates[cutVariable] = launch.getBody().getArgument(0);
  const AccessState &bounds = stateOf(access, context);
  const Type type = valueType(b.getContext(), Strata::ScalarType::u64);
  Value bound = boundOf(statement->workspaceDepth, expr, context);
  Value old = pos::ValueOp::create(b, loc, type, bounds.tensor, bounds.first,
                                   bounds.last);
  Value known = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), old);
  Value most = arith::MaxUIOp::create(b, loc, known, bound);
  Value wide = arith::IndexCastUIOp::create(b, loc, type, most);
  pos::StoreOp::create(b, loc, wide, bounds.tensor, bounds.first, false, false,
                       StringAttr(), Value());
}

Value PositionEmitter::boundOf(size_t depth, const IndexExprPtr &expr,
                               LoopContext &context) {
  const std::string &variable = statement->loops[depth];
  if (variable != scattered()) {
    Value sum = emitLoop(variable, expr, background(), context, index(0),
                         false,
                         [&](const IndexExprPtr &present, LoopContext &inner,
                             Value before) -> Value {
                           Value more = boundOf(depth + 1, present, inner);
                           return arith::AddIOp::create(b, loc, before, more);
                         });
    return sum ? sum : index(0);
  }
  const MergeLattice lattice = latticeOf(
      expr, variable, notation.tensors(), background());
  Value length = index(0);
  if (lattice.empty())
    return length;
  for (Value it : iterators(variable, expr, lattice, context)) {
    Value more = pos::LengthOp::create(b, loc, b.getIndexType(), it);
    length = arith::AddIOp::create(b, loc, length, more);
  }
  return length;
}

} // namespace strata
