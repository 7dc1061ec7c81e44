// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms of a sparse result that are made apart, as tensors of their own, which store no
// more than they do.
#include "CaseEstimate.h"
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"

namespace strata {

/// True when \p term is 0, and stores nothing, where none of its operands does.
bool Concretizer::isSparseTerm(const IndexExprPtr &term) const {
  const Remainder none = whereNothingIsStored(term, program.tensors);
  return none.absent() &&
         Strata::Impl::equals(*none.absent(),
                              Strata::Impl::zero(none.absent()->type, true));
}

/// The sum of \p terms as a tensor of its own, which stores no more than they do: what
/// they leave where nothing is stored is its fill value.
IndexExprPtr Concretizer::partOf(const Access &lhs,
                                 std::vector<IndexExprPtr> terms) {
  const bool isSparse =
      std::all_of(terms.begin(), terms.end(),
                  [&](const IndexExprPtr &t) { return isSparseTerm(t); });
  const bool isNumber = std::all_of(
      terms.begin(), terms.end(),
      [](const IndexExprPtr &t) { return t->kind == IndexExpr::Kind::literal; });
  if (!isSparse && !isNumber)
    if (IndexExprPtr sum = sumOfPart(lhs, terms))
      return sum;
  Strata::ScalarType type = terms[0]->type; // that of the sum it is a part of
  for (const IndexExprPtr &term : terms)
    type = Strata::promote(type, term->type);
  const Access part = addSparseTemporary(lhs, Strata::compute_type(type));
  lowerSparse(part, std::move(terms));
  return Strata::make_access(part, program.tensors.at(part.tensor).scalar);
}

/// \p terms, of which those that are 0 where nothing is stored are a tensor of their
/// own.
std::vector<IndexExprPtr>
Concretizer::withSumOfSparseTerms(const Access &lhs,
                                  const std::vector<IndexExprPtr> &terms) {
  std::vector<IndexExprPtr> sparse, rest;
  for (const IndexExprPtr &term : terms)
    (isSparseTerm(term) ? sparse : rest).push_back(term);
  if (sparse.size() < 2)
    return terms;
  rest.push_back(partOf(lhs, std::move(sparse)));
  return rest;
}

/// The sum of \p terms as a tensor of its own; null where they do not leave one number
/// where nothing is stored.
IndexExprPtr Concretizer::sumOfPart(const Access &lhs,
                                    const std::vector<IndexExprPtr> &terms) {
  IndexExprPtr sum = terms[0];
  for (size_t t = 1; t < terms.size(); ++t)
    sum = Strata::make_apply(Strata::Operator::add, {sum, terms[t]},
                             Strata::promote(sum->type, terms[t]->type));
  return sparsePart(
      sum, levelVariables(lhs, program.tensors.at(lhs.tensor).format));
}

/// \p terms, of which as many as one nest serves are a tensor each.
std::vector<IndexExprPtr>
Concretizer::inParts(const Access &lhs, const std::vector<IndexExprPtr> &terms) {
  std::vector<std::vector<IndexExprPtr>> groups;
  for (const IndexExprPtr &term : terms) {
    std::vector<IndexExprPtr> together;
    if (!groups.empty())
      together = groups.back();
    together.push_back(term);
    if (!groups.empty() && estimateCases(together, program.tensors) <= maxCases)
      groups.back() = std::move(together);
    else
      groups.push_back({term});
  }
  if (groups.size() == 1) // what is wrong is not how many there are
    return terms;
  std::vector<IndexExprPtr> parts;
  for (std::vector<IndexExprPtr> &group : groups)
    if (IndexExprPtr sum = group.size() > 1 ? sumOfPart(lhs, group) : nullptr)
      parts.push_back(std::move(sum));
    else
      parts.insert(parts.end(), group.begin(), group.end());
  return parts;
}

} // namespace strata
