// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_WINDOWS_H
#define STRATA_ANALYSIS_WINDOWS_H

#include "strata/Analysis/ExprUtils.h"

namespace strata {

/// An index reaches the coordinates of its dimension through a map: all of them,
/// those of a window, lo + stride · i, or those of a set, set[i].

/// Reads what to_string(IndexArg) prints; variables may have primes, or begin
/// with #. \throws Strata::CodegenError for other text.
Strata::IndexArg parseIndex(const std::string &text);

/// True when coordinates ascend with the variable, each once.
bool ascends(const Strata::IndexArg &index);

/// True when some index of the access has a window or an index set.
bool isRestricted(const Access &access);

/// True when the indices of a result do not come to all of its entries: one of
/// them stands more than once, or has a window or an index set.
bool isPartial(const Access &access);

/// A variable for all coordinates of a dimension: that of its index, or one that
/// no text has where the index is restricted.
std::string dimensionVariable(const Access &access, size_t dimension);

/// Sets whose members are evenly spaced are windows.
Strata::IndexArg withoutRegularSet(Strata::IndexArg index);
IndexExprPtr withoutRegularSets(const IndexExprPtr &expr);
Access withoutRegularSets(Access access);

/// What `index` is when its variable is replaced by numbers[variable].
Strata::IndexArg composed(const Strata::IndexArg &index,
                          const std::vector<std::int64_t> &numbers);

/// The index of `access` for each storage level.
std::vector<Strata::IndexArg> indicesByLevel(const Access &access,
                                             const Strata::TensorFormat &format);

} // namespace strata

#endif
