// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `out + f(ins)`: which part of a body is reduced.
#include "Accumulation.h"

#include "Refusal.h"
#include "strata/Analysis/Absence.h"

#include <algorithm>

using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Kind = IndexExpr::Kind;

namespace strata {

static bool isApply(const IndexExprPtr &e, Operator op) {
  return e->kind == Kind::apply && e->op == op;
}

/// Follows sums from the root to \p old.
static Accumulation splitSum(const IndexExprPtr &e, const IndexExprPtr &old) {
  if (e == old)
    return {true, nullptr, {}};
  const bool isAdd = isApply(e, Operator::add);
  if (!isAdd && !isApply(e, Operator::sub))
    return {};
  const IndexExprPtr &left = e->args[0], &right = e->args[1];
  if (Accumulation a = splitSum(left, old); a.accumulates) {
    if (a.addend)
      return {true, Strata::make_apply(e->op, {a.addend, right}, e->type), {}};
    return {true,
            isAdd ? right : Strata::make_apply(Operator::neg, {right}, e->type),
            {}};
  }
  if (!isAdd)
    return {};
  Accumulation b = splitSum(right, old);
  if (b.accumulates)
    b.addend = b.addend ? addTerms(left, b.addend) : left;
  return b;
}

/// The same with terms and total in the other order.
static Reduction swapped(Reduction reduction) {
  if (!reduction.combiner)
    return reduction;
  auto combiner = std::make_shared<Strata::Combiner>(*reduction.combiner);
  std::swap(combiner->total, combiner->term);
  reduction.combiner = std::move(combiner);
  return reduction;
}

/// Follows applications of one operator from the root to \p old.
static Accumulation splitOther(const IndexExprPtr &e, const IndexExprPtr &old,
                               const Reduction &reduction) {
  if (e == old)
    return {true, nullptr, reduction};
  const auto here = reductionAt(e);
  if (!here || here->op != reduction.op || here->combiner != reduction.combiner)
    return {};
  for (const bool first : {true, false}) {
    const IndexExprPtr &other = e->args[first ? 1 : 0];
    Accumulation a = splitOther(e->args[first ? 0 : 1], old, reduction);
    if (!a.accumulates)
      continue;
    if (!a.addend)
      return {true, other, first ? reduction : swapped(reduction)};
    a.addend = first ? a.reduction.combined(a.addend, other)
                     : a.reduction.combined(other, a.addend);
    return a;
  }
  return {};
}

static Accumulation split(const IndexExprPtr &e, const IndexExprPtr &old) {
  const auto reduction = reductionAt(e);
  return reduction && reduction->op != Operator::add
             ? splitOther(e, old, *reduction)
             : splitSum(e, old);
}

Accumulation splitAccumulation(mlir::Operation *op, const IndexExprPtr &e,
                               const IndexExprPtr &old) {
  const Accumulation a = split(e, old);
  bool usesOld = false;
  if (const IndexExprPtr rest = a.accumulates ? a.addend : e)
    walk(rest, [&](const IndexExprPtr &node) { usesOld |= node == old; });
  if (usesOld)
    refuse(op, "body",
           "the result's old value once, in a sum, product, minimum, maximum, "
           "conjunction or sparse_tensor.reduce with a value",
           "another use of it", "write out + f(ins), or out * f(ins) …");
  return a;
}

static bool isAdditive(const IndexExprPtr &e) {
  return e->type != Strata::ScalarType::boolean &&
         (isApply(e, Operator::add) || isApply(e, Operator::sub) ||
          isApply(e, Operator::neg));
}

bool indexes(const IndexExprPtr &e, const std::string &variable) {
  return e->kind == Kind::access ? usesVariable(e->access, variable)
                                 : std::any_of(e->args.begin(), e->args.end(),
                                               [&](const auto &arg) {
                                                 return indexes(arg, variable);
                                               });
}

static bool usesAll(const IndexExprPtr &e,
                    const std::set<std::string> &variables) {
  if (isAdditive(e))
    return std::all_of(
        e->args.begin(), e->args.end(),
        [&](const IndexExprPtr &arg) { return usesAll(arg, variables); });
  return std::all_of(variables.begin(), variables.end(),
                     [&](const std::string &v) { return indexes(e, v); });
}

IndexExprPtr reduceOver(const Reduction &reduction, const IndexExprPtr &e,
                        const std::set<std::string> &variables) {
  if (variables.empty())
    return e;
  if (reduction.op == Operator::add && isAdditive(e) && usesAll(e, variables)) {
    std::vector<IndexExprPtr> args;
    for (const IndexExprPtr &arg : e->args)
      args.push_back(reduceOver(reduction, arg, variables));
    return withArgs(*e, std::move(args));
  }
  const std::vector<std::string> used = freeVariables(e);
  IndexExprPtr out = e;
  for (auto v = used.rbegin(); v != used.rend(); ++v)
    if (variables.count(*v))
      out = reduction.over(*v, out);
  return out;
}

std::optional<IndexExprPtr> thereOver(const std::optional<IndexExprPtr> &there,
                                      const std::set<std::string> &variables) {
  if (!there || !*there || isStructure(**there))
    return std::nullopt;
  IndexExprPtr out = *there;
  for (const std::string &v : freeVariables(*there)) {
    if (!variables.count(v))
      continue;
    if (!indexes(out, v)) // nothing gives its extent
      return std::nullopt;
    out = Strata::make_reduce(Operator::logical_or, v, out,
                              Strata::ScalarType::boolean);
  }
  return out;
}

/// \p e with \p name as its variable.
static IndexExprPtr withVariable(const IndexExpr &e, const std::string &name) {
  auto copy = std::make_shared<IndexExpr>(e);
  copy->variable = name;
  return copy;
}

static IndexExprPtr renameVariable(const IndexExprPtr &e,
                                   const std::string &from,
                                   const std::string &to) {
  return rewrite(e, [&](IndexExprPtr node) {
    if (node->kind == Kind::index_value && node->variable == from)
      return withVariable(*node, to);
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
    const IndexExprPtr body = renameVariable(e->args[0], e->variable, name);
    return renameApart(withArgs(*withVariable(*e, name), {body}), bound, fresh);
  }
  std::vector<IndexExprPtr> args;
  for (const IndexExprPtr &arg : e->args)
    args.push_back(renameApart(arg, bound, fresh));
  return args.empty() ? e : withArgs(*e, std::move(args));
}

} // namespace strata
