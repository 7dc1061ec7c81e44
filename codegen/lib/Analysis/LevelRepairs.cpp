// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that are read from copies because a level cannot be merged, located or
// added up as it is stored.
#include "Concretizer.h"
#include "ConvertedFormats.h"
#include "strata/Analysis/Roles.h"

#include <map>

namespace strata {

using Strata::TensorFormat;
using Kind = IndexExpr::Kind;

IndexExprPtr Concretizer::locatable(const IndexExprPtr &expr) {
  std::map<std::string, std::string> copies;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != Kind::access)
      return;
    const TensorFormat &format = program.tensors.at(e->access.tensor).format;
    const TensorFormat wanted = withLocatableLevels(format);
    if (wanted != format)
      copies[accessKey(e->access)] =
          copyOf(e->access.tensor, wanted,
                 "a dense level is directly below a nonunique one");
  });
  return redirect(expr, copies);
}

IndexExprPtr Concretizer::withSummedDuplicates(const IndexExprPtr &term) {
  const std::vector<Access> found = revisiting(term);
  if (found.empty() || (found.size() == 1 && isAddedUp(term)))
    return term;
  std::map<std::string, std::string> copies;
  for (const Access &access : found)
    copies[accessKey(access)] = copyOf(
        access.tensor,
        withOrderedLevels(program.tensors.at(access.tensor).format),
        "duplicates that are not next to each other have to be summed first");
  return redirect(term, copies);
}

namespace {

/// Accesses with a nonordered level whose coordinates a loop merges or searches.
class MergedLevels {
public:
  explicit MergedLevels(const Strata::TensorDeclarations &tensors)
      : tensors(tensors) {}

  /// Variables by access (key).
  std::map<std::string, std::pair<Access, std::string>> nonordered;

  void visitLoops(const std::vector<std::string> &loops, IndexExprPtr expr,
                  const Number &background) {
    for (const std::string &v : loops) {
      const MergeLattice lattice = visit(v, expr, background);
      if (lattice.empty())
        return;
      expr = lattice.points[0].expr;
    }
    walk(expr, [&](const IndexExprPtr &e) {
      if (e->kind == Kind::reduce)
        visit(e->variable, e->args[0],
              Strata::Impl::identity(*e));
    });
  }

private:
  MergeLattice visit(const std::string &variable, const IndexExprPtr &expr,
                     const Number &background) {
    MergeLattice lattice = latticeOf(expr, variable, tensors, background);
    const bool merges =
        !lattice.empty() &&
        (lattice.iterators.size() > 1 || lattice.needsUniverse(0));
    const bool searches = merges || pinnedTo(variable);
    walk(expr, [&](const IndexExprPtr &e) {
      if (e->kind == Kind::access &&
          isNonordered(e->access, variable, !searches))
        nonordered[accessKey(e->access)] = {e->access, variable};
    });
    return lattice;
  }

  /// \p restricted: asks for levels of which a window, a set or a slice is searched.
  bool isNonordered(const Access &access, const std::string &variable,
                    bool restricted) const {
    auto it = tensors.find(access.tensor);
    if (it == tensors.end())
      return false;
    const TensorFormat &format = it->second.format;
    for (int l = 0; l < format.lvl_rank(); ++l) {
      const int d = format.dimension_of_level(l);
      const auto &index = access.indices[d];
      const bool isSlice = format.is_sliced() && format.slices()[d];
      if (!format.level(l).ordered && index.variable == variable &&
          (index.is_restricted() || isSlice || !restricted))
        return true;
    }
    return false;
  }

  const Strata::TensorDeclarations &tensors;
};

} // namespace

IndexExprPtr Concretizer::withOrderedMerges(const ConcreteStatement &s) {
  MergedLevels merged(program.tensors);
  merged.visitLoops(s.loops, s.rhs,
                    backgroundOf(s, program.tensors.at(s.lhs.tensor)));
  std::map<std::string, std::string> copies;
  for (const auto &[key, found] : merged.nonordered) {
    const auto &[access, variable] = found;
    copies[key] =
        copyOf(access.tensor,
               withOrderedLevels(program.tensors.at(access.tensor).format),
               "a nonordered level is merged or searched over '" + variable +
                   "'");
  }
  return redirect(s.rhs, copies);
}

} // namespace strata
