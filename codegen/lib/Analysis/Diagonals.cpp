// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Diagonals.h"

#include "Reductions.h"

namespace strata {

std::optional<std::string> pinnedTo(const std::string &variable) {
  const size_t prime = variable.find('\'');
  if (prime == std::string::npos)
    return std::nullopt;
  return variable.substr(0, prime);
}

/// Renames the repeated indices of `access` in storage order; the new variables
/// go to `pinned`.
static Access spread(Access access, const Strata::TensorFormat &format,
                     std::vector<std::string> &pinned) {
  std::map<std::string, int> levelsOf;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    std::string &variable =
        access.indices[format.dimension_of_level(l)].variable;
    int &levels = levelsOf[variable];
    if (levels > 0 && Strata::level_traits(format.level(l)).locates)
      continue; // located at the coordinate that is bound by then
    variable.append(levels++, '\'');
    if (levels > 1)
      pinned.push_back(variable);
  }
  return access;
}

IndexExprPtr spreadDiagonals(const IndexExprPtr &expr,
                             const Strata::TensorDeclarations &tensors,
                             std::map<std::string, std::int64_t> &extents) {
  return rewrite(expr, [&](IndexExprPtr e) {
    if (e->kind != IndexExpr::Kind::access)
      return e;
    std::vector<std::string> pinned;
    Access access =
        spread(e->access, tensors.at(e->access.tensor).format, pinned);
    if (pinned.empty())
      return e;
    for (const std::string &v : pinned)
      if (auto it = extents.find(*pinnedTo(v)); it != extents.end())
        extents[v] = it->second;
    return wrapSums(pinned,
                    Strata::make_access(std::move(access), e->type, e->where));
  });
}

} // namespace strata
