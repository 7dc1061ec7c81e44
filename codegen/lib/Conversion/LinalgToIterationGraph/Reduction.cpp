// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reduction.h"

#include "Refusal.h"
#include "ScalarOps.h"

#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

using Strata::Combiner;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

namespace strata {

IndexExprPtr addTerms(const IndexExprPtr &x, const IndexExprPtr &y) {
  if (y->kind == Kind::apply && y->op == Operator::neg)
    return Strata::make_apply(Operator::sub, {x, y->args[0]}, x->type);
  return Strata::make_apply(Operator::add, {x, y}, x->type);
}

IndexExprPtr Reduction::applied(const IndexExprPtr &total,
                                const IndexExprPtr &term) const {
  auto e = std::make_shared<IndexExpr>(
      *Strata::make_apply(op, {total, term}, total->type));
  e->combiner = combiner;
  return e;
}

IndexExprPtr Reduction::combined(const IndexExprPtr &total,
                                 const IndexExprPtr &term) const {
  if (combiner)
    return Strata::Impl::substitute(
        combiner->body, {{combiner->total, total}, {combiner->term, term}});
  return op == Operator::add ? addTerms(total, term) : applied(total, term);
}

IndexExprPtr Reduction::over(const std::string &variable,
                             const IndexExprPtr &body) const {
  return combiner ? Strata::make_reduce(combiner, variable, body, body->type)
                  : Strata::make_reduce(op, variable, body, body->type);
}

static bool isNumber(const IndexExprPtr &e,
                     const Strata::Impl::Number &number) {
  return e->kind == Kind::literal &&
         Strata::Impl::equals(Strata::Impl::number_of(*e), number);
}

bool Reduction::isNeutral(const IndexExprPtr &e) const {
  if (combiner)
    return isNumber(e, Strata::Impl::constant_of(*combiner->identity, e->type));
  return op == Operator::add ? isZero(e)
                             : isNumber(e, Strata::Impl::identity(op, e->type));
}

bool Reduction::leavesZero(ScalarType type) const {
  return isNeutral(Strata::make_literal(0.0, type));
}

/// Conjunction is the product of bools.
static std::optional<Operator> reducing(Operator op, ScalarType type) {
  switch (op) {
  case Operator::mul:
    return type == ScalarType::boolean ? Operator::logical_and : Operator::mul;
  case Operator::add:
  case Operator::max:
  case Operator::min:
  case Operator::logical_or:
  case Operator::logical_and:
    return op;
  default:
    return std::nullopt;
  }
}

std::optional<Reduction> reductionAt(const IndexExprPtr &application) {
  if (application->kind != Kind::apply)
    return std::nullopt;
  if (application->combiner)
    return Reduction{Operator::combine, application->combiner};
  if (auto op = reducing(application->op, application->type))
    return Reduction{*op, nullptr};
  return std::nullopt;
}

/// True for an operator on both arguments, in either order.
static bool appliesToBoth(const IndexExprPtr &body) {
  return body->args.size() == 2 && body->args[0]->kind == Kind::argument &&
         body->args[1]->kind == Kind::argument &&
         body->args[0]->variable != body->args[1]->variable;
}

Reduction reductionOf(mlir::Operation *op, const IndexExprPtr &body,
                      const IndexExprPtr &identity) {
  if (auto named = reductionAt(body); named && appliesToBoth(body)) {
    if (named->isNeutral(identity))
      return *named;
    const auto neutral = Strata::Impl::identity(named->op, body->type);
    refuse(op, "identity",
           Strata::to_string(*Strata::Impl::stored_literal_of(neutral)) +
               ", which leaves the other argument of the region alone",
           Strata::to_string(*identity),
           "combine it with the initial value of the result");
  }
  return {Operator::combine, std::make_shared<const Combiner>(
                                 Combiner{"x", "y", body, identity, nullptr})};
}

} // namespace strata
