// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/ExprUtils.h"

#include "strata/Analysis/Diagonals.h"

#include <algorithm>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

std::string accessKey(const Access &access) {
  std::string key = access.tensor + "(";
  for (size_t i = 0; i < access.indices.size(); ++i)
    key += (i ? "," : "") + Strata::to_string(access.indices[i]);
  return key + ")";
}

bool usesVariable(const Access &access, const std::string &variable) {
  return std::any_of(access.indices.begin(), access.indices.end(),
                     [&](const auto &arg) { return arg.variable == variable; });
}

void walk(const IndexExprPtr &expr,
          const std::function<void(const IndexExprPtr &)> &f) {
  f(expr);
  for (const IndexExprPtr &arg : expr->args)
    walk(arg, f);
}

static void collectFree(const IndexExprPtr &expr, std::set<std::string> bound,
                        std::vector<std::string> &out) {
  auto note = [&](const std::string &v) {
    if (!bound.count(v) && std::find(out.begin(), out.end(), v) == out.end())
      out.push_back(v);
  };
  if (expr->kind == Kind::access)
    for (const auto &arg : expr->access.indices) {
      note(arg.variable);
      if (const auto pinned = pinnedTo(arg.variable))
        note(*pinned);
    }
  if (expr->kind == Kind::index_value)
    note(expr->variable);
  if (expr->kind == Kind::reduce)
    bound.insert(expr->variable);
  for (const IndexExprPtr &arg : expr->args)
    collectFree(arg, bound, out);
}

std::vector<std::string> freeVariables(const IndexExprPtr &expr) {
  std::vector<std::string> out;
  collectFree(expr, {}, out);
  return out;
}

bool containsReduction(const IndexExprPtr &expr) {
  if (expr->kind == Kind::reduce)
    return true;
  return std::any_of(expr->args.begin(), expr->args.end(), containsReduction);
}

IndexExprPtr withArgs(const IndexExpr &expr, std::vector<IndexExprPtr> args) {
  auto copy = std::make_shared<IndexExpr>(expr);
  copy->args = std::move(args);
  return copy;
}

IndexExprPtr rewrite(const IndexExprPtr &expr,
                     const std::function<IndexExprPtr(IndexExprPtr)> &f) {
  std::vector<IndexExprPtr> args;
  bool changed = false;
  for (const IndexExprPtr &arg : expr->args) {
    args.push_back(rewrite(arg, f));
    changed |= args.back() != arg;
  }
  return f(changed ? withArgs(*expr, std::move(args)) : expr);
}

/// What is left of an application whose operands are `args` (null: absent).
static IndexExprPtr applyToPresent(const IndexExpr &expr,
                                   std::vector<IndexExprPtr> args) {
  auto zero = [&](size_t i) {
    return Strata::make_literal(std::int64_t{0}, expr.args[i]->type);
  };
  switch (expr.op) {
  case Operator::neg:
    return args[0] ? withArgs(expr, args) : nullptr;
  case Operator::add:
    if (!args[0] || !args[1])
      return args[0] ? args[0] : args[1];
    break;
  case Operator::sub:
    if (!args[1])
      return args[0];
    if (!args[0])
      return Strata::make_apply(Operator::neg, {args[1]}, expr.type,
                                expr.where);
    break;
  case Operator::mul:
    if (!args[0] || !args[1])
      return nullptr;
    break;
  case Operator::div:
    if (!args[0])
      return nullptr;
    break;
  default:
    break;
  }
  for (size_t i = 0; i < args.size(); ++i)
    if (!args[i])
      args[i] = zero(i);
  return withArgs(expr, std::move(args));
}

IndexExprPtr withoutAbsent(const IndexExprPtr &expr,
                           const std::set<std::string> &absent) {
  switch (expr->kind) {
  case Kind::access:
    return absent.count(accessKey(expr->access)) ? nullptr : expr;
  case Kind::literal:
  case Kind::index_value:
    return expr;
  default:
    break;
  }
  std::vector<IndexExprPtr> args;
  bool changed = false;
  for (const IndexExprPtr &arg : expr->args) {
    args.push_back(withoutAbsent(arg, absent));
    changed |= args.back() != arg;
  }
  if (!changed)
    return expr;
  if (expr->kind == Kind::apply)
    return applyToPresent(*expr, std::move(args));
  return args[0] ? withArgs(*expr, std::move(args)) : nullptr;
}

} // namespace strata
