// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that are cut: a piece that begins inside an entry of the result keeps what
// it has of it apart, and afterwards that is added, piece by piece, in order
// (Merrill and Garland, SC 2016, do so for the rows of a matrix).
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Dialect/ScalarTypes.h"

#include <algorithm>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;

namespace strata {

size_t PositionEmitter::rowVariables() const {
  return llvm::count_if(statement->partitioned, [&](const std::string &v) {
    return usesVariable(statement->lhs, v);
  });
}

Computed PositionEmitter::evaluatePart(const IndexExprPtr &expr,
                                       LoopContext &context) {
  if (!containsReduction(expr)) {
    Computed whole = evaluate(expr, context);
    // The piece that the entry begins in has it.
    Value nothing = arithmetic.literal(*Strata::Impl::literal_of(
        Strata::Impl::identity(statement->combiner, expr->type)));
    whole.value =
        arith::SelectOp::create(b, loc, context.resumes, nothing, whole.value);
    return whole;
  }
  const bool adds = expr->kind == IndexExpr::Kind::apply &&
                    llvm::is_contained(
                        {Operator::add, Operator::sub, Operator::neg}, expr->op);
  if (!adds)
    return evaluate(expr, context);
  SmallVector<Computed> args;
  SmallVector<Value> values;
  for (const IndexExprPtr &arg : expr->args) {
    args.push_back(evaluatePart(arg, context));
    values.push_back(args.back().value);
  }
  Computed out = combine(*expr, args);
  out.value = arithmetic.apply(*expr, values);
  return out;
}

/// The carry at the piece and the variables of a row of the result.
Strata::Access PositionEmitter::carryAccess() const {
  Strata::Access access;
  access.tensor = statement->carry;
  auto add = [&](const std::string &variable) {
    access.indices.emplace_back();
    access.indices.back().variable = variable;
  };
  add(carryVariable);
  for (const std::string &v : rowWorkspace)
    add(v);
  return access;
}

void PositionEmitter::storePart(Value value, LoopContext &context) {
  const AccessState &part = stateOf(carryAccess(), context);
  pos::StoreOp::create(b, loc, value, part.tensor, part.first, false, false,
                       StringAttr(), context.resumes);
}

void PositionEmitter::emitCarries(StringRef label) {
  OpBuilder::InsertionGuard guard(b);
  const bool atomic = statement->atomicCarry;
  const auto race =
      atomic ? Strata::RaceStrategy::atomics : Strata::RaceStrategy::none;
  launch = pos::LaunchOp::create(b, loc, (label + "::carry").str(), Value(),
                                 IntegerAttr(), IntegerAttr(), atomic,
                                 nameOf(race), {}, Value(),
                                 b.getStringAttr("values"));
  Block &body = launch.getBody().emplaceBlock();
  body.addArguments({b.getIndexType(), b.getIndexType()}, {loc, loc});
  b.setInsertionPointToStart(&body);
  LoopContext context;
  std::vector<std::string> loops{carryVariable};
  loops.insert(loops.end(), rowWorkspace.begin(), rowWorkspace.end());
  emitCarryLoops(loops, context);
}

/// Every piece: of a parallel launch, they are its units.
Value PositionEmitter::allPieces() {
  const Type type = pos::IteratorType::get(b.getContext());
  Value carry = notation.values().lookup(statement->carry);
  if (!statement->atomicCarry)
    return pos::UniverseOp::create(
        b, loc, type, index(0),
        pos::ExtentOp::create(b, loc, b.getIndexType(), carry, 0));
  launch.getTensorMutable().assign(carry);
  launch.setDimension(0);
  Block &body = launch.getBody().front();
  return pos::UniverseOp::create(b, loc, type, body.getArgument(0),
                                 body.getArgument(1));
}

/// Loops over every coordinate of the variables, then the addition.
void PositionEmitter::emitCarryLoops(ArrayRef<std::string> variables,
                                     LoopContext &context) {
  if (variables.empty())
    return addCarry(context);
  const std::string &variable = variables.front();
  const bool overPieces = variable == carryVariable;
  Value all = overPieces
                  ? allPieces()
                  : pos::UniverseOp::create(
                        b, loc, pos::IteratorType::get(b.getContext()), index(0),
                        extentOf(variable));
  auto loop = pos::CoiterateOp::create(b, loc, TypeRange(), variable, all,
                                       SmallVector<int64_t>{1}, ValueRange(), Value(), false,
                                       StringAttr(), StringAttr(), 1);
  OpBuilder::InsertionGuard guard(b);
  Block &body = loop.getCases()[0].emplaceBlock();
  context.coordinates[variable] = body.addArgument(b.getIndexType(), loc);
  b.setInsertionPointToStart(&body);
  if (overPieces)
    beginCarry(context);
  emitCarryLoops(variables.drop_front(), context);
  pos::YieldOp::create(b, loc, ValueRange());
}

/// Where the piece begins.
void PositionEmitter::beginCarry(LoopContext &context) {
  Value cuts = notation.values().lookup(statement->cuts);
  SmallVector<Value> begin;
  for (auto [v, variable] : llvm::enumerate(statement->partitioned)) {
    begin.push_back(pos::CutOp::create(
        b, named("begin_" + variable), b.getIndexType(), cuts,
        context.coordinates.at(carryVariable), v));
    context.coordinates.emplace(variable, begin.back());
  }
  context.resumes = liesInside(begin, rowVariables());
}

void PositionEmitter::addCarry(LoopContext &context) {
  const Strata::Access part = carryAccess();
  const auto scalar = notation.tensors().at(part.tensor).scalar;
  AccessState &from = stateOf(part, context);
  Value value =
      pos::ValueOp::create(b, loc, valueType(b.getContext(), scalar), from.tensor,
                           from.first, from.last);
  Value tensor = notation.values().lookup(statement->lhs.tensor);
  Value position, condition = context.resumes;
  if (assembles()) {
    auto seam = pos::SeamOp::create(b, loc, b.getI1Type(), b.getIndexType(),
                                    tensor, context.coordinates.at(carryVariable));
    condition = seam.getOpen();
    position = seam.getPosition();
  } else {
    position = stateOf(statement->lhs, context).first;
  }
  pos::StoreOp::create(b, loc, value, tensor, position, true,
                       statement->atomicCarry, combinerName(), condition);
}

} // namespace strata
