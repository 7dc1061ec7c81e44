// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_GENERICFORM_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_GENERICFORM_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>
#include <vector>

namespace strata {

/// \throws Refusal unless \p op has one result, and maps and iterators as index
/// notation has them.
void requireForm(mlir::linalg::GenericOp op);

/// Loops that index the dimensions of an operand. \pre requireForm()
std::vector<unsigned> positions(mlir::AffineMap map);

/// What \p dims, by loop, are called in the order of an operand's dimensions.
std::vector<std::string> apply(mlir::AffineMap map,
                               const std::vector<std::string> &dims);

} // namespace strata

#endif
