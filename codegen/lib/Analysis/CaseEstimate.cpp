// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CaseEstimate.h"

#include "strata/Analysis/ExprUtils.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

/// Different accesses of \p e, and its index values.
static double accessesOf(const IndexExprPtr &e) {
  std::set<std::string> keys;
  walk(e, [&](const IndexExprPtr &node) {
    if (node->kind == Kind::access)
      keys.insert(accessKey(node->access));
    if (node->kind == Kind::index_value)
      keys.insert(node->variable);
  });
  return static_cast<double>(keys.size());
}

/// Lattice points of `e` in a loop that all its sparse operands take part in.
static double points(const IndexExprPtr &e,
                     const Strata::TensorDeclarations &tensors) {
  switch (e->kind) {
  case Kind::argument:
  case Kind::literal:
    return 0; // there wherever anything is
  case Kind::access:
  case Kind::index_value:
    return 1;
  case Kind::reduce:
  case Kind::cast:
    return points(e->args[0], tensors);
  case Kind::apply:
    break;
  }
  double count = points(e->args[0], tensors);
  for (size_t i = 1; i < e->args.size(); ++i) {
    const double next = points(e->args[i], tensors);
    const bool both =
        (e->op == Operator::mul || e->op == Operator::logical_and) &&
        count > 0 && next > 0;
    count = both ? count * next : (count + 1) * (next + 1) - 1;
  }
  return std::min(count, std::exp2(accessesOf(e)) - 1);
}

double estimateCases(const std::vector<IndexExprPtr> &terms,
                     const Strata::TensorDeclarations &tensors) {
  double all = 1;
  std::set<std::string> variables;
  for (const IndexExprPtr &term : terms) {
    all *= points(term, tensors) + 1;
    walk(term, [&](const IndexExprPtr &e) {
      if (e->kind != Kind::access)
        return;
      const auto &format = tensors.at(e->access.tensor).format;
      for (int l = 0; l < format.lvl_rank(); ++l)
        if (!Strata::level_traits(format.level(l)).locates)
          variables.insert(
              e->access.indices[format.dimension_of_level(l)].variable);
    });
  }
  return std::pow(variables.size() + 1.0, std::log2(all));
}

} // namespace strata
