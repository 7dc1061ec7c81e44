// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/ExprUtils.h"

#include "strata/Analysis/Diagonals.h"

#include <algorithm>

namespace strata {

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
  if (expr->kind == Kind::reduce) {
    if (const auto pinned = pinnedTo(expr->variable)) // its loop runs at one of them
      note(*pinned);
    bound.insert(expr->variable);
  }
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

} // namespace strata
