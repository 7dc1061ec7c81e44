// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements whose result is sparse. Where the loops can follow the order of its
// levels, entries are appended as they come. Else they are listed in the order of
// the loops, and the list is sorted, summed up and stored in the result's format.
#include "CaseEstimate.h"
#include "Concretizer.h"
#include "ConvertedFormats.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/Windows.h"

#include <Strata_Error.hpp>

namespace strata {

using Strata::ScalarType;

std::vector<std::string> levelVariables(const Access &access,
                                        const Strata::TensorFormat &format) {
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

/// \p terms with their literals as one, as none where these add up to 0: apart from
/// the others they would be a number everywhere.
static std::vector<IndexExprPtr>
withOneLiteral(const std::vector<IndexExprPtr> &terms) {
  std::vector<IndexExprPtr> out;
  IndexExprPtr sum;
  for (const IndexExprPtr &term : terms) {
    if (term->kind != IndexExpr::Kind::literal || term->absent)
      out.push_back(term);
    else
      sum = !sum ? term
                 : withFoldedLiterals(Strata::make_apply(
                       Strata::Operator::add, {sum, term},
                       Strata::promote(sum->type, term->type)));
  }
  const bool cancels =
      sum && sum->kind == IndexExpr::Kind::literal &&
      Strata::Impl::equals(Strata::Impl::number_of(*sum),
                           Strata::Impl::zero(sum->type, true));
  if (sum && !(cancels && !out.empty()))
    out.push_back(sum);
  return out;
}

void Concretizer::lowerSparse(const Access &lhs,
                              std::vector<IndexExprPtr> terms) {
  const bool single = terms.size() == 1;
  const bool reduces =
      std::any_of(terms.begin(), terms.end(), containsReduction);
  auto group = tryAppend(lhs, terms, false);
  if (group && !(single && reduces && crossesLoops(lhs, *group))) {
    auto rows = single && reduces ? tryRows(lhs, terms[0]) : std::nullopt;
    return append(rows ? std::move(*rows) : nestOf(lhs, *group));
  }
  if (!reduces && !group)
    if ((group = tryAppend(lhs, terms, true)))
      return append(nestOf(lhs, *group));
  const Strata::TensorDeclaration &result = program.tensors.at(lhs.tensor);
  if (!Strata::Impl::equals(fillOf(result),
                            Strata::Impl::identity(scattersBy, result.scalar)))
    return appendFilled(lhs, terms);
  if (single && options.worklist == Strata::Worklist::sorted)
    return appendUnordered(lhs, terms[0]);
  if (single) {
    if (auto s = tryWorklist(lhs, terms[0], false))
      return append(std::move(*s));
    auto converted = tryAppend(lhs, terms, true);
    if (converted && !crossesLoops(lhs, *converted))
      return append(nestOf(lhs, *converted));
    if (auto s = tryWorklist(lhs, terms[0], true))
      return append(std::move(*s));
    if (group)
      return append(nestOf(lhs, *group));
    if (result.fill != 0)
      return appendFilled(lhs, terms);
    const SaveValue sums(combiner, Strata::Operator::add); // those of the list
    const SaveValue added(scattersBy, Strata::Operator::add);
    return appendUnordered(lhs, terms[0]);
  }
  // One nest does not serve all terms: each group of terms that one does serve
  // is a tensor of its own, and the result their sum.
  if (std::vector<IndexExprPtr> fewer = withOneLiteral(terms);
      fewer.size() < terms.size())
    return lowerSparse(lhs, std::move(fewer));
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
  for (std::vector<IndexExprPtr> &group : groups)
    parts.push_back(partOf(lhs, std::move(group)));
  lowerSparse(lhs, std::move(parts));
}

/// What \p access reads, in the order of its variables: one of the indices is a set
/// that does not ascend.
IndexExprPtr Concretizer::inOrderOfVariables(const IndexExprPtr &access) {
  const std::string &name = access->access.tensor;
  const Access read = addSparseTemporary(access->access,
                                         program.tensors.at(name).scalar);
  program.tensors.at(read.tensor).fill = program.tensors.at(name).fill;
  const SaveValue sums(combiner, Strata::Operator::add); // those of the list
  const SaveValue added(scattersBy, Strata::Operator::add);
  appendUnordered(read, access);
  return Strata::make_access(read, access->type, access->where);
}

/// \p term with copies of the operands whose coordinates do not ascend.
IndexExprPtr Concretizer::withAscendingOperands(const Access &lhs,
                                                const IndexExprPtr &term) {
  std::map<std::string, std::string> copies;
  walk(term, [&](const IndexExprPtr &e) {
    if (e->kind != IndexExpr::Kind::access)
      return;
    const auto &format = program.tensors.at(e->access.tensor).format;
    const auto ordered = withOrderedLevels(format);
    if (ordered != format)
      copies[accessKey(e->access)] =
          copyOf(e->access.tensor, ordered,
                 "entries of a result with a fill value come in its order");
  });
  return rewrite(redirect(term, copies), [&](IndexExprPtr e) {
    const bool isAccess = e->kind == IndexExpr::Kind::access;
    return isAccess && !ascends(lhs, {e}) ? inOrderOfVariables(e) : e;
  });
}

/// Sums that are added up elsewhere are 0 where there is nothing to add, other
/// reductions what is neutral to them: with another fill value, entries come in the
/// order of the levels.
void Concretizer::appendFilled(const Access &lhs,
                               std::vector<IndexExprPtr> terms) {
  if (auto group = tryAppend(lhs, terms, true))
    return append(nestOf(lhs, *group));
  for (IndexExprPtr &term : terms)
    term = withAscendingOperands(lhs, term);
  for (const bool converting : {false, true})
    if (auto group = tryAppend(lhs, terms, converting))
      return append(nestOf(lhs, *group));
  std::vector<IndexExprPtr> fewer = inParts(lhs, withSumOfSparseTerms(lhs, terms));
  if (fewer.size() < terms.size())
    return appendFilled(lhs, std::move(fewer));
  if (splitLargest(lhs, terms))
    return appendFilled(lhs, std::move(terms));
  throw Strata::UnsupportedExpression(
      "concretize: '" + text + "': the entries of '" + program.result +
      "' do not come in the order of its levels; expected that of a result with "
      "another fill value than 0; store it in another mode order, or with the "
      "fill value 0");
}

/// Ordered and unique in every level, in the order of the levels of \p lhs.
Access Concretizer::addSparseTemporary(const Access &lhs, ScalarType scalar) {
  const Strata::TensorDeclaration result = program.tensors.at(lhs.tensor);
  const Access access =
      addTemporary(scalar, levelVariables(lhs, result.format));
  Strata::TensorFormat &format = program.tensors.at(access.tensor).format;
  format = Strata::Formats::csf(format.dim_rank());
  return access;
}

void Concretizer::append(ConcreteStatement s) {
  if (!s.loops.empty())
    s.parallel = s.loops[0];
  program.statements.push_back(std::move(s));
}

void Concretizer::appendUnordered(const Access &lhs, IndexExprPtr term) {
  const ScalarType type = program.tensors.at(lhs.tensor).scalar;
  const ScalarType scalar = Strata::compute_type(type);
  // A list has whole dimensions and no repeated indices, and so has what it
  // becomes first; sums are rounded once.
  const bool isCopied = isPartial(lhs) || scalar != type;
  const Access target = isCopied ? addSparseTemporary(lhs, scalar) : lhs;
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
