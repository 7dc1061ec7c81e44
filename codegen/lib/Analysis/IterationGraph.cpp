// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/IterationGraph.h"

#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/LoopOrder.h"

#include <algorithm>

namespace strata {

TensorPath tensorPath(const Access &access,
                      const Strata::TensorFormat &format) {
  TensorPath path;
  path.access = accessKey(access);
  path.levels = format.levels();
  for (int l = 0; l < format.lvl_rank(); ++l)
    path.variables.push_back(
        access.indices[format.dimension_of_level(l)].variable);
  return path;
}

IterationGraph IterationGraph::build(const Strata::CheckedAssignment &stmt) {
  IterationGraph graph;
  auto add = [&](const Access &access) {
    for (const auto &arg : access.indices)
      if (std::find(graph.vars.begin(), graph.vars.end(), arg.variable) ==
          graph.vars.end())
        graph.vars.push_back(arg.variable);
    TensorPath path =
        tensorPath(access, stmt.tensors.at(access.tensor).format);
    auto same = [&](const TensorPath &p) { return p.access == path.access; };
    if (std::none_of(graph.tensorPaths.begin(), graph.tensorPaths.end(), same))
      graph.tensorPaths.push_back(std::move(path));
  };
  add(stmt.assignment.lhs);
  walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access)
      add(e->access);
  });
  return graph;
}

std::vector<std::pair<std::string, std::string>> IterationGraph::edges() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const TensorPath &path : tensorPaths)
    for (size_t l = 1; l < path.variables.size(); ++l) {
      std::pair edge{path.variables[l - 1], path.variables[l]};
      if (edge.first != edge.second && // a diagonal
          std::find(out.begin(), out.end(), edge) == out.end())
        out.push_back(edge);
    }
  return out;
}

bool IterationGraph::isAcyclic() const {
  return topologicalOrder(vars, edges()).has_value();
}

std::string IterationGraph::toString() const {
  std::string out = "iteration graph\n  variables:";
  for (const std::string &v : vars)
    out += " " + v;
  out += "\n";
  for (const TensorPath &path : tensorPaths) {
    out += "  " + path.access + ":";
    for (size_t l = 0; l < path.variables.size(); ++l) {
      out += (l ? " -> " : " ") + path.variables[l] + " (" +
             Strata::level_traits(path.levels[l]).name;
      if (!path.levels[l].unique)
        out += ", nonunique";
      if (!path.levels[l].ordered)
        out += ", nonordered";
      out += ")";
    }
    out += path.variables.empty() ? " scalar\n" : "\n";
  }
  if (!isAcyclic())
    out += "  the storage orders form a cycle\n";
  return out;
}

} // namespace strata
