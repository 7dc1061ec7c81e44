// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_BODYREADER_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_BODYREADER_H

#include "ReadValue.h"
#include "Reduction.h"
#include "ScalarOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "llvm/ADT/DenseMap.h"

#include <Strata_IndexNotation.hpp>

#include <functional>
#include <string>
#include <vector>

namespace strata {

/// Reads scalar values (of a body of linalg.generic, of a region of
/// sparse_tensor.unary …, of a function) as index notation.
///
/// Index notation takes what is not stored as zero and drops what zero
/// annihilates. The ops of sparse_tensor say region by region what is computed
/// where: they are read as that where it is the same, else as select over
/// stored.
class BodyReader {
public:
  /// A value from outside; throws for one it does not know.
  using Outside = std::function<ReadValue(mlir::Operation *user, mlir::Value)>;
  /// \p isSparse tells whether a tensor's entries may be missing, \p loops are
  /// the index variables of the linalg op.
  BodyReader(Outside outside, std::function<bool(const std::string &)> isSparse,
             std::vector<std::string> loops = {})
      : outside(std::move(outside)), isSparse(std::move(isSparse)),
        loops(std::move(loops)) {}

  void bind(mlir::Value value, ReadValue read);
  /// \p value, which \p user uses; f16 and bf16 as f32.
  ReadValue readValue(mlir::Operation *user, mlir::Value value);
  /// Its expression.
  Strata::IndexExprPtr read(mlir::Operation *user, mlir::Value value) {
    return readValue(user, value).expr;
  }
  /// Where \p value is there; null: everywhere.
  Strata::IndexExprPtr whereThere(const ReadValue &value) const;

private:
  ReadValue readOp(mlir::Operation *op);
  ReadValue readScalar(mlir::Operation *op);
  ReadValue readOperand(mlir::Operation *op, mlir::Value value);
  ReadValue readUnary(mlir::sparse_tensor::UnaryOp op);
  ReadValue readBinary(mlir::sparse_tensor::BinaryOp op);
  ReadValue readSelect(mlir::sparse_tensor::SelectOp op);
  Reduction readReduction(mlir::sparse_tensor::ReduceOp op,
                          const Strata::IndexExprPtr &identity);
  ReadValue readReduce(mlir::sparse_tensor::ReduceOp op);
  /// Term of a reduction that what is not there leaves alone.
  Strata::IndexExprPtr termOf(const ReadValue &value,
                              const Strata::IndexExprPtr &identity) const;
  /// What \p region yields for \p args; null for an empty region.
  Strata::IndexExprPtr
  readRegion(mlir::Region &region,
             llvm::ArrayRef<Strata::IndexExprPtr> args) const;
  /// True when \p e has no value where sparse operands store nothing.
  bool mayBeAbsent(const Strata::IndexExprPtr &e) const;

  Outside outside;
  std::function<bool(const std::string &)> isSparse;
  std::vector<std::string> loops;
  llvm::DenseMap<mlir::Value, ReadValue> known;
};

/// Refuses \p e when it has thousands of nodes: values that are used twice are
/// written out twice.
void requireSize(mlir::Operation *op, const Strata::IndexExprPtr &e);

} // namespace strata

#endif
