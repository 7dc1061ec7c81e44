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

/// Whether any term of the reductions at the root of \p expr is stored.
static IndexExprPtr anyTermStored(const IndexExprPtr &expr) {
  if (expr->kind != Kind::reduce)
    return Strata::make_apply(Operator::stored, {expr}, ScalarType::boolean);
  return Strata::make_reduce(Operator::logical_or, expr->variable,
                             anyTermStored(expr->args[0]), ScalarType::boolean);
}

/// What \p reduction is where nothing it reduces is stored.
static Number valueOfNothing(const IndexExprPtr &reduction,
                             const Strata::TensorDeclarations &tensors) {
  const Remainder none = whereNothingIsStored(reduction, tensors);
  return none.absent() ? *none.absent() : Strata::Impl::identity(*reduction);
}

/// The temporary of \p reduction where that has something stored to reduce; else a
/// literal, which is not stored.
IndexExprPtr Concretizer::toAskedTemporary(const IndexExprPtr &reduction) {
  const IndexExprPtr value = toTemporary(reduction);
  const IndexExprPtr asked = anyTermStored(reduction);
  const Access stored =
      addTemporary(ScalarType::boolean, freeVariables(reduction),
                   nameOfStored(value->access.tensor));
  lower(stored, false, asked);
  return Strata::make_apply(
      Operator::select,
      {Strata::make_access(stored, ScalarType::boolean), value,
       Strata::Impl::literal_of(valueOfNothing(reduction, program.tensors))},
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
    if (!value)
      value = asked.count(name) || decidesStructure(r) ? toAskedTemporary(r)
                                                       : toTemporary(r);
    out = rewrite(out, [&](IndexExprPtr e) { return e == r ? value : e; });
  }
  return out;
}

} // namespace strata
