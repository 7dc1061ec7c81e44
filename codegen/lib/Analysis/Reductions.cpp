// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reductions.h"

#include "strata/Analysis/Diagonals.h"

#include <algorithm>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

static bool isSum(const IndexExprPtr &e) {
  return e->kind == Kind::reduce && e->op == Operator::add;
}
static bool isApply(const IndexExprPtr &e, Operator op) {
  return e->kind == Kind::apply && e->op == op;
}

bool reducesInParts(Operator op) {
  switch (op) {
  case Operator::add:
  case Operator::mul:
  case Operator::min:
  case Operator::max:
  case Operator::logical_or:
  case Operator::logical_and:
    return true;
  default:
    return false;
  }
}

SumChain rootChain(const IndexExprPtr &term, Operator op) {
  SumChain chain{{}, term};
  while (chain.body->kind == Kind::reduce && chain.body->op == op) {
    chain.variables.push_back(chain.body->variable);
    chain.body = chain.body->args[0];
  }
  return chain;
}

SumChain pulledChain(const IndexExprPtr &term) {
  SumChain chain = rootChain(term);
  const IndexExprPtr body = chain.body;
  auto pullArg = [&](size_t i) {
    SumChain inner = pulledChain(body->args[i]);
    if (inner.variables.empty())
      return;
    chain.variables.insert(chain.variables.end(), inner.variables.begin(),
                           inner.variables.end());
    std::vector<IndexExprPtr> args = body->args;
    args[i] = inner.body;
    chain.body = withArgs(*body, std::move(args));
  };
  if (isApply(body, Operator::neg)) {
    pullArg(0);
  } else if (isApply(body, Operator::mul)) {
    if (!containsReduction(body->args[1]))
      pullArg(0);
    else if (!containsReduction(body->args[0]))
      pullArg(1);
  } else if (isApply(body, Operator::div) && !Strata::is_integer(body->type) &&
             !containsReduction(body->args[1])) {
    pullArg(0);
  }
  return chain;
}

IndexExprPtr wrapSums(const std::vector<std::string> &variables,
                      IndexExprPtr body, Operator op) {
  for (auto it = variables.rbegin(); it != variables.rend(); ++it) {
    const Strata::ScalarType type = body->type;
    body = Strata::make_reduce(op, *it, std::move(body), type);
  }
  return body;
}

IndexExprPtr sortSums(const IndexExprPtr &expr,
                      const std::vector<std::string> &order) {
  if (expr->kind == Kind::reduce && reducesInParts(expr->op)) {
    SumChain chain = rootChain(expr, expr->op);
    std::stable_sort(chain.variables.begin(), chain.variables.end(),
                     [&](const std::string &a, const std::string &b) {
                       return std::find(order.begin(), order.end(), a) <
                              std::find(order.begin(), order.end(), b);
                     });
    return wrapSums(chain.variables, sortSums(chain.body, order), expr->op);
  }
  std::vector<IndexExprPtr> args;
  for (const IndexExprPtr &arg : expr->args)
    args.push_back(sortSums(arg, order));
  return args.empty() ? expr : withArgs(*expr, std::move(args));
}

static void collectTerms(const IndexExprPtr &e, bool negative,
                         std::vector<IndexExprPtr> &out) {
  const bool isAdd = isApply(e, Operator::add), isSub = isApply(e, Operator::sub);
  if (e->type != Strata::ScalarType::boolean && (isAdd || isSub)) {
    collectTerms(e->args[0], negative, out);
    collectTerms(e->args[1], negative != isSub, out);
    return;
  }
  if (isApply(e, Operator::neg))
    return collectTerms(e->args[0], !negative, out);
  if (!negative) {
    out.push_back(e);
    return;
  }
  const SumChain chain = rootChain(e);
  IndexExprPtr minus = Strata::make_apply(Operator::neg, {chain.body},
                                          chain.body->type, e->where);
  out.push_back(wrapSums(chain.variables, withFoldedLiterals(minus)));
}

std::vector<IndexExprPtr> additiveTerms(const IndexExprPtr &expr) {
  std::vector<IndexExprPtr> out;
  collectTerms(expr, false, out);
  return out;
}

bool isAddedUp(const IndexExprPtr &expr) {
  const bool isValue = expr->kind == Kind::access || expr->kind == Kind::literal ||
                       expr->kind == Kind::index_value;
  const bool adds = isSum(expr) || isApply(expr, Operator::add) ||
                    isApply(expr, Operator::sub) ||
                    isApply(expr, Operator::mul) || isApply(expr, Operator::neg);
  const bool widens =
      expr->kind == Kind::cast &&
      Strata::promote(expr->type, expr->args[0]->type) == expr->type;
  return (isValue || adds || widens) &&
         std::all_of(expr->args.begin(), expr->args.end(), isAddedUp);
}

static void collectReductions(const IndexExprPtr &e,
                              std::vector<IndexExprPtr> &out) {
  for (const IndexExprPtr &arg : e->args) {
    if (arg->kind == Kind::reduce)
      out.push_back(arg);
    else
      collectReductions(arg, out);
  }
}

/// What stands inside of a reduction over a pinned variable is computed there: the
/// variable's coordinates are those of a tensor, not of the loop that it is pinned to.
static bool isInsidePinned(const IndexExprPtr &reduction) {
  const std::vector<std::string> used = freeVariables(reduction);
  return std::any_of(used.begin(), used.end(), pinnedTo);
}

std::vector<IndexExprPtr> nestedReductions(const IndexExprPtr &expr) {
  std::vector<IndexExprPtr> out;
  collectReductions(rootChain(expr).body, out);
  const IndexExprPtr body = rootChain(expr).body;
  if (out.empty() && body != expr && body->kind == Kind::reduce)
    out.push_back(body);
  std::erase_if(out, isInsidePinned);
  return out;
}

} // namespace strata
