// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_ABSENCE_H
#define STRATA_ANALYSIS_ABSENCE_H

#include "strata/Analysis/ExprUtils.h"

#include <impl/Strata_OperatorAlgebra.hpp>

#include <optional>

namespace strata {

using Strata::Impl::Number;

/// What an expression is where some operands store nothing.
struct Remainder {
  IndexExprPtr expr;
  /// Set where literals and absent operands alone make it: absent as soon as one of
  /// the latter takes part.
  std::optional<Number> constant;
  /// Set where something that is stored takes part for certain.
  bool isStored = false;

  const Number *absent() const {
    return constant && constant->absent ? &*constant : nullptr;
  }
};

/// \p expr with the accesses in \p absent (keys) replaced by the fill values that
/// \p tensors declare (0: not declared), simplified by the operators' algebra:
/// what annihilates, or is an identity, and constants. \p stored (keys): those that
/// store something for certain, besides those whose format is dense.
Remainder remainderOf(const IndexExprPtr &expr,
                      const std::set<std::string> &absent,
                      const Strata::TensorDeclarations &tensors = {},
                      const std::set<std::string> &stored = {});

/// The same; null: nothing is left but a zero that is absent itself.
IndexExprPtr withoutAbsent(const IndexExprPtr &expr,
                           const std::set<std::string> &absent);

/// What \p reduction makes of terms that are all absent and read \p term: itself
/// where a pinned variable has one of them, or where two are no more than one.
/// None: it depends on how many there are.
std::optional<Number> absentReduction(const IndexExpr &reduction,
                                      const Number &term);

/// A product, or the like, with a reduction that is absent where it has no terms: it
/// is absent whatever the other factor is, infinity or below 0.
bool mayAnnihilate(const IndexExpr &expr);

/// True where it has to be noted whether reductions in \p expr have terms: an operator
/// asks, or is annihilated.
bool asksPresence(const IndexExprPtr &expr);

/// True where what is stored alone decides: such a condition is never there itself.
bool isStructure(const IndexExpr &e);

/// True for a temporary of truth values that are structure: they say what is stored,
/// mostly whether an entry of another one was made of anything.
bool saysWhatIsStored(const std::string &tensor);

/// The beginning of names of such temporaries, \p stem with a mark.
std::string nameOfStored(const std::string &stem);

/// Accesses in \p expr (keys) that may store less than everything.
std::set<std::string> sparseKeys(const IndexExprPtr &expr,
                                     const Strata::TensorDeclarations &tensors);

/// What \p expr is where none of them stores anything.
Remainder whereNothingIsStored(const IndexExprPtr &expr,
                               const Strata::TensorDeclarations &tensors);

/// The value that \p tensor reads where it stores nothing.
Number fillOf(const Strata::TensorDeclaration &tensor);

} // namespace strata

#endif
