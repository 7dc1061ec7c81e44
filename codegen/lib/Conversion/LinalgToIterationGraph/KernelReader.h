// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_KERNELREADER_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_KERNELREADER_H

#include "BodyReader.h"
#include "TensorTable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace strata {

/// A function's computation as one assignment of index notation.
struct ReadKernel {
  Strata::CheckedAssignment stmt;
  /// Tensors of the statement, result first, then in the order of arguments.
  std::vector<std::string> names;
  /// Tensor arguments that the result does not depend on.
  std::vector<unsigned> leftOut;
};

/// Reads a function over tensors whose result is made by linalg.generic ops:
/// what feeds an operand is read in its place.
class KernelReader {
public:
  explicit KernelReader(mlir::func::FuncOp function);
  /// \throws Refusal
  ReadKernel read();

private:
  /// What a generic op computes, added to `init` where it accumulates.
  struct Computed {
    Strata::IndexExprPtr value;
    bool accumulates = false;
    /// Entries without a value keep what `init` holds.
    bool partial = false;
    mlir::Value init;
  };
  using Variables = std::vector<std::string>;

  mlir::linalg::GenericOp rootOp();
  Computed compute(mlir::linalg::GenericOp op, const Variables &dims);
  /// Names of \p op's loops: those of its result are given.
  Variables nameLoops(mlir::linalg::GenericOp op, const Variables &result);
  Strata::IndexExprPtr readBody(mlir::linalg::GenericOp op,
                                const Variables &dims,
                                const Strata::IndexExprPtr &old,
                                BodyReader &reader);
  /// Value of a tensor (or scalar) at \p indices.
  Strata::IndexExprPtr valueAt(mlir::Operation *user, mlir::Value value,
                               const Variables &indices);
  /// Value of an initial tensor; null: zero, or nothing in particular.
  Strata::IndexExprPtr initAt(mlir::Operation *user, mlir::Value init,
                              const Variables &indices);
  Strata::IndexExprPtr inlined(mlir::linalg::GenericOp op,
                               const Variables &indices);
  BodyReader bodyReader();
  ReadKernel assign(mlir::linalg::GenericOp root, const Computed &c,
                    const Variables &indices);

  mlir::func::FuncOp function;
  TensorTable tensors;
  VariableTable variables;
  int operations = 0;
};

} // namespace strata

#endif
