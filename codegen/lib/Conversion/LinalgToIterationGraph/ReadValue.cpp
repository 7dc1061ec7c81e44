// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where values are there: select over stored, as operators of users are made.
#include "ReadValue.h"

#include "strata/Analysis/ExprUtils.h"

#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

namespace strata {

static IndexExprPtr truth(Operator op, std::vector<IndexExprPtr> args) {
  return Strata::make_apply(op, std::move(args), ScalarType::boolean);
}

IndexExprPtr zeroOf(ScalarType type) {
  if (type == ScalarType::boolean)
    return Strata::make_literal(false, type);
  if (Strata::is_integer(type))
    return Strata::make_literal(std::int64_t{0}, type);
  if (Strata::is_complex(type))
    return Strata::make_literal(std::complex<double>(0), type);
  return Strata::make_literal(0.0, type);
}

IndexExprPtr storedOf(const IndexExprPtr &e) {
  return e->kind == Kind::cast ? storedOf(e->args[0])
                               : truth(Operator::stored, {e});
}

IndexExprPtr never() {
  static const IndexExprPtr condition = zeroOf(ScalarType::boolean);
  return condition;
}

IndexExprPtr bothOf(const IndexExprPtr &a, const IndexExprPtr &b) {
  if (!a || a == b || b == never())
    return b;
  return !b || a == never() ? a : truth(Operator::logical_and, {a, b});
}

IndexExprPtr eitherOf(const IndexExprPtr &a, const IndexExprPtr &b) {
  if (!a || a == b || b == never())
    return a;
  return !b || a == never() ? b : truth(Operator::logical_or, {a, b});
}

static IndexExprPtr select(const IndexExprPtr &where, const IndexExprPtr &value,
                           const IndexExprPtr &otherwise) {
  return Strata::make_apply(Operator::select, {where, value, otherwise},
                            value->type);
}

IndexExprPtr guarded(const IndexExprPtr &where, const IndexExprPtr &value,
                     const IndexExprPtr &otherwise) {
  const bool isGuarded = value->kind == Kind::apply &&
                         value->op == Operator::select &&
                         value->args[0] == where;
  return select(where, isGuarded ? value->args[1] : value, otherwise);
}

ReadValue onlyWhere(const IndexExprPtr &where, const IndexExprPtr &value) {
  return {where ? guarded(where, value, zeroOf(value->type)) : value, where};
}

/// \p a where \p condition holds, else \p b, where there are both of them.
static IndexExprPtr pick(const IndexExprPtr &condition, const IndexExprPtr &a,
                         const IndexExprPtr &b) {
  return !b ? a : !a ? b : select(condition, a, b);
}

/// The region of the cases that there are, by the names that regions have.
static IndexExprPtr regionOf(const IndexExprPtr &left,
                             const IndexExprPtr &right,
                             const PresenceCases &cases) {
  const int number =
      (cases.both ? 1 : 0) + (cases.left ? 2 : 0) + (cases.right ? 4 : 0);
  static constexpr const char *names[] = {"",     "intersection", "left_only",
                                          "left", "right_only",   "right",
                                          "xor",  "union"};
  const IndexExprPtr region =
      rewrite(Strata::Impl::named_region(names[number], {"x", "y"}),
              [](const IndexExprPtr &e) {
                return e->kind == Kind::apply ? truth(e->op, e->args) : e;
              });
  return Strata::Impl::substitute(region, {{"x", left}, {"y", right}});
}

/// The same where one of the operands is there everywhere.
static IndexExprPtr regionOfOne(const IndexExprPtr &operand, bool inside,
                                bool outside) {
  if (!operand || (inside && outside))
    return nullptr;
  return inside ? operand : truth(Operator::logical_not, {operand});
}

std::optional<ReadValue> byPresence(const IndexExprPtr &left,
                                    const IndexExprPtr &right,
                                    PresenceCases cases) {
  if (!right)
    cases.left = nullptr;
  if (!left)
    cases.right = nullptr;
  const IndexExprPtr value =
      pick(left, pick(right, cases.both, cases.left), cases.right);
  if (!value)
    return std::nullopt;
  if (left && right)
    return onlyWhere(regionOf(left, right, cases), value);
  return onlyWhere(regionOfOne(left ? left : right, cases.both != nullptr,
                               cases.left || cases.right),
                   value);
}

} // namespace strata
