// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Literals, and what is computed from nothing else.
#include "strata/Analysis/ExprUtils.h"

#include <impl/Strata_OperatorAlgebra.hpp>

#include <algorithm>
#include <cmath>

namespace strata {

using Strata::Operator;
using Strata::Impl::Number;
using Kind = IndexExpr::Kind;

static bool isFinite(const Number &n) {
  return std::isfinite(n.z.real()) && std::isfinite(n.z.imag());
}

/// The value of \p e, whose arguments are literals.
static Number valueOf(const IndexExpr &e) {
  std::vector<Number> args;
  for (const IndexExprPtr &arg : e.args)
    args.push_back(Strata::Impl::number_of(*arg));
  return e.kind == Kind::cast
             ? Strata::Impl::convert(args[0], e.type)
             : Strata::Impl::apply(e.op, e.type, args.data(),
                                   static_cast<int>(args.size()));
}

IndexExprPtr withFoldedLiterals(const IndexExprPtr &expr) {
  return rewrite(expr, [](IndexExprPtr e) {
    const bool isComputed =
        e->kind == Kind::cast ||
        (e->kind == Kind::apply && e->op != Operator::stored &&
         e->op != Operator::any);
    if (!isComputed ||
        !std::all_of(e->args.begin(), e->args.end(), [](const auto &arg) {
          return arg->kind == Kind::literal && !arg->absent;
        }))
      return e;
    const Number value = valueOf(*e);
    return isFinite(value) ? Strata::Impl::literal_of(value, e->where) : e;
  });
}

} // namespace strata
