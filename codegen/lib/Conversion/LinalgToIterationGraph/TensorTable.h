// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_TENSORTABLE_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_TENSORTABLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <Strata_IndexNotation.hpp>

#include <set>

namespace strata {

/// Names and declarations of a function's arguments and of its result.
class TensorTable {
public:
  /// Names come from the attribute strata.name, else they are A0, A1, …
  explicit TensorTable(mlir::func::FuncOp function);

  /// Access of an argument, which becomes a tensor of the statement.
  Strata::IndexExprPtr access(mlir::Operation *user, mlir::BlockArgument arg,
                              const std::vector<std::string> &indices);
  bool isRead(mlir::BlockArgument arg) const { return read.count(arg) != 0; }
  /// Declares the result: \p arg when it may be overwritten, else (null) a
  /// tensor of its own.
  std::string declareResult(mlir::Operation *op, mlir::BlockArgument arg,
                            mlir::Type type);
  bool isSparse(const std::string &name) const;
  bool isName(const std::string &name) const { return taken.count(name) != 0; }

  const Strata::TensorDeclarations &all() const { return declarations; }
  const std::string &nameOf(mlir::BlockArgument arg) const {
    return argNames[arg.getArgNumber()];
  }

private:
  std::string choose(mlir::StringAttr given, unsigned number);
  void declare(mlir::Operation *op, const std::string &name, mlir::Type type);

  mlir::func::FuncOp function;
  std::vector<std::string> argNames;
  std::set<std::string> taken;
  mlir::StringAttr resultName;
  bool resultNameIsFree = true;
  llvm::DenseSet<mlir::Value> read;
  Strata::TensorDeclarations declarations;
};

/// Index variables and their extents (-1: not known).
class VariableTable {
public:
  /// A name that is neither a variable nor a tensor yet: i, j, k, …
  std::string create(const TensorTable &tensors);
  /// Notes that \p variable runs over \p extent.
  /// \throws Refusal when it runs over another one already.
  void note(mlir::Operation *op, const std::string &variable,
            std::int64_t extent);
  std::int64_t extent(const std::string &variable) const;
  const std::map<std::string, std::int64_t> &all() const { return extents; }

private:
  size_t next = 0;
  std::map<std::string, std::int64_t> extents;
};

} // namespace strata

#endif
