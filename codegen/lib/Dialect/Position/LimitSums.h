// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_DIALECT_POSITION_LIMITSUMS_H
#define STRATA_LIB_DIALECT_POSITION_LIMITSUMS_H

#include "strata/Dialect/Position/Position.h"

namespace strata::pos {

/// Without the loops of \p launch, a phase "limit", that do nothing but add up the lengths
/// of the fibres of a piece: they lie behind one another.
void addUpFibres(LaunchOp launch);

} // namespace strata::pos

#endif
