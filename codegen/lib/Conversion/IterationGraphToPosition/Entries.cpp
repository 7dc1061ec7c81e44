// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results: which entries of a result a statement makes.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/Windows.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>

#include <algorithm>

using namespace mlir;
using Strata::Operator;

namespace strata {

bool PositionEmitter::assembles() const {
  return !notation.tensors().at(statement->lhs.tensor).format.is_dense();
}

/// Refuses a loop over a level of the result before those over the levels above.
static void checkAscending(const TensorPath &path, const std::string &variable,
                           int entries) {
  const auto first = path.variables.begin();
  if (std::find(first, first + entries, variable) != first + entries)
    return;
  throw Strata::UnsupportedExpression(
      "compile: " + path.access + " is assembled level by level: expected the "
      "loop over '" + path.variables[entries] + "' before that over '" +
      variable + "'; order the loops as the levels are, or list the entries");
}

void PositionEmitter::openEntries(LoopContext &context,
                                  const std::string &variable,
                                  bool everywhere) {
  const Strata::Access &lhs = statement->lhs;
  if (!assembles() || !usesVariable(lhs, variable))
    return;
  const TensorPath path =
      tensorPath(lhs, notation.tensors().at(lhs.tensor).format);
  Value tensor = notation.values().lookup(lhs.tensor);
  const auto levels = static_cast<int>(path.variables.size());
  const auto indices =
      indicesByLevel(lhs, notation.tensors().at(lhs.tensor).format);
  for (; context.entries < levels; ++context.entries) {
    const std::string &coordinate = path.variables[context.entries];
    auto bound = context.coordinates.find(coordinate);
    if (bound == context.coordinates.end())
      return checkAscending(path, variable, context.entries);
    const Strata::IndexArg &index = indices[context.entries];
    Value at = coordinateOf(index, bound->second);
    auto entry = pos::EntryOp::create(
        b, loc, tensor, context.entries, at,
        everywhere && !index.is_restricted(), context.atBegin, context.atEnd);
    b.setInsertionPointToStart(&entry.getBody().emplaceBlock());
    everywhere = false; // of a level whose coordinate this one gives as well
  }
}

void PositionEmitter::emitInsert(Computed value, LoopContext &context) {
  Value present = insertsRow ? Value() : presentUnless(value, background());
  Value tensor = notation.values().lookup(statement->lhs.tensor), carry, part;
  if (context.resumes) {
    carry = notation.values().lookup(statement->carry);
    part = context.coordinates.at(carryVariable);
  }
  pos::InsertOp::create(b, loc, value.value, tensor, present, carry, part);
}

Value PositionEmitter::startFlag() {
  return pos::FlagOp::create(b, loc, pos::FlagType::get(b.getContext()));
}

/// Of a flag that every iteration sets before it tests it.
static void eraseFlag(Value flag) {
  for (Operation *user : llvm::make_early_inc_range(flag.getUsers())) {
    if (isa<pos::TestOp>(user)) {
      OpBuilder b(user);
      Value set =
          arith::ConstantIntOp::create(b, user->getLoc(), /*value=*/1, /*width=*/1);
      user->getResult(0).replaceAllUsesWith(set);
    }
    user->erase();
  }
  flag.getDefiningOp()->erase();
}

Value PositionEmitter::finishFlag(Value flag, Value total, bool everyIteration,
                                  bool everyCoordinate) {
  auto loop = total ? total.getDefiningOp<pos::CoiterateOp>() : nullptr;
  if (loop && everyIteration && everyCoordinate) {
    eraseFlag(flag);
    return nullptr;
  }
  if (loop && everyIteration && loop.getIterators().size() == 1) {
    eraseFlag(flag);
    return pos::NonemptyOp::create(b, loc, b.getI1Type(),
                                   loop.getIterators()[0]);
  }
  return pos::TestOp::create(b, loc, b.getI1Type(), flag);
}

} // namespace strata
