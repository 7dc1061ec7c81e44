// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_FACTORS_H
#define STRATA_LIB_TARGET_LLVMIR_FACTORS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

/// \file
/// Factors of products that a loop adds up.
namespace strata {

bool mayReassociate(mlir::arith::FastMathFlags flags);
/// Whether the loop has iterations.
mlir::Value anyIteration(mlir::OpBuilder &b, mlir::scf::ForOp loop);
void eraseUnused(mlir::Block &block);

/// The factors of a product, by whether they are the same in all iterations of a loop.
class Factors {
public:
  /// \p element: variable of a loop inside over which factors may differ; or null.
  Factors(mlir::scf::ForOp loop, mlir::Value element) : loop(loop), element(element) {}

  /// False: there are none of one kind.
  /// \pre The loop writes nothing that factors are read from.
  bool divide(mlir::Value product);

  /// The product of those that differ.
  mlir::Value inner(mlir::OpBuilder &b, mlir::arith::FastMathFlags flags) const;

  /// \p sum times the others, computed outside of the loop; \p map has the element.
  mlir::Value timesOuter(mlir::OpBuilder &b, mlir::Value sum, mlir::IRMapping &map,
                         mlir::arith::FastMathFlags flags);

private:
  void collect(mlir::Value value);
  bool isKnown(mlir::Value value) const;
  mlir::Value copy(mlir::OpBuilder &b, mlir::Value value, mlir::IRMapping &map);

  mlir::scf::ForOp loop;
  mlir::Value element;
  llvm::SmallVector<mlir::Value> differing, common;
};

} // namespace strata

#endif
