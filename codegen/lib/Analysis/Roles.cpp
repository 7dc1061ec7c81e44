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
    const bool isSparse = !Strata::level_traits(path.levels[l]).locates;
    if (role == LevelRole::last && isSparse)
      return LevelRole::sparse;
    if (path.variables[l] == variable && role != LevelRole::last)
      role = isSparse ? LevelRole::last : LevelRole::full;
  }
  return role;
}

bool endsEarly(const Strata::IndexExpr &reduction) {
  return reduction.op == Strata::Operator::any ||
         Strata::Impl::annihilator(reduction).has_value();
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
