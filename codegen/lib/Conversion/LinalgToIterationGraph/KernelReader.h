// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_KERNELREADER_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_KERNELREADER_H

#include "Accumulation.h"
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

/// Reads a function over tensors whose result is made by linalg.generic ops and
/// conversions: what feeds an operand is read in its place.
class KernelReader {
public:
  explicit KernelReader(mlir::func::FuncOp function);
  /// \throws Refusal
  ReadKernel read();

private:
  /// What a generic op computes, and how that goes with what its result holds.
  struct Computed {
    ReadValue value;
    bool accumulates = false;
    Reduction reduction;
    /// Entries without a value keep what the result holds.
    bool keepsInit = false;
    mlir::Value init;
  };
  using Variables = std::vector<std::string>;

  /// The tensor that the function returns.
  mlir::Value returned();
  ReadKernel readGeneric(mlir::linalg::GenericOp op);
  ReadKernel readFormatOp(mlir::Operation *op);
  Computed compute(mlir::linalg::GenericOp op, const Variables &dims);
  /// Names of \p op's loops: those of its result are given.
  Variables nameLoops(mlir::linalg::GenericOp op, const Variables &result);
  ReadValue readBody(mlir::linalg::GenericOp op, const Variables &dims,
                     const Strata::IndexExprPtr &old, BodyReader &reader);
  /// Notes the extents of a tensor at \p indices.
  void noteExtents(mlir::Operation *op, mlir::Value tensor,
                   const Variables &indices);
  /// Value of a tensor (or scalar) at \p indices.
  ReadValue valueAt(mlir::Operation *user, mlir::Value value,
                    const Variables &indices);
  ReadValue formatOpAt(mlir::Operation *op, const Variables &indices);
  /// Value of an initial tensor; null: zero, or nothing in particular.
  Strata::IndexExprPtr initAt(mlir::Operation *user, mlir::Value init,
                              const Variables &indices,
                              const Reduction &reduction);
  /// What a result holds that held \p init (null: zero, or nothing in
  /// particular).
  static Strata::IndexExprPtr
  withInit(const Computed &c, const Strata::IndexExprPtr &init, bool isSparse);
  ReadValue inlined(mlir::linalg::GenericOp op, const Variables &indices);
  BodyReader bodyReader(const Variables &loops);
  /// The statement that assigns \p rhs, to \p target if there is one.
  ReadKernel assign(mlir::Operation *root, mlir::BlockArgument target,
                    const Variables &indices, const Strata::IndexExprPtr &rhs);

  mlir::func::FuncOp function;
  TensorTable tensors;
  VariableTable variables;
  int operations = 0;
};

} // namespace strata

#endif
