// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Diagonals.h"

#include "Reductions.h"
#include "strata/Analysis/Windows.h"

namespace strata {

std::optional<std::string> pinnedTo(const std::string &variable) {
  const size_t prime = variable.find('\'');
  if (prime == std::string::npos)
    return std::nullopt;
  return variable.substr(0, prime);
}

/// Renames the indices of `access` that need variables of their own, in storage
/// order; the new variables go to `pinned`.
static Access spread(Access access, const Strata::TensorFormat &format,
                     std::vector<std::string> &pinned) {
  struct Uses {
    bool isBound = false;
    int pinned = 0;
  };
  std::map<std::string, Uses> uses;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    Strata::IndexArg &arg = access.indices[format.dimension_of_level(l)];
    Uses &known = uses[arg.variable];
    const bool located = Strata::level_traits(format.level(l)).locates;
    // What is located is located at the coordinate that is bound by then.
    const bool isPinned = !located && !pinnedTo(arg.variable) &&
                          (known.isBound || !ascends(arg));
    known.isBound = true;
    if (!isPinned)
      continue;
    arg.variable.append(++known.pinned, '\'');
    pinned.push_back(arg.variable);
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
