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
  value.present = insertsRow ? Value() : presentUnless(value, background());
  Value tensor = notation.values().lookup(statement->lhs.tensor), carry, part;
  if (context.resumes) {
    carry = notation.values().lookup(statement->carry);
    part = context.coordinates.at(carryVariable);
  }
  pos::InsertOp::create(b, loc, value.value, tensor, value.present, carry,
                        part);
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

/// \p condition holds, or it is not there: always.
static Value anyOf(OpBuilder &b, Location loc, Value x, Value y) {
  if (!x || !y)
    return nullptr;
  return arith::OrIOp::create(b, loc, x, y);
}

/// What an operator makes of arguments of which only some are absent: a constant,
/// or nothing that is known.
static std::optional<Number> annihilated(const Strata::IndexExpr &expr,
                                         const Number *first,
                                         const Number *second) {
  const auto decided =
      Strata::Impl::what_absence_decides(expr.op, first, second);
  if (decided.decides != Strata::Impl::Absence::Decides::value)
    return std::nullopt;
  return decided.value;
}

/// The constant that is left where the one argument that may be absent is, if all
/// others are literals.
static std::optional<Number> leftOf(const Strata::IndexExpr &expr,
                                    ArrayRef<Computed> args) {
  SmallVector<Number> numbers;
  for (auto [arg, computed] : llvm::zip(expr.args, args)) {
    if (!computed.present && arg->kind != Strata::IndexExpr::Kind::literal)
      return std::nullopt;
    numbers.push_back(computed.present
                          ? *computed.absent
                          : Strata::Impl::from_literal(arg->type, arg->literal));
  }
  return Strata::Impl::apply(expr.op, expr.type, numbers.data(),
                             static_cast<int>(numbers.size()));
}

Value PositionEmitter::presentUnless(const Computed &computed,
                                     const Number &background) {
  const bool same =
      computed.present &&
      Strata::Impl::equals(
          Strata::Impl::convert(*computed.absent, background.type), background);
  return same ? computed.present : Value();
}

static bool isLiteral(const Strata::IndexExprPtr &e) {
  return e->kind == Strata::IndexExpr::Kind::literal;
}

bool PositionEmitter::asksPresence() const {
  return assembles() || strata::asksPresence(statement->rhs);
}

Value PositionEmitter::unlessAnnihilated(Value value,
                                         const Strata::IndexExpr &expr,
                                         ArrayRef<Computed> args) {
  if (!mayAnnihilate(expr))
    return value;
  for (const bool first : {true, false}) {
    const Computed &arg = args[first ? 0 : 1];
    if (!arg.present || isLiteral(expr.args[first ? 1 : 0]))
      continue;
    const auto none = annihilated(expr, first ? &*arg.absent : nullptr,
                                  first ? nullptr : &*arg.absent);
    if (!none)
      continue;
    Value absent = arithmetic.literal(*Strata::Impl::literal_of(
        Strata::Impl::convert(*none, expr.type)));
    value = arith::SelectOp::create(b, loc, arg.present, value, absent);
  }
  return value;
}

/// What is known when it runs of stored(e) in x * stored(e): nothing is there unless it is
/// true, and then x alone decides.
void PositionEmitter::tellWhatFactorsSay(const Strata::IndexExpr &expr,
                                         MutableArrayRef<Computed> args) {
  if (args.size() != 2)
    return;
  for (const bool first : {true, false}) {
    const auto &e = expr.args[first ? 0 : 1], &other = expr.args[first ? 1 : 0];
    Computed &arg = args[first ? 0 : 1];
    if (!arg.isStructure || arg.present || isLiteral(e) || isLiteral(other) ||
        args[first ? 1 : 0].isStructure)
      continue;
    const Number none = Strata::Impl::zero(e->type, true);
    if (!annihilated(expr, first ? &none : nullptr, first ? nullptr : &none))
      continue;
    arg.present = arithmetic.cast(arg.value, e->type, Strata::ScalarType::boolean);
    arg.absent = none;
  }
}

Value PositionEmitter::truth(Value present) {
  return present ? present
                 : arith::ConstantOp::create(b, loc, b.getIntegerAttr(
                                                         b.getI1Type(), 1));
}

/// What select() makes where structure decides: absent where it chooses something
/// absent, or is false and chooses a literal.
Computed PositionEmitter::selected(const Strata::IndexExpr &expr,
                                   ArrayRef<Computed> args) {
  const Computed &condition = args[0], &first = args[1], &second = args[2];
  const bool always = !second.present && !isLiteral(expr.args[2]);
  if (!condition.isStructure || always)
    return {};
  Number rest = second.present
                    ? *second.absent
                    : Strata::Impl::from_literal(expr.type, expr.args[2]->literal);
  rest.absent = true;
  rest.constant = false;
  const bool same =
      first.present && Strata::Impl::equals(*first.absent, rest);
  Value present = same ? first.present : Value();
  if (second.present)
    present = arith::SelectOp::create(b, loc, condition.value, truth(present),
                                      second.present);
  else
    present = present ? arith::AndIOp::create(b, loc, condition.value, present)
                            .getResult()
                      : condition.value;
  return {nullptr, present, rest};
}

/// or(stored(e), p(e)) with p false where e is absent: stored(e), and structure as that.
static bool asksWhatIsStored(const Strata::IndexExpr &expr,
                             ArrayRef<Computed> args) {
  if (expr.op != Operator::logical_or || !args[0].isStructure ||
      !args[1].present || args[1].absent->i != 0)
    return false;
  const Strata::IndexExpr &stored = *expr.args[0], &p = *expr.args[1];
  return stored.op == Operator::stored && p.kind == Strata::IndexExpr::Kind::apply &&
         Strata::to_string(*stored.args[0]) == Strata::to_string(*p.args[0]) &&
         isLiteral(p.args.back());
}

Computed PositionEmitter::combine(const Strata::IndexExpr &expr,
                                  ArrayRef<Computed> args) {
  if (expr.op == Operator::select)
    return selected(expr, args);
  if (asksWhatIsStored(expr, args) ||
      llvm::all_of(llvm::zip(expr.args, args), [](auto pair) {
        return std::get<1>(pair).isStructure || isLiteral(std::get<0>(pair));
      }))
    return {nullptr, nullptr, std::nullopt, true};
  const Computed &x = args[0], &y = args.back();
  if (!x.present && !y.present)
    return {};
  const Number *absentX = x.present ? &*x.absent : nullptr;
  const Number *absentY = y.present ? &*y.absent : nullptr;
  if (args.size() == 1 || !absentX || !absentY)
    if (auto left = leftOf(expr, args))
      return {nullptr, absentX ? x.present : y.present, left};
  const auto byX = annihilated(expr, absentX, nullptr);
  const auto byY = annihilated(expr, nullptr, absentY);
  if (absentX && absentY) {
    const Number both[] = {*absentX, *absentY};
    const Number none = Strata::Impl::apply(expr.op, expr.type, both, 2);
    const bool needsX = byX && Strata::Impl::equals(*byX, none);
    const bool needsY = byY && Strata::Impl::equals(*byY, none);
    if (needsX && needsY)
      return {nullptr,
              arith::AndIOp::create(b, loc, x.present, y.present), none};
    return {nullptr,
            needsX   ? x.present
            : needsY ? y.present
                     : anyOf(b, loc, x.present, y.present),
            none};
  }
  if (byX)
    return {nullptr, x.present, byX};
  if (byY)
    return {nullptr, y.present, byY};
  return {};
}

} // namespace strata
