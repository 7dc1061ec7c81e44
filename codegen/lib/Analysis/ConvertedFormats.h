// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_CONVERTEDFORMATS_H
#define STRATA_LIB_ANALYSIS_CONVERTEDFORMATS_H

#include "strata/Analysis/ExprUtils.h"

namespace strata {

/// Formats that an operand is converted to. Level kinds and index widths stay
/// where they can.

/// The format of `tensor` for loops in the order `loops`: the levels down to the
/// last one that is iterated hold the dimensions in that order. `entries` (−1:
/// unknown) tells whether dense levels are worth their positions.
Strata::TensorFormat inLoopOrder(const Access &access,
                                 const Strata::TensorDeclaration &tensor,
                                 const std::vector<std::string> &loops,
                                 double entries);

/// Every level ordered. Coordinates whose parents were out of order may repeat:
/// then the last level is nonunique, and duplicates are next to each other.
Strata::TensorFormat withOrderedLevels(const Strata::TensorFormat &format);

/// Levels with a dense level directly below them unique.
Strata::TensorFormat withLocatableLevels(const Strata::TensorFormat &format);

/// Bytes of an entry: its value and its coordinates.
double entryBytes(const Strata::TensorFormat &format,
                  Strata::ScalarType scalar);

/// "CSR", "COO", …; else the dimensions in the order of the levels, "102".
std::string shortName(const Strata::TensorFormat &format);

} // namespace strata

#endif
