// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements whose result is sparse. Where the loops can follow the order of its
// levels, entries are appended as they come. Else they are listed in the order of
// the loops, and the list is sorted, summed up and stored in the result's format.
#include "CaseEstimate.h"
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"

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

std::optional<Group>
Concretizer::tryAppend(const Access &lhs,
                       const std::vector<IndexExprPtr> &terms) {
  for (const IndexExprPtr &term : terms)
    if (!revisiting(term).empty())
      return std::nullopt;
  if (terms.size() > 1 && estimateCases(terms, program.tensors) > maxCases)
    return std::nullopt;
  OrderConstraints c = constraints(lhs, terms, true);
  const std::vector<std::string> levels =
      levelVariables(lhs, program.tensors.at(lhs.tensor).format);
  for (size_t l = 1; l < levels.size(); ++l)
    c.hard.emplace_back(levels[l - 1], levels[l]);
  auto order = orderVariables(c);
  if (!order)
    return std::nullopt;
  return Group{terms, *order, false};
}

void Concretizer::lowerSparse(const Access &lhs,
                              std::vector<IndexExprPtr> terms) {
  if (auto group = tryAppend(lhs, terms))
    return append(nestOf(lhs, *group));
  if (terms.size() == 1) {
    if (auto s = tryWorklist(lhs, terms[0]))
      return append(std::move(*s));
    return appendUnordered(lhs, terms[0]);
  }
  // One nest does not serve all terms: each group of terms that one does serve
  // is a tensor of its own, and the result their sum.
  std::vector<std::vector<IndexExprPtr>> groups;
  for (const IndexExprPtr &term : terms) {
    auto fits = [&](std::vector<IndexExprPtr> &group) {
      std::vector<IndexExprPtr> together = group;
      together.push_back(term);
      if (!tryAppend(lhs, together))
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

/// Ordered and unique in every level, in the order of the levels of \p lhs.
Access Concretizer::addSparseTemporary(const Access &lhs) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const Access access =
      addTemporary(result.scalar, levelVariables(lhs, result.format));
  Strata::TensorFormat &format = program.tensors.at(access.tensor).format;
  format = Strata::Formats::csf(format.dim_rank());
  return access;
}

/// All loops but the innermost of the result in the order of its levels, and the
/// entries below them added up in a worklist (Gustavson 1978).
std::optional<ConcreteStatement>
Concretizer::tryWorklist(const Access &lhs, const IndexExprPtr &term) {
  const Strata::TensorDeclaration &result = program.tensors.at(lhs.tensor);
  const std::vector<std::string> levels = levelVariables(lhs, result.format);
  if (levels.size() != lhs.indices.size() || levels.size() < 2 ||
      !isWorklistCheap(levels.back(), result.scalar))
    return std::nullopt;
  // The loops are those of a dense result, but for the order.
  Access plain = lhs;
  plain.tensor = "#order";
  Strata::TensorDeclaration &d = program.tensors[plain.tensor] = result;
  d.format = Strata::Formats::dense(result.format.dim_rank());
  OrderConstraints c = constraints(plain, {term}, false);
  program.tensors.erase(plain.tensor);
  c.soft.clear();
  for (size_t l = 0; l + 1 < levels.size(); ++l)
    for (const std::string &v : c.variables)
      if (std::find(levels.begin(), levels.begin() + l + 1, v) ==
          levels.begin() + l + 1)
        c.hard.emplace_back(levels[l], v);
  auto order = orderVariables(c);
  if (!order)
    return std::nullopt;
  ConcreteStatement s = nestOf(lhs, {{term}, *order, true});
  const size_t depth = levels.size() - 1;
  if (s.loops.size() <= depth)
    return std::nullopt;
  s.workspaceDepth = depth;
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
  s.workspace = add(program.tensors.at(s.lhs.tensor).scalar);
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
  const ScalarType scalar = program.tensors.at(lhs.tensor).scalar;
  // A list has no repeated indices; what it becomes first has none either.
  const bool repeats = variablesOf(lhs).size() != lhs.indices.size();
  const Access target = repeats ? addSparseTemporary(lhs) : lhs;
  const Access list = addTemporary(scalar, variablesOf(target));
  ConcreteStatement s = nestOf(list, single(list, std::move(term)));
  std::vector<int> order; // of the loops
  for (const std::string &v : s.loops)
    for (size_t d = 0; d < list.indices.size(); ++d)
      if (list.indices[d].variable == v)
        order.push_back(static_cast<int>(d));
  program.tensors.at(list.tensor).format = entryList(order);
  s.convertedTo = target.tensor;
  append(std::move(s));
  if (repeats)
    lowerSparse(lhs, {Strata::make_access(target, scalar)});
}

/// Coordinates of every entry, in any order, with repetitions.
Strata::TensorFormat Concretizer::entryList(const std::vector<int> &order) {
  std::vector<Strata::LevelType> levels(
      order.size(), {Strata::LevelKind::singleton, false, false});
  levels[0].kind = Strata::LevelKind::compressed;
  return Strata::TensorFormat(order, std::move(levels));
}

} // namespace strata
