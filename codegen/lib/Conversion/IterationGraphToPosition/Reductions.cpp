// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions inside of the loops over the result.
#include "PositionEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/Absence.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Roles.h"

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

namespace strata {

/// What absent terms that read \p term reduce to, if that is known.
static std::optional<Number> restOf(const IndexExpr &reduction,
                                    const std::optional<Number> &term) {
  return term ? absentReduction(reduction, *term) : std::nullopt;
}

Computed PositionEmitter::evaluateReduction(const IndexExpr &reduction,
                                            LoopContext &context) {
  const ScalarType type = reduction.type;
  const IndexExprPtr body = hoistAhead(reduction, context);
  const Number identity = startOf(reduction);
  Value init = arithmetic.literal(*Strata::Impl::literal_of(identity));
  Value flag = asksPresence() ? startFlag() : Value();
  std::optional<Number> rest; // where there was not
  bool certain = true, everyIteration = true;
  Value until = endsEarly(reduction) ? startFlag() : Value();
  Value total = emitLoop(
      reduction.variable, body, identity, context, init, false,
      [&](const IndexExprPtr &present, LoopContext &inner, Value sum) {
        certain &= visitsAll;
        const bool mayBeMissing = looksUp;
        std::optional<Number> none = restOf(reduction, caseAbsent);
        const bool isRest = none.has_value();
        Computed computed = evaluate(present, inner);
        for (const Absence &absence : computed.absences)
          none = none ? none : restOf(reduction, absence.value);
        rest = rest ? rest : none;
        const bool mayBeRest = none && Strata::Impl::equals(*none, *rest);
        Value isThere = presentUnless(computed, mayBeRest ? *rest : identity);
        everyIteration &= !isThere && !isRest && !mayBeMissing;
        if (flag && !isRest)
          pos::SetOp::create(b, loc, flag, isThere);
        if (isRest && reduction.op == Strata::Operator::any)
          return sum;
        computed.value = arithmetic.cast(computed.value, present->type, type);
        return addTerm(reduction, computed, sum, until, flag);
      },
      until);
  if (!total)
    total = init;
  // Of what is stored, every case is told by what is absent: none is without a coordinate.
  if (rest && !pinnedTo(reduction.variable) && !isStructure(*reduction.args[0]) &&
      !Strata::Impl::equals(*rest, identity))
    total = orOfNothing(total, reduction, *rest);
  if (!flag)
    return {total};
  Value any = finishFlag(flag, total, everyIteration, certain);
  if (!any)
    return {total};
  return {total, {{any, rest.value_or(identity)}}};
}

/// What is reduced, with what is the same in every iteration computed already. A loop over a
/// pinned variable runs once at most, and each piece would compute it for one that is cut.
IndexExprPtr PositionEmitter::hoistAhead(const IndexExpr &reduction,
                                         LoopContext &context) {
  const IndexExprPtr &body = reduction.args[0];
  return cutNext || pinnedTo(reduction.variable) ? body : hoist(body, context);
}

/// What there is without any term. Any term of several is one that is absent, if all
/// of them are.
Number PositionEmitter::startOf(const IndexExpr &reduction) const {
  const Number identity = Strata::Impl::identity(reduction);
  if (reduction.op != Strata::Operator::any)
    return identity;
  const Remainder none =
      whereNothingIsStored(asWritten(reduction.args[0]), notation.tensors());
  return none.absent() ? Strata::Impl::convert(*none.absent(), reduction.type)
                       : identity;
}

Value PositionEmitter::addTerm(const IndexExpr &reduction, const Computed &term,
                               Value total, Value until, Value flag) {
  const ScalarType type = reduction.type;
  if (reduction.op == Strata::Operator::any) {
    Value isThere = present(term);
    pos::SetOp::create(b, loc, until, isThere);
    return isThere ? arith::SelectOp::create(b, loc, isThere, term.value, total)
                         .getResult()
                   : term.value;
  }
  Value next = arithmetic.combine(reduction, total, term.value);
  if (until) {
    const auto last = Strata::Impl::annihilator(reduction);
    Value end = arithmetic.literal(*Strata::Impl::literal_of(*last));
    Value settled = arithmetic.equal(next, end, type);
    // Whether one of the terms is there is not settled with the total.
    if (flag)
      settled = arith::AndIOp::create(
          b, loc, settled, pos::TestOp::create(b, loc, b.getI1Type(), flag));
    pos::SetOp::create(b, loc, until, settled);
  }
  return next;
}

/// Absent terms reduce to \p rest, also where the extent is 0.
Value PositionEmitter::orOfNothing(Value total, const IndexExpr &reduction,
                                   const Number &rest) {
  Value extent = extentOf(reduction.variable);
  Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, extent,
                                     index(0));
  Value value = arithmetic.literal(*Strata::Impl::literal_of(rest));
  return arith::SelectOp::create(b, loc, none, value, total);
}

} // namespace strata
