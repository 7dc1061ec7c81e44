// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries that are added up loop by loop are added up in a workspace, as the
// precompute transformation of Kjolstad et al. (CGO 2019) does: the result is
// written once and need not be cleared before.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Windows.h"

namespace strata {

/// True when every operand that uses the variable locates it, so that its loop
/// runs over all coordinates.
static bool isDenseLoop(const IndexExprPtr &rhs, const std::string &variable,
                        const Strata::TensorDeclarations &tensors) {
  bool dense = true;
  walk(rhs, [&](const IndexExprPtr &e) {
    if (e->kind != Strata::IndexExpr::Kind::access ||
        !usesVariable(e->access, variable))
      return;
    const Strata::TensorFormat &format =
        tensors.at(e->access.tensor).format;
    for (int l = 0; l < format.lvl_rank(); ++l)
      if (e->access.indices[format.dimension_of_level(l)].variable == variable)
        dense &= Strata::level_traits(format.level(l).kind).locates;
  });
  return dense;
}

/// Number of outer loops under which \p s adds up a workspace; 0: none. They
/// bind variables of the result; sums and dense loops of the result follow.
size_t Concretizer::workspaceDepth(const ConcreteStatement &s) const {
  size_t depth = 0;
  while (depth < s.loops.size() && usesVariable(s.lhs, s.loops[depth]))
    ++depth;
  if (depth == 0 || depth == s.loops.size() || revisits(s.rhs) ||
      variablesOf(s.lhs).size() != s.lhs.indices.size())
    return 0;
  bool inner = false;
  for (size_t l = depth; l < s.loops.size(); ++l) {
    if (!usesVariable(s.lhs, s.loops[l]))
      continue;
    inner = true;
    if (!isDenseLoop(s.rhs, s.loops[l], program.tensors))
      return 0;
  }
  return inner ? depth : 0;
}

void Concretizer::addWorkspace(ConcreteStatement &s, size_t depth) {
  std::vector<std::string> variables{pieceVariable};
  for (size_t l = depth; l < s.loops.size(); ++l)
    if (usesVariable(s.lhs, s.loops[l]))
      variables.push_back(s.loops[l]);
  program.extents[pieceVariable] = -1; // known when the plan runs
  s.workspace = addTemporary(
      Strata::compute_type(program.tensors.at(s.lhs.tensor).scalar), variables);
  program.temporaries.back().isScratch = true;
  s.workspaceDepth = depth;
}

/// How many levels of \p format there are up to the last one that stores coordinates.
static size_t storedLevels(const Strata::TensorFormat &format) {
  int levels = format.lvl_rank();
  while (levels > 0 && Strata::level_traits(format.level(levels - 1)).full)
    --levels;
  return static_cast<size_t>(levels);
}

/// Elements of a row that stay in the first cache, whatever their type: there is a row
/// for every piece.
constexpr std::int64_t longestRow = 2048;

/// The loops over a dense result in the place of \p lhs, after \p leading.
std::optional<Group> Concretizer::orderBelow(std::vector<std::string> leading,
                                             const Access &lhs,
                                             const IndexExprPtr &term,
                                             bool converting) {
  Access plain = lhs;
  plain.tensor = "#order";
  Strata::TensorDeclaration declared = program.tensors.at(lhs.tensor);
  declared.format = Strata::Formats::dense(declared.format.dim_rank());
  program.tensors[plain.tensor] = declared;
  leadingLoops = std::move(leading);
  auto group = converting ? convertGroup(plain, {term}, false)
                          : orderGroup(plain, {term}, false);
  leadingLoops.clear();
  program.tensors.erase(plain.tensor);
  return group;
}

/// Rows of dense levels below those that are appended: they are added up in a
/// workspace, so that the sums may go around the loops over a row, whose neighbours are
/// adjacent.
std::optional<ConcreteStatement>
Concretizer::tryRows(const Access &lhs, const IndexExprPtr &term) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const std::vector<std::string> levels = levelVariables(lhs, result.format);
  const size_t stored = storedLevels(result.format);
  if (levels.size() != lhs.indices.size() || stored == 0 ||
      stored == levels.size() || isPartial(lhs) ||
      !Strata::Impl::equals(fillOf(result),
                            Strata::Impl::identity(scattersBy, result.scalar)))
    return std::nullopt;
  std::int64_t row = 1;
  for (size_t l = stored; l < levels.size() && row <= longestRow; ++l)
    row *= std::max<std::int64_t>(program.extents.at(levels[l]), 1);
  if (row > longestRow)
    return std::nullopt;
  const auto group = orderBelow(
      {levels.begin(), levels.begin() + stored}, lhs, term, false);
  if (!group)
    return std::nullopt;
  ConcreteStatement s = nestOf(lhs, {group->terms, group->order, true});
  if (!sumsOutside(s) || workspaceDepth(s) != stored)
    return std::nullopt;
  addWorkspace(s, stored);
  return s;
}

} // namespace strata
