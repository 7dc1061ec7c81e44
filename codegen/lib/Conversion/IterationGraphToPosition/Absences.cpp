// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a value when it runs: whether it is there, and what it is if not.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Dialect/ScalarTypes.h"

#include <algorithm>

using namespace mlir;
using Strata::Operator;

namespace strata {

/// Where both of two conditions hold; null: always.
static Value bothOf(OpBuilder &b, Location loc, Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return arith::AndIOp::create(b, loc, x, y);
}

static bool isLiteral(const Strata::IndexExprPtr &e) {
  return e->kind == Strata::IndexExpr::Kind::literal;
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

/// What is left of an operator whose \p arg is absent, all others being literals.
static std::optional<Number> leftOf(const Strata::IndexExpr &expr, size_t arg,
                                    const Number &absent) {
  SmallVector<Number> numbers;
  for (size_t k = 0; k < expr.args.size(); ++k) {
    if (k != arg && !isLiteral(expr.args[k]))
      return std::nullopt;
    numbers.push_back(k == arg ? absent
                               : Strata::Impl::from_literal(
                                     expr.args[k]->type, expr.args[k]->literal));
  }
  return Strata::Impl::apply(expr.op, expr.type, numbers.data(),
                             static_cast<int>(numbers.size()));
}

void PositionEmitter::addAbsence(Absences &absences, Value present,
                                 const Number &value) {
  const auto same = llvm::find_if(absences, [&](const Absence &a) {
    return Strata::Impl::equals(a.value, value);
  });
  if (same == absences.end())
    absences.push_back({present, value});
  else
    same->present = bothOf(b, loc, same->present, present);
}

Value PositionEmitter::presentUnless(const Computed &computed,
                                     const Number &background) {
  Value present;
  for (const Absence &absence : computed.absences)
    if (Strata::Impl::equals(
            Strata::Impl::convert(absence.value, background.type), background))
      present = bothOf(b, loc, present, absence.present);
  return present;
}

Value PositionEmitter::present(const Computed &computed) {
  Value present;
  for (const Absence &absence : computed.absences)
    present = bothOf(b, loc, present, absence.present);
  return present;
}

Value PositionEmitter::truth(Value present) {
  return present ? present
                 : arith::ConstantOp::create(b, loc, b.getIntegerAttr(
                                                         b.getI1Type(), 1));
}

bool PositionEmitter::asksPresence() const {
  return assembles() || strata::asksPresence(statement->rhs);
}

Value PositionEmitter::unlessAnnihilated(Value value,
                                         const Strata::IndexExpr &expr,
                                         ArrayRef<Computed> args) {
  if (args.size() != 2 ||
      !mayAnnihilate(*withArgs(expr, {asWritten(expr.args[0]), asWritten(expr.args[1])})))
    return value;
  for (const bool first : {true, false}) {
    if (isLiteral(expr.args[first ? 1 : 0]))
      continue;
    for (const Absence &absence : args[first ? 0 : 1].absences) {
      const auto none = annihilated(expr, first ? &absence.value : nullptr,
                                    first ? nullptr : &absence.value);
      if (!none)
        continue;
      Value absent = arithmetic.literal(*Strata::Impl::literal_of(
          Strata::Impl::convert(*none, expr.type)));
      value = arith::SelectOp::create(b, loc, absence.present, value, absent);
    }
  }
  return value;
}

void PositionEmitter::tellWhatFactorsSay(const Strata::IndexExpr &expr,
                                         MutableArrayRef<Computed> args) {
  if (args.size() != 2)
    return;
  for (const bool first : {true, false}) {
    const auto &e = expr.args[first ? 0 : 1], &other = expr.args[first ? 1 : 0];
    Computed &arg = args[first ? 0 : 1];
    if (!arg.isStructure || !arg.absences.empty() || isLiteral(e) ||
        isLiteral(other) || args[first ? 1 : 0].isStructure)
      continue;
    const Number none = Strata::Impl::zero(e->type, true);
    if (!annihilated(expr, first ? &none : nullptr, first ? nullptr : &none))
      continue;
    Value holds =
        arithmetic.cast(arg.value, e->type, Strata::ScalarType::boolean);
    arg.absences.push_back({holds, none});
  }
}

static const Absence *absenceOf(const Absences &absences, const Number &value) {
  const auto found = llvm::find_if(absences, [&](const Absence &a) {
    return Strata::Impl::equals(a.value, value);
  });
  return found == absences.end() ? nullptr : &*found;
}

/// What select() makes where structure decides: absent where it chooses something
/// absent, or is false and chooses a literal.
Absences PositionEmitter::selected(const Strata::IndexExpr &expr,
                                   ArrayRef<Computed> args) {
  if (!args[0].isStructure)
    return {};
  Value condition = args[0].value;
  Absences rest = args[2].absences, out;
  if (rest.empty() && isLiteral(expr.args[2])) {
    Number number =
        Strata::Impl::from_literal(expr.type, expr.args[2]->literal);
    number.absent = true;
    number.constant = false;
    rest.push_back({nullptr, number});
  }
  for (const Absence &absence : rest) {
    const Absence *same = absenceOf(args[1].absences, absence.value);
    Value first = same ? same->present : Value();
    Value present =
        absence.present ? arith::SelectOp::create(b, loc, condition, truth(first),
                                                  absence.present)
                              .getResult()
                        : bothOf(b, loc, condition, first);
    out.push_back({present, absence.value});
  }
  for (const Absence &absence : args[1].absences)
    if (!absenceOf(rest, absence.value))
      out.push_back({arith::SelectOp::create(b, loc, condition, absence.present,
                                             truth(nullptr)),
                     absence.value});
  return out;
}

/// or(stored(e), p(e)) with p false where e is absent: stored(e), and structure as that.
static bool asksWhatIsStored(const Strata::IndexExpr &expr,
                             ArrayRef<Computed> args) {
  if (expr.op != Operator::logical_or || !args[0].isStructure ||
      args[1].absences.size() != 1 || args[1].absences[0].value.i != 0)
    return false;
  const Strata::IndexExpr &stored = *expr.args[0], &p = *expr.args[1];
  return stored.op == Operator::stored && p.kind == Strata::IndexExpr::Kind::apply &&
         Strata::to_string(*stored.args[0]) == Strata::to_string(*p.args[0]) &&
         isLiteral(p.args.back());
}

/// Of an operator of which one argument may be absent.
Absences PositionEmitter::absencesOfOne(const Strata::IndexExpr &expr,
                                        const Absences &absences, size_t arg) {
  Absences out;
  for (const Absence &absence : absences) {
    auto left = leftOf(expr, arg, absence.value);
    if (!left && expr.args.size() == 2)
      left = annihilated(expr, arg == 0 ? &absence.value : nullptr,
                         arg == 1 ? &absence.value : nullptr);
    if (left)
      addAbsence(out, absence.present, *left);
  }
  return out;
}

/// Of an operator both arguments of which may be absent: what annihilates, whatever the
/// other one is, and what is left where neither is there.
Absences PositionEmitter::absencesOfBoth(const Strata::IndexExpr &expr,
                                         const Absences &xs,
                                         const Absences &ys) {
  auto without = [&](const Absence &x, const Absence &y) {
    const Number both[] = {x.value, y.value};
    return Strata::Impl::apply(expr.op, expr.type, both, 2);
  };
  auto alone = [&](const Absence *x, const Absence *y) {
    auto none = annihilated(expr, x ? &x->value : nullptr, y ? &y->value : nullptr);
    const bool agrees = none && llvm::all_of(x ? ys : xs, [&](const Absence &other) {
      return Strata::Impl::equals(*none, x ? without(*x, other) : without(other, *y));
    });
    return agrees ? none : std::nullopt;
  };
  Absences out;
  for (const Absence &x : xs)
    if (const auto none = alone(&x, nullptr))
      addAbsence(out, x.present, *none);
  for (const Absence &y : ys)
    if (const auto none = alone(nullptr, &y))
      addAbsence(out, y.present, *none);
  for (const Absence &x : xs)
    for (const Absence &y : ys)
      if (!alone(&x, nullptr) && !alone(nullptr, &y))
        addAbsence(out, arith::OrIOp::create(b, loc, x.present, y.present),
                   without(x, y));
  return out;
}

Computed PositionEmitter::combine(const Strata::IndexExpr &expr,
                                  ArrayRef<Computed> args) {
  if (expr.op == Operator::select)
    return {nullptr, selected(expr, args)};
  if (asksWhatIsStored(expr, args) ||
      llvm::all_of(llvm::zip(expr.args, args), [](auto pair) {
        return std::get<1>(pair).isStructure || isLiteral(std::get<0>(pair));
      }))
    return {nullptr, {}, true};
  const Absences &xs = args[0].absences, &ys = args.back().absences;
  if (args.size() == 1 || ys.empty())
    return {nullptr, absencesOfOne(expr, xs, 0)};
  if (xs.empty())
    return {nullptr, absencesOfOne(expr, ys, 1)};
  return {nullptr, absencesOfBoth(expr, xs, ys)};
}

} // namespace strata
