// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_NOTATION_H
#define STRATA_CONVERSION_NOTATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "strata/Analysis/ConcreteNotation.h"
#include "strata/Dialect/IterationGraph/IterationGraph.h"

namespace strata {

/// Attributes of a kernel's tensor arguments: name and extents (hints; kernels
/// do not depend on them).
inline constexpr const char *nameAttr = "strata.name";
inline constexpr const char *extentsAttr = "strata.extents";
/// What it reads where it stores nothing, if that is not 0.
inline constexpr const char *fillAttr = "strata.fill";
/// Of the kernel: by index variable, what gives its extent where nothing in the
/// reduction over it does, as an access with one index.
inline constexpr const char *extentSourcesAttr = "strata.extent_sources";
/// Stored entries of an operand, a number (f64); absent: not known.
inline constexpr const char *entriesAttr = "strata.entries";
/// Level whose neighbours are next to each other in memory.
inline constexpr const char *unitLevelAttr = "strata.unit_level";
/// Of an argument: by dimension, the extent that the kernel is compiled for, or -1.
inline constexpr const char *fixedExtentsAttr = "strata.fixed_extents";
/// Of the kernel: such extents by index variable, as temporaries have them.
inline constexpr const char *fixedVariablesAttr = "strata.fixed_variables";
/// It has no memory: what one statement assigns, others read in the same iteration.
inline constexpr const char *registerAttr = "strata.register";

/// Type of a declared tensor.
itg::TensorType tensorType(mlir::MLIRContext *context,
                           const Strata::TensorDeclaration &tensor);
/// Format of a tensor type.
Strata::TensorFormat formatOf(itg::TensorType type);

/// A module at stage `notation` with a function `kernel` for the first statement,
/// `kernel_2` … for those that share its launch, each over `names` (tensors of all
/// statements, the result of the first one first).
mlir::OwningOpRef<mlir::ModuleOp>
importNotation(mlir::MLIRContext *context,
               const std::vector<Strata::CheckedAssignment> &stmts,
               const std::vector<std::string> &names);

/// The function of that module, named \p function, at \p b.
mlir::func::FuncOp emitKernel(mlir::OpBuilder &b, mlir::Location loc,
                              llvm::StringRef function,
                              const Strata::CheckedAssignment &stmt,
                              const std::vector<std::string> &names);

/// Emits index-notation expressions; tensors are found by name.
class NotationEmitter {
public:
  NotationEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                  const llvm::StringMap<mlir::Value> &tensors)
      : builder(builder), loc(loc), tensors(tensors) {}
  mlir::Value emit(const Strata::IndexExprPtr &expr);
  itg::AssignOp emitAssign(const Strata::Access &lhs, bool accumulate,
                           const Strata::IndexExprPtr &rhs,
                           Strata::Operator combiner = Strata::Operator::add);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  const llvm::StringMap<mlir::Value> &tensors;
};

/// Reads stage I back into index notation.
class NotationReader {
public:
  /// Collects the declarations of `kernel`'s arguments, converted copies and
  /// temporaries.
  explicit NotationReader(mlir::Operation *kernel);
  Strata::IndexExprPtr expr(mlir::Value value) const;
  Strata::Access access(mlir::Value tensor, mlir::ArrayAttr indices) const;
  const Strata::TensorDeclarations &tensors() const { return declarations; }
  const llvm::StringMap<mlir::Value> &values() const { return byName; }
  /// What gives the extents of variables that reductions do not index.
  const std::map<std::string, Strata::Access> &extentSources() const {
    return sources;
  }
  std::string nameOf(mlir::Value tensor) const { return names.lookup(tensor); }

private:
  void readSources(mlir::DictionaryAttr attr);
  void declare(mlir::Value tensor, std::string name,
               std::vector<int64_t> extents, double fill = 0);
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::StringMap<mlir::Value> byName;
  Strata::TensorDeclarations declarations;
  std::map<std::string, Strata::Access> sources;
};

} // namespace strata

#endif
