// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_BODYREADER_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_BODYREADER_H

#include "ScalarOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "llvm/ADT/DenseMap.h"

#include <Strata_IndexNotation.hpp>

#include <functional>
#include <set>

namespace strata {

/// Reads scalar values (of a body of linalg.generic, of a region of
/// sparse_tensor.unary …, of a function) as index notation.
///
/// Index notation takes what is not stored as zero and drops what zero
/// annihilates. The ops of sparse_tensor say region by region what is computed
/// where; they are read only when their regions say just that.
class BodyReader {
public:
  /// Expression of a value from outside; throws for one it does not know.
  using Outside = std::function<Strata::IndexExprPtr(mlir::Operation *user,
                                                     mlir::Value)>;
  /// \p isSparse tells whether a tensor's entries may be missing.
  BodyReader(Outside outside, std::function<bool(const std::string &)> isSparse)
      : outside(std::move(outside)), isSparse(std::move(isSparse)) {}

  void bind(mlir::Value value, const Strata::IndexExprPtr &e) {
    known[value] = widened(e);
  }
  /// Expression of \p value, which \p user uses; of f16 and bf16 as f32.
  Strata::IndexExprPtr read(mlir::Operation *user, mlir::Value value);
  /// True when \p e has no value where sparse operands store nothing.
  bool mayBeAbsent(const Strata::IndexExprPtr &e) const;

private:
  Strata::IndexExprPtr readOp(mlir::Operation *op);
  Strata::IndexExprPtr readUnary(mlir::sparse_tensor::UnaryOp op);
  Strata::IndexExprPtr readBinary(mlir::sparse_tensor::BinaryOp op);
  Strata::IndexExprPtr readReduce(mlir::sparse_tensor::ReduceOp op);
  /// What \p region yields for \p args; null for an empty region.
  Strata::IndexExprPtr
  readRegion(mlir::Region &region,
             llvm::ArrayRef<Strata::IndexExprPtr> args) const;

  Outside outside;
  std::function<bool(const std::string &)> isSparse;
  llvm::DenseMap<mlir::Value, Strata::IndexExprPtr> known;
};

/// Refuses \p e when it has thousands of nodes: values that are used twice are
/// written out twice.
void requireSize(mlir::Operation *op, const Strata::IndexExprPtr &e);

/// A body split into `old + addend`, where `old` is the result's old value.
struct Accumulation {
  bool accumulates = false;
  /// Null: the body yields the old value.
  Strata::IndexExprPtr addend;
};

/// Splits \p e, in which the access \p old stands for the old value.
/// \throws Refusal when it is used other than as one addend.
Accumulation splitAccumulation(mlir::Operation *op,
                               const Strata::IndexExprPtr &e,
                               const Strata::IndexExprPtr &old);

/// x + y, written x - z when y is -z.
Strata::IndexExprPtr addTerms(const Strata::IndexExprPtr &x,
                              const Strata::IndexExprPtr &y);

/// Sum of \p e over \p variables; terms that use all of them are summed one by
/// one, as index notation without explicit sums does.
Strata::IndexExprPtr sumOver(const Strata::IndexExprPtr &e,
                             const std::set<std::string> &variables);

/// \p e with a variable of its own for every sum; \p bound holds those that
/// are taken, \p fresh makes another for one of them.
Strata::IndexExprPtr
renameApart(const Strata::IndexExprPtr &e, std::set<std::string> &bound,
            const std::function<std::string(const std::string &)> &fresh);

} // namespace strata

#endif
