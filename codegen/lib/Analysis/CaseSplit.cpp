// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms of which one nest of merged loops would have too many cases: parts of them
// are computed ahead, as tensors of their own.
#include "CaseEstimate.h"
#include "Concretizer.h"
#include "strata/Analysis/Absence.h"
#include "strata/Analysis/WorklistRule.h"

#include <limits>

namespace strata {

using Strata::ScalarType;
using Strata::Impl::Number;
using Kind = IndexExpr::Kind;

namespace {

/// What a sparse tensor with the values of \p e has as its fill value; none: \p e
/// does not leave one number.
std::optional<double> fillFor(const IndexExprPtr &e,
                              const Strata::TensorDeclarations &tensors) {
  const Remainder none = whereNothingIsStored(e, tensors);
  if (!none.absent())
    return std::nullopt;
  const Number value = *none.absent();
  const double fill =
      Strata::Impl::convert(value, ScalarType::f64).z.real();
  if (!Strata::Impl::equals(Strata::Impl::from_double(value.type, fill), value))
    return std::nullopt;
  return fill;
}

/// True where \p part alone makes entries of \p term: to compute it ahead is no more
/// work.
bool addsEntries(const IndexExprPtr &term, const IndexExprPtr &part,
                 const Strata::TensorDeclarations &tensors) {
  std::set<std::string> others = sparseKeys(term, tensors);
  for (const std::string &key : sparseKeys(part, tensors))
    others.erase(key);
  return !remainderOf(term, others, tensors).constant;
}

/// A part of a term, and the cases of the larger of the two nests behind it.
struct Part {
  IndexExprPtr expr;
  double cases = std::numeric_limits<double>::infinity();
};

/// True where \p term needs the value of \p part wherever nothing is stored: its loops
/// come to all coordinates of the part.
bool isNeededEverywhere(const IndexExprPtr &part, const IndexExprPtr &term,
                        Strata::TensorDeclarations tensors) {
  Access value;
  value.tensor = "%part";
  for (const std::string &v : freeVariables(part)) {
    value.indices.emplace_back();
    value.indices.back().variable = v;
  }
  tensors[value.tensor].format =
      Strata::Formats::dense(static_cast<int>(value.indices.size()));
  const IndexExprPtr read = rewrite(term, [&](IndexExprPtr e) {
    return e == part ? Strata::make_access(value, part->type) : e;
  });
  const IndexExprPtr rest = whereNothingIsStored(read, tensors).expr;
  if (!rest)
    return false;
  bool found = false;
  walk(rest, [&](const IndexExprPtr &e) {
    found |= e->kind == Kind::access && e->access.tensor == value.tensor;
  });
  return found;
}

/// Whether the values of an expression may be a dense tensor.
using MayBeDense = std::function<bool(const IndexExprPtr &)>;

/// What can be computed ahead: as a sparse tensor, or as a dense one.
bool isPart(const IndexExprPtr &e, const IndexExprPtr &term, const MayBeDense &mayBeDense,
            const Strata::TensorDeclarations &tensors) {
  if (e == term || e->kind != Kind::apply || freeVariables(e).empty())
    return false;
  const std::vector<std::string> variables = freeVariables(e);
  return std::none_of(variables.begin(), variables.end(), pinnedTo) &&
         sparseKeys(e, tensors).size() > 1 &&
         (fillFor(e, tensors) || (mayBeDense(e) && isNeededEverywhere(e, term, tensors)));
}

/// The part of \p term that leaves the fewest cases; of those that are no more work
/// if \p free. Expressions share their parts: each is looked at once.
Part bestPart(const IndexExprPtr &term, bool free, const MayBeDense &mayBeDense,
              const Strata::TensorDeclarations &tensors) {
  Part best;
  std::set<const IndexExpr *> seen;
  walk(term, [&](const IndexExprPtr &e) {
    if (!seen.insert(e.get()).second || !isPart(e, term, mayBeDense, tensors) ||
        (free && !addsEntries(term, e, tensors)))
      return;
    const size_t levels = fillFor(e, tensors) ? freeVariables(e).size() : 0;
    double cases = estimateCases({e}, tensors);
    if (cases < best.cases)
      cases = std::max(cases, estimateCases({term}, tensors, e.get(), levels));
    if (cases < best.cases)
      best = {e, cases};
  });
  return best;
}

} // namespace

/// True where a dense tensor with the values of \p part takes no more memory than
/// what rows of threads may take, or has a place for each of those of a dense result.
bool Concretizer::mayBeDensePart(const Access &lhs, const IndexExprPtr &part) const {
  const std::vector<std::string> kept = variablesOf(lhs);
  bool isLarger = !program.tensors.at(lhs.tensor).format.is_dense();
  double bytes = static_cast<double>(size_of(Strata::compute_type(part->type)));
  for (const std::string &v : freeVariables(part)) {
    bytes *= static_cast<double>(program.extents.at(v));
    isLarger |= !contains(kept, v);
  }
  return !isLarger || bytes <= mostForRows(options.entries);
}

IndexExprPtr Concretizer::withFewerCases(const Access &lhs, IndexExprPtr term) {
  std::vector<std::string> levels =
      levelVariables(lhs, program.tensors.at(lhs.tensor).format);
  walk(term, [&](const IndexExprPtr &e) {
    if (e->kind == Kind::access)
      for (const std::string &v : variablesOf(e->access))
        if (!contains(levels, v))
          levels.push_back(v);
  });
  const MayBeDense mayBeDense = [&](const IndexExprPtr &e) {
    return mayBeDensePart(lhs, e);
  };
  for (;;) {
    const double cases = estimateCases({term}, program.tensors);
    if (cases <= maxCases)
      return term;
    Part part = bestPart(term, true, mayBeDense, program.tensors);
    if (part.cases >= cases)
      part = bestPart(term, false, mayBeDense, program.tensors);
    if (part.cases >= cases)
      return term;
    const IndexExprPtr value = computedAhead(part.expr, levels);
    term = rewrite(term, [&](IndexExprPtr e) {
      return e == part.expr ? value : e;
    });
  }
}

bool Concretizer::splitLargest(const Access &lhs,
                               std::vector<IndexExprPtr> &terms) {
  if (terms.size() < 2 || estimateCases(terms, program.tensors) <= maxCases)
    return false;
  const auto cases = [&](const IndexExprPtr &term) {
    return term->kind == Kind::access ? 0 : estimateCases({term}, program.tensors);
  };
  const auto largest = std::max_element(
      terms.begin(), terms.end(),
      [&](const auto &a, const auto &b) { return cases(a) < cases(b); });
  if (cases(*largest) <= 1)
    return false;
  *largest = computedAhead(
      *largest, levelVariables(lhs, program.tensors.at(lhs.tensor).format));
  return true;
}

/// A sparse tensor with the values of \p part; those of a term have their levels in
/// one order, that of \p levels. Null: \p part is not one number where nothing is
/// stored.
IndexExprPtr Concretizer::sparsePart(const IndexExprPtr &part,
                                     const std::vector<std::string> &levels) {
  const std::optional<double> fill = fillFor(part, program.tensors);
  if (!fill)
    return nullptr;
  const std::vector<std::string> used = freeVariables(part);
  std::vector<std::string> order;
  for (const std::string &v : levels)
    if (contains(used, v))
      order.push_back(v);
  for (const std::string &v : used) // as values
    if (!contains(order, v))
      order.push_back(v);
  const bool saysWhatIsStored =
      part->type == ScalarType::boolean && isStructure(*part);
  const Access access =
      addTemporary(Strata::compute_type(part->type), order,
                   saysWhatIsStored ? nameOfStored("workspace") : "workspace");
  Strata::TensorDeclaration &declared = program.tensors.at(access.tensor);
  declared.format = Strata::Formats::csf(static_cast<int>(order.size()));
  declared.fill = *fill;
  const ScalarType type = declared.scalar;
  lower(access, false, part);
  return Strata::make_access(access, type);
}

IndexExprPtr Concretizer::computedAhead(const IndexExprPtr &part,
                                        const std::vector<std::string> &levels) {
  const IndexExprPtr sparse = sparsePart(part, levels);
  return sparse ? sparse : toTemporary(part);
}

} // namespace strata
