// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/LoopOrder.h"

#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"

#include <algorithm>

namespace strata {

std::optional<std::vector<std::string>>
topologicalOrder(const std::vector<std::string> &nodes,
                 const std::vector<Edge> &edges,
                 const std::function<int(const std::string &)> &rank) {
  std::vector<std::string> left = nodes, order;
  auto available = [&](const std::string &v) {
    return std::none_of(edges.begin(), edges.end(), [&](const Edge &e) {
      return e.second == v &&
             std::find(left.begin(), left.end(), e.first) != left.end();
    });
  };
  while (!left.empty()) {
    auto best = left.end();
    for (auto it = left.begin(); it != left.end(); ++it)
      if (available(*it) &&
          (best == left.end() || (rank && rank(*it) < rank(*best))))
        best = it;
    if (best == left.end())
      return std::nullopt;
    order.push_back(*best);
    left.erase(best);
  }
  return order;
}

void OrderConstraints::addVariable(const std::string &v) {
  if (std::find(variables.begin(), variables.end(), v) != variables.end())
    return;
  variables.push_back(v);
  if (const auto pinned = pinnedTo(v))
    hard.emplace_back(*pinned, v);
}

void OrderConstraints::addAccess(const Access &access,
                                 const Strata::TensorFormat &format) {
  for (const auto &arg : access.indices)
    addVariable(arg.variable);
  const TensorPath path = tensorPath(access, format);
  const bool allDense = format.is_dense();
  for (size_t l = 0; l < path.variables.size(); ++l) {
    if (!allDense)
      sparse.insert(path.variables[l]);
    if (Strata::level_traits(path.levels[l]).locates) {
      if (l > 0 && path.variables[l - 1] != path.variables[l])
        soft.emplace_back(path.variables[l - 1], path.variables[l]);
      continue;
    }
    for (size_t m = 0; m < l; ++m)
      hard.emplace_back(path.variables[m], path.variables[l]);
  }
}

void OrderConstraints::addExpr(const IndexExprPtr &expr,
                               const Strata::TensorDeclarations &tensors,
                               const std::set<std::string> &anyOrder) {
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access &&
        anyOrder.count(accessKey(e->access)))
      for (const auto &arg : e->access.indices) {
        addVariable(arg.variable);
        sparse.insert(arg.variable);
      }
    else if (e->kind == IndexExpr::Kind::access)
      addAccess(e->access, tensors.at(e->access.tensor).format);
    if (e->kind == IndexExpr::Kind::reduce ||
        e->kind == IndexExpr::Kind::index_value)
      addVariable(e->variable);
  });
}

std::optional<std::vector<std::string>>
orderVariables(const OrderConstraints &c, bool allSoft) {
  auto rank = [&](const std::string &v) { return c.sparse.count(v) ? 0 : 1; };
  std::vector<Edge> edges = c.hard;
  auto order = topologicalOrder(c.variables, edges, rank);
  if (!order)
    return std::nullopt;
  for (const Edge &e : c.soft) {
    // A loop bounded by stored entries goes before one over a whole extent.
    const bool againstSparse = !c.sparse.count(e.first) &&
                               c.sparse.count(e.second);
    if (againstSparse)
      continue;
    edges.push_back(e);
    if (auto better = topologicalOrder(c.variables, edges, rank)) {
      order = better;
    } else {
      if (allSoft)
        return std::nullopt;
      edges.pop_back();
    }
  }
  return order;
}

std::vector<std::string> findCycle(const OrderConstraints &c) {
  // What no order can place: drop nodes that can be placed from either end.
  std::vector<std::string> left = c.variables;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = left.begin(); it != left.end(); ++it) {
      auto inside = [&](const std::string &v) {
        return std::find(left.begin(), left.end(), v) != left.end();
      };
      bool in = false, out = false;
      for (const Edge &e : c.hard) {
        in |= e.second == *it && inside(e.first);
        out |= e.first == *it && inside(e.second);
      }
      if (in && out)
        continue;
      left.erase(it);
      changed = true;
      break;
    }
  }
  return left;
}

} // namespace strata
