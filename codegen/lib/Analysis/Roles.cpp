// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Roles.h"

#include "strata/Analysis/IterationGraph.h"

namespace strata {

LevelRole roleOf(const Strata::Access &access, const std::string &variable,
                 const Strata::TensorDeclarations &tensors) {
  auto it = tensors.find(access.tensor);
  if (it == tensors.end())
    return LevelRole::none; // a value computed outside the loop
  const TensorPath path = tensorPath(access, it->second.format);
  LevelRole role = LevelRole::none;
  for (size_t l = 0; l < path.variables.size(); ++l) {
    if (path.variables[l] != variable)
      continue;
    if (!Strata::level_traits(path.levels[l]).locates)
      return LevelRole::sparse;
    role = LevelRole::full;
  }
  return role;
}

MergeLattice latticeOf(const Strata::IndexExprPtr &expr,
                       const std::string &variable,
                       const Strata::TensorDeclarations &tensors,
                       const std::optional<Number> &background) {
  return MergeLattice::build(
      expr,
      [&](const Strata::Access &access) {
        return roleOf(access, variable, tensors);
      },
      tensors,
      background.value_or(Strata::Impl::zero(expr->type, true)));
}

} // namespace strata
