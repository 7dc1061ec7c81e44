// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_FORMATOPS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_FORMATOPS_H

#include "ReadValue.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

#include <string>
#include <vector>

namespace strata {

/// True for ops that give a tensor another format.
bool isFormatOp(mlir::Operation *op);

/// The value of an entry of a converted tensor, of which \p source is that of
/// the tensor before and \p there says where it is there (null: everywhere).
ReadValue converted(mlir::sparse_tensor::ConvertOp op,
                    const Strata::IndexExprPtr &source,
                    const Strata::IndexExprPtr &there);

/// Indices of the source for those of the result.
std::vector<std::string> sourceIndices(mlir::sparse_tensor::ReinterpretMapOp op,
                                       const std::vector<std::string> &indices);

} // namespace strata

#endif
