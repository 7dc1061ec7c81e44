// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_REDUCTION_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_REDUCTION_H

#include "mlir/IR/Operation.h"

#include <Strata_IndexNotation.hpp>

#include <optional>

namespace strata {

/// How values are reduced: by an operator of index notation, or by what a
/// region computes.
struct Reduction {
  Strata::Operator op = Strata::Operator::add;
  /// Of the operator `combine`.
  std::shared_ptr<const Strata::Combiner> combiner;

  /// \p total with one more term, as bodies have it: what `combine` computes is
  /// not written out.
  Strata::IndexExprPtr applied(const Strata::IndexExprPtr &total,
                               const Strata::IndexExprPtr &term) const;
  /// The same, written out.
  Strata::IndexExprPtr combined(const Strata::IndexExprPtr &total,
                                const Strata::IndexExprPtr &term) const;
  Strata::IndexExprPtr over(const std::string &variable,
                            const Strata::IndexExprPtr &body) const;
  /// True for a constant that leaves every term alone.
  bool isNeutral(const Strata::IndexExprPtr &e) const;
  /// True when nothing reduces to 0 of \p type.
  bool leavesZero(Strata::ScalarType type) const;
};

/// The reduction that an application is: of an operator that reduces, or of a
/// combiner; empty: of neither.
std::optional<Reduction> reductionAt(const Strata::IndexExprPtr &application);

/// The reduction of a region, \p body over the arguments x (total) and y
/// (term). \throws Refusal when \p identity is another one than that of its
/// operator.
Reduction reductionOf(mlir::Operation *op, const Strata::IndexExprPtr &body,
                      const Strata::IndexExprPtr &identity);

/// x + y, written x - z when y is -z.
Strata::IndexExprPtr addTerms(const Strata::IndexExprPtr &x,
                              const Strata::IndexExprPtr &y);

} // namespace strata

#endif
