// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that are computed ahead of the loops. Where an operator asks whether one
// of them has anything stored to reduce, another temporary says so.
#include "Concretizer.h"
#include "strata/Analysis/Absence.h"
#include "strata/Analysis/ExprUtils.h"

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

/// What \p reduction makes of two terms \p term.
static IndexExprPtr twice(const IndexExpr &reduction, const IndexExprPtr &term) {
  if (!reduction.combiner)
    return Strata::make_apply(reduction.op, {term, term}, reduction.type);
  return rewrite(reduction.combiner->body, [&](IndexExprPtr e) {
    if (e->kind != Kind::argument)
      return e;
    return e->type == term->type ? term : Strata::make_cast(e->type, term);
  });
}

/// Whether \p reduction makes a number of terms \p term that nothing stored makes, as of
/// cos(b(k)): two of them make a difference; of sums, each does that is not 0. The same
/// as reduce_absent() says of a number.
static IndexExprPtr makesNumber(const IndexExpr &reduction, IndexExprPtr term) {
  if (term->type != reduction.type)
    term = Strata::make_cast(reduction.type, term);
  const bool adds = !reduction.combiner && reduction.op == Operator::add;
  const IndexExprPtr other =
      adds ? Strata::Impl::stored_literal_of(Strata::Impl::identity(reduction))
           : twice(reduction, term);
  return Strata::make_apply(Operator::neq, {term, other}, ScalarType::boolean);
}

/// Whether any term of the reductions at the root of \p reduction is there: stored, or,
/// with \p orNumbers, a number all the same.
static IndexExprPtr anyTermThere(const IndexExpr &reduction, bool orNumbers) {
  const IndexExprPtr &body = reduction.args[0];
  const bool isChain = body->kind == Kind::reduce;
  IndexExprPtr there =
      isChain ? anyTermThere(*body, orNumbers)
              : Strata::make_apply(Operator::stored, {body}, ScalarType::boolean);
  const bool isSame = isChain && body->op == reduction.op &&
                      body->combiner == reduction.combiner; // the terms say it
  if (orNumbers && !isSame && reduction.op != Operator::any)
    there = Strata::make_apply(Operator::logical_or,
                               {there, makesNumber(reduction, body)}, ScalarType::boolean);
  return Strata::make_reduce(Operator::logical_or, reduction.variable, there,
                             ScalarType::boolean);
}

/// The temporary of \p reduction where that has something stored to reduce, or, unless
/// an operator asks for what is stored, is a number without; else a literal, which is not
/// stored.
IndexExprPtr Concretizer::toAskedTemporary(const IndexExprPtr &reduction, bool isAsked) {
  const auto lowered = [&] {
    const SaveValue saved(saysWhetherStored, false);
    return toTemporary(reduction);
  };
  const IndexExprPtr value = lowered();
  const Remainder none = whereNothingIsStored(reduction, program.tensors);
  const bool orNumbers = !isAsked && !none.absent();
  const Access stored =
      addTemporary(ScalarType::boolean, freeVariables(reduction),
                   nameOfStored(value->access.tensor));
  const SaveValue saved(saysWhetherStored, true);
  lower(stored, false, anyTermThere(*reduction, orNumbers));
  return Strata::make_apply(
      Operator::select,
      {Strata::make_access(stored, ScalarType::boolean), value,
       Strata::Impl::literal_of(none.absent() ? *none.absent()
                                              : Strata::Impl::identity(*reduction))},
      reduction->type, reduction->where);
}

/// Whether what stands around \p reduction depends on whether that has anything to reduce:
/// what a sparse result stores, and what operators make of an operand that is read by
/// pinned variables, which is no sum that anybody wrote.
bool Concretizer::decidesStructure(const IndexExprPtr &reduction) const {
  if (saysWhetherStored)
    return false;
  bool isRead = true;
  IndexExprPtr body = reduction;
  for (; body->kind == Kind::reduce; body = body->args[0])
    isRead = isRead && pinnedTo(body->variable);
  isRead = isRead && body->kind == Kind::access;
  if (!isRead && program.tensors.at(program.result).format.is_dense())
    return false;
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
