// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that are computed ahead of the loops. Where an operator asks whether one
// of them has anything stored to reduce, another temporary says so.
#include "Concretizer.h"
#include "strata/Analysis/Absence.h"

#include <set>

namespace strata {

using Strata::Operator;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

/// In the names of temporaries that say what is stored; no tensor of a statement has
/// it.
static constexpr const char *storedMark = "@stored";

bool saysWhatIsStored(const std::string &tensor) {
  return tensor.find(storedMark) != std::string::npos;
}

std::string nameOfStored(const std::string &stem) { return stem + storedMark; }

/// Reductions (as text) in what stored() and any() are asked about.
static std::set<std::string> askedReductions(const IndexExprPtr &term) {
  std::set<std::string> out;
  walk(term, [&](const IndexExprPtr &e) {
    if (e->op != Operator::stored && e->op != Operator::any)
      return;
    walk(e, [&](const IndexExprPtr &inner) {
      if (inner->kind == Kind::reduce)
        out.insert(Strata::to_string(*inner));
    });
  });
  return out;
}

/// Whether reducing \p term, where nothing stored makes it, leaves a number that is there
/// all the same, as cos(b(k)) does: one that two of it are not, of sums all but 0.
static IndexExprPtr isNumber(const IndexExprPtr &term, const IndexExpr &reduction) {
  const IndexExprPtr one = term->type == reduction.type
                               ? term
                               : Strata::make_cast(reduction.type, term);
  const IndexExprPtr other =
      reduction.op == Operator::add
          ? Strata::Impl::stored_literal_of(Strata::Impl::identity(reduction))
          : Strata::make_apply(reduction.op, {one, one}, reduction.type);
  return Strata::make_apply(Operator::neq, {one, other}, ScalarType::boolean);
}

/// Whether any term of the reductions at the root of \p expr is there: stored, or, where
/// \p orNumbers says so, a number all the same.
static IndexExprPtr anyTermThere(const IndexExprPtr &expr, bool orNumbers) {
  const IndexExprPtr &body = expr->args[0];
  IndexExprPtr there;
  if (body->kind == Kind::reduce)
    there = anyTermThere(body, orNumbers);
  else
    there = Strata::make_apply(Operator::stored, {body}, ScalarType::boolean);
  if (body->kind != Kind::reduce && orNumbers)
    there = Strata::make_apply(Operator::logical_or, {there, isNumber(body, *expr)},
                               ScalarType::boolean);
  return Strata::make_reduce(Operator::logical_or, expr->variable, there,
                             ScalarType::boolean);
}

/// The temporary of \p reduction where that has something stored to reduce, or, unless
/// an operator asks for what is stored, is a number without; else a literal, which is not
/// stored.
IndexExprPtr Concretizer::toAskedTemporary(const IndexExprPtr &reduction, bool isAsked) {
  const IndexExprPtr value = toTemporary(reduction);
  const Remainder none = whereNothingIsStored(reduction, program.tensors);
  const bool orNumbers = !isAsked && !none.absent() && !reduction->combiner;
  const Access stored =
      addTemporary(ScalarType::boolean, freeVariables(reduction),
                   nameOfStored(value->access.tensor));
  lower(stored, false, anyTermThere(reduction, orNumbers));
  return Strata::make_apply(
      Operator::select,
      {Strata::make_access(stored, ScalarType::boolean), value,
       Strata::Impl::literal_of(none.absent() ? *none.absent()
                                              : Strata::Impl::identity(*reduction))},
      reduction->type, reduction->where);
}

/// What a sparse result stores depends on whether \p reduction has anything to reduce.
bool Concretizer::decidesStructure(const IndexExprPtr &reduction) const {
  if (program.tensors.at(program.result).format.is_dense())
    return false;
  IndexExprPtr body = reduction;
  while (body->kind == Kind::reduce)
    body = body->args[0];
  return !remainderOf(body, {}, program.tensors).isStored;
}

IndexExprPtr Concretizer::withKept(const IndexExprPtr &term,
                                   const KeepReduction &keeps) {
  const std::set<std::string> asked = askedReductions(term);
  std::map<std::string, IndexExprPtr> kept; // equal ones once
  IndexExprPtr out = term;
  for (const IndexExprPtr &r : nestedReductions(term)) {
    if (!keeps(r))
      continue;
    const std::string name = Strata::to_string(*r);
    IndexExprPtr &value = kept[name];
    const bool isAsked = asked.count(name) > 0;
    if (!value)
      value = isAsked || decidesStructure(r) ? toAskedTemporary(r, isAsked)
                                             : toTemporary(r);
    out = rewrite(out, [&](IndexExprPtr e) { return e == r ? value : e; });
  }
  return out;
}

} // namespace strata
