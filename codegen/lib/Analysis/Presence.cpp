// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that ask what is stored.
#include "Concretizer.h"

#include <Strata_Error.hpp>

namespace strata {

using Strata::Operator;

/// Refuses to ask a temporary, which stores everything, what is stored of the sum
/// that was moved there.
void Concretizer::checkPresence() const {
  const auto isTemporary = [&](const std::string &tensor) {
    return std::any_of(
        program.temporaries.begin(), program.temporaries.end(),
        [&](const Temporary &t) { return t.name == tensor; });
  };
  const auto refuseTemporaries = [&](const IndexExprPtr &asked) {
    walk(asked, [&](const IndexExprPtr &e) {
      if (e->kind != IndexExpr::Kind::access || !isTemporary(e->access.tensor))
        return;
      throw Strata::UnsupportedExpression(
          "concretize: '" + text +
          "': whether a sum stores anything is asked of one that has to be added up "
          "ahead of the loops; expected sums inside the loops over what they depend "
          "on; compute the sum as a sparse tensor first");
    });
  };
  for (const ConcreteStatement &s : program.statements)
    walk(s.rhs, [&](const IndexExprPtr &e) {
      if (e->op == Operator::stored || e->op == Operator::any)
        refuseTemporaries(e);
    });
}

} // namespace strata
