// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_ACCUMULATION_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_ACCUMULATION_H

#include "Reduction.h"

#include <functional>
#include <set>
#include <string>

namespace strata {

/// A body split into `old ∘ addend`, where `old` is the result's old value and
/// ∘ reduces.
struct Accumulation {
  bool accumulates = false;
  /// Null: the body yields the old value.
  Strata::IndexExprPtr addend;
  Reduction reduction;
};

/// Splits \p e, in which the access \p old stands for the old value.
/// \throws Refusal when it is used other than as one addend.
Accumulation splitAccumulation(mlir::Operation *op,
                               const Strata::IndexExprPtr &e,
                               const Strata::IndexExprPtr &old);

/// True when an access in \p e has \p variable among its indices.
bool indexes(const Strata::IndexExprPtr &e, const std::string &variable);

/// \p e reduced over \p variables. Terms of a sum that use all of them are
/// summed one by one, as index notation without explicit sums does.
Strata::IndexExprPtr reduceOver(const Reduction &reduction,
                                const Strata::IndexExprPtr &e,
                                const std::set<std::string> &variables);

/// Where a term is there that a reduction over \p variables takes, of which
/// \p there says where it is. No value: where one of them is stored.
std::optional<Strata::IndexExprPtr>
thereOver(const std::optional<Strata::IndexExprPtr> &there,
          const std::set<std::string> &variables);

/// \p e with a variable of its own for every reduction; \p bound holds those
/// that are taken, \p fresh makes another for one of them.
Strata::IndexExprPtr
renameApart(const Strata::IndexExprPtr &e, std::set<std::string> &bound,
            const std::function<std::string(const std::string &)> &fresh);

} // namespace strata

#endif
