// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `out + f(ins)`: which part of a body is added up.
#include "BodyReader.h"
#include "Refusal.h"
#include "strata/Analysis/ExprUtils.h"

#include <algorithm>

using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Kind = IndexExpr::Kind;

namespace strata {

static bool isApply(const IndexExprPtr &e, Operator op) {
  return e->kind == Kind::apply && e->op == op;
}

constexpr size_t maxNodes = 4096;

/// Nodes of \p e as a tree, or \p limit when there are more.
static size_t treeSize(const IndexExprPtr &e, size_t limit) {
  size_t size = 1;
  for (const IndexExprPtr &arg : e->args) {
    if (size >= limit)
      return limit;
    size += treeSize(arg, limit - size);
  }
  return std::min(size, limit);
}

void requireSize(mlir::Operation *op, const IndexExprPtr &e) {
  if (treeSize(e, maxNodes) >= maxNodes)
    refuse(op, "", "an expression of fewer than " + std::to_string(maxNodes) +
                       " operations",
           "a larger one", "split the function");
}

IndexExprPtr addTerms(const IndexExprPtr &x, const IndexExprPtr &y) {
  if (isApply(y, Operator::neg))
    return Strata::make_apply(Operator::sub, {x, y->args[0]}, x->type);
  return Strata::make_apply(Operator::add, {x, y}, x->type);
}

/// Follows sums from the root to \p old.
static Accumulation split(const IndexExprPtr &e, const IndexExprPtr &old) {
  if (e == old)
    return {true, nullptr};
  const bool isAdd = isApply(e, Operator::add);
  if (!isAdd && !isApply(e, Operator::sub))
    return {};
  const IndexExprPtr &left = e->args[0], &right = e->args[1];
  if (Accumulation a = split(left, old); a.accumulates) {
    if (a.addend)
      return {true, Strata::make_apply(e->op, {a.addend, right}, e->type)};
    return {true, isAdd ? right
                        : Strata::make_apply(Operator::neg, {right}, e->type)};
  }
  if (!isAdd)
    return {};
  Accumulation b = split(right, old);
  if (b.accumulates)
    b.addend = b.addend ? addTerms(left, b.addend) : left;
  return b;
}

Accumulation splitAccumulation(mlir::Operation *op, const IndexExprPtr &e,
                               const IndexExprPtr &old) {
  const Accumulation a = split(e, old);
  bool usesOld = false;
  if (const IndexExprPtr rest = a.accumulates ? a.addend : e)
    walk(rest, [&](const IndexExprPtr &node) { usesOld |= node == old; });
  if (usesOld)
    refuse(op, "body", "the result's old value once, as an addend",
           "another use of it",
           "sums are the only reductions lowered so far: write out + f(ins)");
  return a;
}

static bool isAdditive(const IndexExprPtr &e) {
  return e->type != Strata::ScalarType::boolean &&
         (isApply(e, Operator::add) || isApply(e, Operator::sub) ||
          isApply(e, Operator::neg));
}

static bool usesAll(const IndexExprPtr &e,
                    const std::set<std::string> &variables) {
  if (isAdditive(e))
    return std::all_of(
        e->args.begin(), e->args.end(),
        [&](const IndexExprPtr &arg) { return usesAll(arg, variables); });
  const std::vector<std::string> used = freeVariables(e);
  return std::all_of(variables.begin(), variables.end(),
                     [&](const std::string &v) {
                       return std::find(used.begin(), used.end(), v) !=
                              used.end();
                     });
}

IndexExprPtr sumOver(const IndexExprPtr &e,
                     const std::set<std::string> &variables) {
  if (variables.empty())
    return e;
  if (isAdditive(e) && usesAll(e, variables)) {
    std::vector<IndexExprPtr> args;
    for (const IndexExprPtr &arg : e->args)
      args.push_back(sumOver(arg, variables));
    return withArgs(*e, std::move(args));
  }
  const std::vector<std::string> used = freeVariables(e);
  IndexExprPtr sum = e;
  for (auto v = used.rbegin(); v != used.rend(); ++v)
    if (variables.count(*v))
      sum = Strata::make_reduce(Operator::add, *v, sum, e->type);
  return sum;
}

static IndexExprPtr renameVariable(const IndexExprPtr &e,
                                   const std::string &from,
                                   const std::string &to) {
  return rewrite(e, [&](IndexExprPtr node) {
    if (node->kind != Kind::access || !usesVariable(node->access, from))
      return node;
    Strata::Access access = node->access;
    for (auto &index : access.indices)
      if (index.variable == from)
        index.variable = to;
    return Strata::make_access(std::move(access), node->type);
  });
}

IndexExprPtr
renameApart(const IndexExprPtr &e, std::set<std::string> &bound,
            const std::function<std::string(const std::string &)> &fresh) {
  if (e->kind == Kind::reduce && !bound.insert(e->variable).second) {
    const std::string name = fresh(e->variable);
    IndexExprPtr body = renameVariable(e->args[0], e->variable, name);
    return renameApart(Strata::make_reduce(e->op, name, body, e->type), bound,
                       fresh);
  }
  std::vector<IndexExprPtr> args;
  for (const IndexExprPtr &arg : e->args)
    args.push_back(renameApart(arg, bound, fresh));
  return args.empty() ? e : withArgs(*e, std::move(args));
}

} // namespace strata
