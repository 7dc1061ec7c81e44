// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_GROWTH_H
#define STRATA_LIB_TARGET_LLVMIR_GROWTH_H

#include "mlir/IR/Value.h"

#include <cstdint>
#include <optional>

namespace strata {

/// By how much the index `value` grows where `variable`, an argument of a block, grows
/// by one inside a group of `group` numbers that begins with a multiple of it; none: not
/// by the same everywhere, or that is not known.
std::optional<int64_t> growthOf(mlir::Value value, mlir::Value variable,
                                int64_t group);

} // namespace strata

#endif
