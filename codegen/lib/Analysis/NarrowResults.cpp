// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that do not add up as their right-hand sides do: f16 and bf16, which are rounded
// once, and what integers are converted to, which wrap around before. What is added up entry
// by entry is added up in a temporary first.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Windows.h"

namespace strata {

using Strata::ScalarType;

IndexExprPtr withoutStoreCast(const IndexExprPtr &rhs, ScalarType type) {
  const bool converts =
      rhs->kind == IndexExpr::Kind::cast && rhs->type == type &&
      !Strata::is_complex(rhs->args[0]->type) &&
      Strata::implicitly_convertible(rhs->args[0]->type, type);
  return converts ? rhs->args[0] : rhs;
}

/// The type to add up \p terms in for a result of the type \p result; none: in that of the
/// result, with the same outcome.
static std::optional<ScalarType> apartFrom(ScalarType result, ScalarType terms) {
  if (Strata::is_half(result))
    return Strata::compute_type(Strata::promote(result, terms));
  // A sum that is as narrow as the result, or wider, wraps around at its width in the end.
  const bool wrapsBefore = Strata::is_integer(terms) &&
                           (!Strata::is_integer(result) ||
                            Strata::size_of(result) > Strata::size_of(terms));
  return wrapsBefore ? std::optional(terms) : std::nullopt;
}

/// True if some entry of the result is written from what was written there
/// before, other than by the += of the user; or if pieces add to the same one.
bool Concretizer::addsToResult(const Strata::Assignment &a) const {
  int updates = a.accumulate ? -1 : 0;
  for (const ConcreteStatement &s : program.statements) {
    if (s.lhs.tensor != a.lhs.tensor)
      continue;
    const size_t depth = s.workspace ? s.workspaceDepth : s.loops.size();
    const bool scatters = std::any_of(
        s.loops.begin(), s.loops.begin() + depth,
        [&](const std::string &v) { return !usesVariable(s.lhs, v); });
    if (scatters || s.race != Strata::RaceStrategy::none || revisits(s.rhs))
      return true;
    updates += s.accumulate;
  }
  return updates > 0;
}

/// \p rhs as it can be lowered: with iterators for diagonals, and levels that
/// can be located.
IndexExprPtr Concretizer::prepared(const IndexExprPtr &rhs) {
  return locatable(spreadDiagonals(withFoldedLiterals(rhs), program.tensors,
                                   program.extents));
}

ConcreteProgram Concretizer::run(const Strata::Assignment &statement) {
  const Strata::Assignment a = inAscendingOrder(statement);
  const Strata::TensorDeclaration &result = program.tensors.at(a.lhs.tensor);
  const ScalarType type = result.scalar;
  const bool isDense = result.format.is_dense();
  if (!isDense && a.keeps_rest && isPartial(a.lhs)) {
    replacePart(a);
    finish();
    return std::move(program);
  }
  keepsContents = a.keeps_rest;
  const IndexExprPtr whole = prepared(a.rhs);
  const ConcreteProgram empty = program;
  lower(a.lhs, a.accumulate, whole);
  const IndexExprPtr rhs = withoutStoreCast(whole, type);
  const std::optional<ScalarType> apart = apartFrom(type, rhs->type);
  if (!apart || !isDense || !addsToResult(a)) {
    finish();
    return std::move(program);
  }
  program = empty;
  const Access sums = addTemporary(*apart, variablesOf(a.lhs));
  lower(sums, false, rhs);
  lower(a.lhs, a.accumulate, Strata::make_access(sums, *apart));
  finish();
  return std::move(program);
}

} // namespace strata
