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

  /// Of all cases: what is searched in one may be merged in another.
  void visitLoops(const std::vector<std::string> &loops, const IndexExprPtr &expr,
                  const Number &background) {
    if (loops.empty())
      return visitReductions(expr);
    const std::vector<std::string> inner(loops.begin() + 1, loops.end());
    for (const LatticePoint &p : visit(loops[0], expr, background).points)
      if (!p.skips)
        visitLoops(inner, p.expr, background);
  }

private:
  void visitReductions(const IndexExprPtr &expr) {
    if (expr->kind != Kind::reduce) {
      for (const IndexExprPtr &arg : expr->args)
        visitReductions(arg);
      return;
    }
    const Number identity = Strata::Impl::identity(*expr);
    for (const LatticePoint &p :
         visit(expr->variable, expr->args[0], identity).points)
      if (!p.skips)
        visitReductions(p.expr);
  }

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

/// True when \p tensor has levels that are not iterated in order.
static bool hasNonorderedLevels(const Strata::TensorDeclaration &tensor) {
  const auto &levels = tensor.format.levels();
  return std::any_of(levels.begin(), levels.end(),
                     [](Strata::LevelType l) { return !l.ordered; });
}

IndexExprPtr Concretizer::withOrderedMerges(const ConcreteStatement &s) {
  bool isOrdered = true;
  walk(s.rhs, [&](const IndexExprPtr &e) {
    isOrdered &= e->kind != Kind::access ||
                 !hasNonorderedLevels(program.tensors.at(e->access.tensor));
  });
  if (isOrdered)
    return s.rhs;
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
