// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_READVALUE_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_READVALUE_H

#include <Strata_IndexNotation.hpp>

#include <optional>

namespace strata {

/// A value as index notation. Conditions say where values are there; null is
/// everywhere.
struct ReadValue {
  /// Reads 0 where it is not there.
  Strata::IndexExprPtr expr;
  /// Not set: it is there where what it is made of is stored.
  std::optional<Strata::IndexExprPtr> there;
};

/// What is computed of two operands where both, the first alone and the second
/// alone are there. Null: nothing.
struct PresenceCases {
  Strata::IndexExprPtr both, left, right;
};

/// 0 as it is written for \p type.
Strata::IndexExprPtr zeroOf(Strata::ScalarType type);
/// Where \p e stores something.
Strata::IndexExprPtr storedOf(const Strata::IndexExprPtr &e);
/// The condition of the value that a result held, with which others are
/// combined: it is not one of them.
Strata::IndexExprPtr never();
/// Where both conditions hold.
Strata::IndexExprPtr bothOf(const Strata::IndexExprPtr &a,
                            const Strata::IndexExprPtr &b);
/// Where one of them holds.
Strata::IndexExprPtr eitherOf(const Strata::IndexExprPtr &a,
                              const Strata::IndexExprPtr &b);
/// \p value where \p where holds, else \p otherwise.
Strata::IndexExprPtr guarded(const Strata::IndexExprPtr &where,
                             const Strata::IndexExprPtr &value,
                             const Strata::IndexExprPtr &otherwise);
/// \p value where \p where holds, nothing elsewhere.
ReadValue onlyWhere(const Strata::IndexExprPtr &where,
                    const Strata::IndexExprPtr &value);
/// The operator on two values, of which \p left and \p right say where they are
/// there. No value: nothing is computed anywhere.
std::optional<ReadValue> byPresence(const Strata::IndexExprPtr &left,
                                    const Strata::IndexExprPtr &right,
                                    PresenceCases cases);

} // namespace strata

#endif
