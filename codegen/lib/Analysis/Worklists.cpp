// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results whose innermost coordinates come out of order: they are added up
// in a worklist, row by row, which is as long as the dimension or a hash table.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/WorklistRule.h"

namespace strata {

using Strata::ScalarType;
using Strata::Worklist;

/// A table has so many slots for a coordinate.
constexpr double slotsPerCoordinate = 2;

/// All loops but the innermost of the result in the order of its levels, and the
/// entries below them added up in a worklist (Gustavson 1978).
std::optional<ConcreteStatement>
Concretizer::tryWorklist(const Access &lhs, const IndexExprPtr &term,
                         bool converting) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const std::vector<std::string> levels = levelVariables(lhs, result.format);
  if (levels.size() != lhs.indices.size() || levels.size() < 2)
    return std::nullopt;
  Access outer = lhs; // of the loops that ascend
  outer.indices.erase(
      std::remove_if(outer.indices.begin(), outer.indices.end(),
                     [&](const auto &i) { return i.variable == levels.back(); }),
      outer.indices.end());
  if (!ascends(outer, {term}))
    return std::nullopt;
  const auto group =
      orderBelow({levels.begin(), levels.end() - 1}, lhs, term, converting);
  if (!group)
    return std::nullopt;
  ConcreteStatement s = nestOf(lhs, {group->terms, group->order, true});
  s.workspaceDepth = levels.size() - 1;
  if (s.loops.size() <= s.workspaceDepth)
    return std::nullopt;
  const auto kind = chooseWorklist(s, levels.back());
  if (!kind)
    return std::nullopt;
  addWorklist(s, levels.back(), *kind);
  return s;
}

/// How many coordinates of \p variable the loop over it comes to, about; \p outer
/// are bound already.
double Concretizer::expectedFibre(const IndexExprPtr &expr,
                                  const std::string &variable,
                                  const std::set<std::string> &outer) const {
  auto least = static_cast<double>(program.extents.at(variable));
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access)
      return;
    const auto &format = program.tensors.at(e->access.tensor).format;
    const TensorPath path = tensorPath(e->access, format);
    double entries = entriesOf(e->access.tensor);
    bool iterates = false;
    for (size_t l = 0; l < path.levels.size(); ++l) {
      if (path.variables[l] == variable)
        iterates = !Strata::level_traits(path.levels[l]).locates;
      else if (outer.count(path.variables[l]))
        entries /= static_cast<double>(program.extents.at(path.variables[l]));
    }
    if (iterates && entries >= 0)
      least = std::min(least, std::max(entries, 1.0));
  });
  return least;
}

/// Coordinates that are scattered to a worklist until it is drained, about.
double Concretizer::expectedScatters(const ConcreteStatement &s,
                                     const std::string &variable) const {
  std::set<std::string> outer(s.loops.begin(),
                              s.loops.begin() + s.workspaceDepth);
  double scatters = 1;
  for (size_t l = s.workspaceDepth; l < s.loops.size(); ++l) {
    scatters *= expectedFibre(s.rhs, s.loops[l], outer);
    if (s.loops[l] == variable)
      break;
    outer.insert(s.loops[l]);
  }
  return scatters;
}

/// Dense, if it is small enough for every thread to have one; else a table, if that
/// is. None: neither.
std::optional<Worklist>
Concretizer::chooseWorklist(const ConcreteStatement &s,
                            const std::string &variable) const {
  if (options.worklist == Worklist::dense || options.worklist == Worklist::hashed)
    return options.worklist;
  const ScalarType scalar = program.tensors.at(s.lhs.tensor).scalar;
  const std::int64_t extent = program.extents.at(variable);
  const double row = rowBytes(scalar, extent);
  const double table = slotsPerCoordinate * expectedScatters(s, variable) *
                       (static_cast<double>(size_of(scalar)) +
                        2 * (extent < (std::int64_t{1} << 32) ? 4 : 8));
  if (row * std::max(options.concurrency, 1) <= mostForRows(options.entries))
    return Worklist::dense;
  return tableFactor * table < row ? std::optional(Worklist::hashed)
                                   : std::nullopt;
}

/// One of the tensors of a worklist. Pieces that run at the same time have a row each.
Access Concretizer::addRow(ScalarType scalar, const std::vector<std::string> &variables,
                           const std::string &stem) {
  program.extents[slotVariable] = -1; // known when the plan runs
  const Access access = addTemporary(scalar, variables, stem);
  program.temporaries.back().isScratch = true;
  return access;
}

void Concretizer::addWorklist(ConcreteStatement &s, const std::string &variable,
                              Worklist kind) {
  const bool hashed = kind == Worklist::hashed;
  const ScalarType coordinate = listType(program.extents.at(variable));
  program.extents[tableVariable] = -1; // known when the plan runs
  const std::vector<std::string> variables{
      slotVariable, hashed ? tableVariable : variable};
  const std::string stem = "workspace";
  s.workspace = addRow(
      Strata::compute_type(program.tensors.at(s.lhs.tensor).scalar), variables, stem);
  s.marks = addRow(hashed ? coordinate : ScalarType::u8, variables, stem).tensor;
  program.temporaries.back().startsAsZero = true;
  s.list = addRow(coordinate, variables, stem).tensor;
  if (!hashed)
    return;
  s.workspace->indices.back().variable = variable;
  program.extents[cutVariable] = -1;
  s.bounds = addTemporary(ScalarType::u64, {cutVariable}, "bounds").tensor;
  program.temporaries.back().startsAsZero = true;
}

} // namespace strata
