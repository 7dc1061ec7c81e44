// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_SPARSETENSORENCODING_H
#define STRATA_CONVERSION_SPARSETENSORENCODING_H

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

#include <Strata_TensorFormat.hpp>

namespace strata {

/// Format that \p encoding describes, of any map that has an inverse; one that is
/// written out is the one that both infer. `soa` of singleton levels is dropped:
/// a format says which coordinates are stored, the tensor where.
/// \throws Strata::UnsupportedExpression naming the level or field that no
///   format of Strata has.
Strata::TensorFormat
formatFromEncoding(mlir::sparse_tensor::SparseTensorEncodingAttr encoding);

/// Encoding of \p format; formatFromEncoding() inverts it.
/// \throws Strata::UnsupportedExpression for what encodings do not have: signed
///   positions or coordinates, and levels whose inverse MLIR does not find
///   (diagonals, several dimensions in one level, blocks within blocks).
mlir::sparse_tensor::SparseTensorEncodingAttr
encodingFromFormat(mlir::MLIRContext *context,
                   const Strata::TensorFormat &format);

} // namespace strata

#endif
