// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements whose result is sparse. Where the loops can follow the order of its
// levels, entries are appended as they come. Else they are listed in the order of
// the loops, and the list is sorted, summed up and stored in the result's format.
#include "CaseEstimate.h"
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"

#include <Strata_Error.hpp>

namespace strata {

using Strata::ScalarType;

/// Variables of \p access, each once, in the order of the levels.
static std::vector<std::string> levelVariables(
    const Access &access, const Strata::TensorFormat &format) {
  std::vector<std::string> out;
  for (const std::string &v : tensorPath(access, format).variables)
    if (!contains(out, v))
      out.push_back(v);
  return out;
}

void Concretizer::addResultOrder(OrderConstraints &c, const Access &lhs) const {
  const Strata::TensorFormat &format = program.tensors.at(lhs.tensor).format;
  const std::vector<std::string> levels = levelVariables(lhs, format);
  for (size_t l = 1; l < levels.size() && !format.is_dense(); ++l)
    c.hard.emplace_back(levels[l - 1], levels[l]);
  for (size_t l = 0; l < leadingLoops.size(); ++l)
    for (const std::string &v : c.variables)
      if (std::find(leadingLoops.begin(), leadingLoops.begin() + l + 1, v) ==
          leadingLoops.begin() + l + 1)
        c.hard.emplace_back(leadingLoops[l], v);
}

/// True when loops over the result come to its coordinates in ascending order,
/// once each.
bool Concretizer::ascends(const Access &lhs,
                          const std::vector<IndexExprPtr> &terms) const {
  bool ordered = true;
  for (const IndexExprPtr &term : terms)
    walk(term, [&](const IndexExprPtr &e) {
      if (e->kind != IndexExpr::Kind::access)
        return;
      const auto &format = program.tensors.at(e->access.tensor).format;
      const TensorPath path = tensorPath(e->access, format);
      for (size_t l = 0; l < path.levels.size(); ++l)
        ordered &= path.levels[l].ordered ||
                   !usesVariable(lhs, path.variables[l]);
    });
  return ordered;
}

std::optional<Group>
Concretizer::tryAppend(const Access &lhs,
                       const std::vector<IndexExprPtr> &terms,
                       bool converting) {
  for (const IndexExprPtr &term : terms)
    if (!revisiting(term).empty())
      return std::nullopt;
  if (!ascends(lhs, terms) ||
      (terms.size() > 1 && estimateCases(terms, program.tensors) > maxCases))
    return std::nullopt;
  return converting ? convertGroup(lhs, terms, true)
                    : orderGroup(lhs, terms, true);
}

/// True when two loops of \p group visit every pair of coordinates, of which no
/// sparse operand stores pairs, though all of them have fewer entries: rows times
/// columns.
bool Concretizer::crossesLoops(const Access &lhs, const Group &group) const {
  std::vector<Access> sparse;
  double entries = 0;
  for (const IndexExprPtr &term : group.terms)
    walk(term, [&](const IndexExprPtr &e) {
      if (e->kind != IndexExpr::Kind::access ||
          program.tensors.at(e->access.tensor).format.is_dense())
        return;
      sparse.push_back(e->access);
      const auto known = options.entriesOf.find(sourceOf(e->access.tensor));
      entries += known == options.entriesOf.end() ? 0 : known->second;
    });
  auto stores = [&](const std::string &v, const std::string &w) {
    return std::any_of(sparse.begin(), sparse.end(), [&](const Access &a) {
      return usesVariable(a, v) && usesVariable(a, w);
    });
  };
  for (const std::string &v : variablesOf(lhs))
    for (const std::string &w : variablesOf(lhs)) {
      const double pairs = static_cast<double>(program.extents.at(v)) *
                           static_cast<double>(program.extents.at(w));
      if (v != w && stores(v, v) && stores(w, w) && !stores(v, w) &&
          pairs > 4 * entries)
        return true;
    }
  return false;
}

void Concretizer::lowerSparse(const Access &lhs,
                              std::vector<IndexExprPtr> terms) {
  const bool single = terms.size() == 1;
  const bool reduces =
      std::any_of(terms.begin(), terms.end(), containsReduction);
  auto group = tryAppend(lhs, terms, false);
  if (group && !(single && reduces && crossesLoops(lhs, *group)))
    return append(nestOf(lhs, *group));
  if (!reduces && !group)
    if ((group = tryAppend(lhs, terms, true)))
      return append(nestOf(lhs, *group));
  if (program.tensors.at(lhs.tensor).fill != 0)
    return appendFilled(lhs, terms);
  if (single) {
    if (auto s = tryWorklist(lhs, terms[0], false))
      return append(std::move(*s));
    auto converted = tryAppend(lhs, terms, true);
    if (converted && !crossesLoops(lhs, *converted))
      return append(nestOf(lhs, *converted));
    if (auto s = tryWorklist(lhs, terms[0], true))
      return append(std::move(*s));
    return group ? append(nestOf(lhs, *group))
                 : appendUnordered(lhs, terms[0]);
  }
  // One nest does not serve all terms: each group of terms that one does serve
  // is a tensor of its own, and the result their sum.
  std::vector<std::vector<IndexExprPtr>> groups;
  for (const IndexExprPtr &term : terms) {
    auto fits = [&](std::vector<IndexExprPtr> &group) {
      std::vector<IndexExprPtr> together = group;
      together.push_back(term);
      if (!tryAppend(lhs, together, false))
        return false;
      group = std::move(together);
      return true;
    };
    if (std::none_of(groups.begin(), groups.end(), fits))
      groups.push_back({term});
  }
  std::vector<IndexExprPtr> parts;
  for (std::vector<IndexExprPtr> &group : groups) {
    const Access part = addSparseTemporary(lhs);
    lowerSparse(part, std::move(group));
    parts.push_back(
        Strata::make_access(part, program.tensors.at(part.tensor).scalar));
  }
  lowerSparse(lhs, std::move(parts));
}

/// Sums that are added up elsewhere are 0 where there is nothing to add: with
/// another fill value, entries come in the order of the levels.
void Concretizer::appendFilled(const Access &lhs,
                               const std::vector<IndexExprPtr> &terms) {
  if (auto group = tryAppend(lhs, terms, true))
    return append(nestOf(lhs, *group));
  throw Strata::UnsupportedExpression(
      "concretize: '" + text + "': the entries of " + accessKey(lhs) +
      " do not come in the order of its levels; expected that of a result with "
      "another fill value than 0; store it in another mode order, or with the "
      "fill value 0");
}

/// Ordered and unique in every level, in the order of the levels of \p lhs.
Access Concretizer::addSparseTemporary(const Access &lhs) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const Access access = addTemporary(Strata::compute_type(result.scalar),
                                     levelVariables(lhs, result.format));
  Strata::TensorFormat &format = program.tensors.at(access.tensor).format;
  format = Strata::Formats::csf(format.dim_rank());
  return access;
}

/// All loops but the innermost of the result in the order of its levels, and the
/// entries below them added up in a worklist (Gustavson 1978).
std::optional<ConcreteStatement>
Concretizer::tryWorklist(const Access &lhs, const IndexExprPtr &term,
                         bool converting) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const std::vector<std::string> levels = levelVariables(lhs, result.format);
  if (levels.size() != lhs.indices.size() || levels.size() < 2 ||
      !isWorklistCheap(levels.back(), result.scalar))
    return std::nullopt;
  Access outer = lhs; // of the loops that ascend
  outer.indices.erase(
      std::remove_if(outer.indices.begin(), outer.indices.end(),
                     [&](const auto &i) { return i.variable == levels.back(); }),
      outer.indices.end());
  if (!ascends(outer, {term}))
    return std::nullopt;
  // The loops are those of a dense result, but for the order.
  Access plain = lhs;
  plain.tensor = "#order";
  program.tensors[plain.tensor] = result;
  program.tensors[plain.tensor].format =
      Strata::Formats::dense(result.format.dim_rank());
  leadingLoops.assign(levels.begin(), levels.end() - 1);
  const auto group = converting ? convertGroup(plain, {term}, false)
                                : orderGroup(plain, {term}, false);
  leadingLoops.clear();
  program.tensors.erase(plain.tensor);
  if (!group)
    return std::nullopt;
  ConcreteStatement s = nestOf(lhs, {group->terms, group->order, true});
  s.workspaceDepth = levels.size() - 1;
  if (s.loops.size() <= s.workspaceDepth)
    return std::nullopt;
  addWorklist(s, levels.back());
  return s;
}

/// A worklist holds a value, a mark and a coordinate for every coordinate, once
/// for each piece that runs at the same time.
bool Concretizer::isWorklistCheap(const std::string &variable,
                                  ScalarType scalar) const {
  const auto extent = static_cast<double>(program.extents.at(variable));
  const double bytes = extent * static_cast<double>(size_of(scalar) + 5) *
                       std::max(options.concurrency, 1);
  constexpr double always = 1 << 26;
  return bytes <= std::max(always, 16 * options.entries);
}

void Concretizer::addWorklist(ConcreteStatement &s,
                              const std::string &variable) {
  program.extents[slotVariable] = -1; // known when the plan runs
  const std::vector<std::string> variables{slotVariable, variable};
  auto add = [&](ScalarType scalar) {
    const Access access = addTemporary(scalar, variables);
    program.temporaries.back().isScratch = true;
    return access;
  };
  s.workspace =
      add(Strata::compute_type(program.tensors.at(s.lhs.tensor).scalar));
  s.marks = add(ScalarType::u8).tensor;
  program.temporaries.back().startsAsZero = true;
  const bool narrow = program.extents.at(variable) < (std::int64_t{1} << 32);
  s.list = add(narrow ? ScalarType::u32 : ScalarType::u64).tensor;
}

void Concretizer::append(ConcreteStatement s) {
  if (!s.loops.empty())
    s.parallel = s.loops[0];
  program.statements.push_back(std::move(s));
}

void Concretizer::appendUnordered(const Access &lhs, IndexExprPtr term) {
  const ScalarType type = program.tensors.at(lhs.tensor).scalar;
  const ScalarType scalar = Strata::compute_type(type);
  // A list has no repeated indices, and what it becomes first has none either;
  // sums are rounded once.
  const bool repeats = variablesOf(lhs).size() != lhs.indices.size();
  const bool isCopied = repeats || scalar != type;
  const Access target = isCopied ? addSparseTemporary(lhs) : lhs;
  const Access list = addTemporary(scalar, variablesOf(target));
  ConcreteStatement s = nestOf(list, single(list, std::move(term)));
  std::vector<int> order; // of the loops
  for (const std::string &v : s.loops)
    for (size_t d = 0; d < list.indices.size(); ++d)
      if (list.indices[d].variable == v)
        order.push_back(static_cast<int>(d));
  Strata::TensorDeclaration &declared = program.tensors.at(list.tensor);
  declared.format = entryList(order, declared.extents);
  s.collectedIn = target.tensor;
  append(std::move(s));
  if (isCopied)
    lowerSparse(lhs, {Strata::make_access(target, scalar)});
}

/// Coordinates of every entry, in any order, with repetitions; in 32 bits where
/// they fit.
Strata::TensorFormat
Concretizer::entryList(const std::vector<int> &order,
                       const std::vector<std::int64_t> &extents) {
  std::vector<Strata::LevelType> levels(
      order.size(), {Strata::LevelKind::singleton, false, false});
  levels[0].kind = Strata::LevelKind::compressed;
  Strata::IndexType coordinates;
  if (std::all_of(extents.begin(), extents.end(), [](std::int64_t extent) {
        return extent >= 0 && extent <= (std::int64_t{1} << 32);
      }))
    coordinates.width = 32;
  return Strata::TensorFormat(order, std::move(levels), {}, coordinates);
}

} // namespace strata
