// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_BODYEMITTER_H
#define STRATA_LIB_TARGET_BODYEMITTER_H

#include "CppNames.h"
#include "Writer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <optional>

namespace strata::cpp {

/// How tightly the operators of an expression bind; less is tighter.
enum Precedence {
  primary,
  unary,
  product,
  sum,
  relation,
  equality,
  bitAnd,
  bitOr,
  conjunction,
  conditional
};

/// \p value as a literal of float or double.
std::string number(double value, bool single);

struct Expression {
  std::string text;
  Precedence precedence = primary;

  std::string within(Precedence most) const {
    return precedence <= most ? text : "(" + text + ")";
  }
};

/// A buffer as emitted code sees it: a View, indexed in this order.
struct BufferName {
  std::string view;
  std::vector<int> indexOrder; ///< memref index behind each View index
  std::string element;         ///< type of the elements, where they are indices
  bool isUnsigned = false, isBoolean = false;
};

/// Prints the body of a launch function.
class BodyEmitter {
public:
  /// \p teams: threads and lanes share loops; \p oneLane: one of the lanes of a
  /// thread does everything, because it reads what it has written.
  BodyEmitter(Writer &writer, Scopes &scopes, mlir::func::FuncOp launch,
              bool teams, bool oneLane = false);

  void bind(mlir::Value value, std::string name) {
    names[value] = std::move(name);
  }
  void bind(mlir::Value buffer, BufferName name) {
    buffers[buffer] = std::move(name);
  }
  /// What is emitted from now on runs in one lane.
  void enterLane() { ++lanes; }
  /// The operations of a block; what it yields goes to `targets`.
  void emitBlock(mlir::Block &block, llvm::ArrayRef<std::string> targets = {});
  Expression expression(mlir::Value value);
  std::string text(mlir::Value value) { return expression(value).text; }

private:
  // Expressions (Constants.cpp, Expressions.cpp)
  Expression constant(mlir::Value value);
  Expression operation(mlir::Operation &op);
  std::optional<Expression> arithmetic(mlir::Operation &op);
  Expression binary(mlir::Operation &op, const char *symbol, Precedence level,
                    bool associative);
  Expression arithmeticBinary(mlir::Operation &op, const char *symbol,
                              Precedence level);
  Expression comparison(mlir::Operation &op);
  Expression realComparison(mlir::arith::CmpFOp op);
  Expression extremum(mlir::Operation &op);
  Expression mathFunction(mlir::Operation &op);
  Expression conversion(mlir::Operation &op);
  Expression choice(mlir::scf::IfOp op);
  Expression logic(mlir::Operation &op);
  Expression selection(mlir::arith::SelectOp select);
  Expression libraryCall(mlir::func::CallOp callOp);
  /// Real or imaginary part.
  Expression part(mlir::Operation &op, const char *name);
  std::string call(const char *function, mlir::Operation &op);
  std::string indexExtremum(const std::string &function, mlir::Operation &op);
  std::string element(mlir::Value buffer, mlir::ValueRange indices);
  /// What initialises a variable of the value's type: without a conversion that
  /// changes the sign.
  std::string initializer(mlir::Value value);
  /// As std::int64_t also where an element of an index array is read directly.
  std::string wide(mlir::Value value, Precedence most);
  std::string withSign(mlir::Value value, bool isUnsigned, Precedence most);
  bool isUnsigned(mlir::Value value, int depth = 0);
  bool isSigned(mlir::Value value);

  // What is printed at its use (Inlining.cpp)
  bool isInlined(mlir::Operation &op);
  bool decideInlined(mlir::Operation &op);
  bool readsWritten(mlir::Operation &op);
  mlir::Operation *printedAt(mlir::Operation *op);
  static bool isExpression(mlir::Operation &op);
  bool isChoice(mlir::scf::IfOp op);

  // Statements (Statements.cpp)
  void emitOp(mlir::Operation &op, llvm::ArrayRef<std::string> targets);
  void emitIf(mlir::scf::IfOp op, llvm::ArrayRef<std::string> targets,
              bool chained = false);
  void emitStore(mlir::memref::StoreOp store);
  void emitWrite(const std::string &statement);
  void emitYield(mlir::Operation &yield, llvm::ArrayRef<std::string> targets);
  std::string assignment(const std::string &target, mlir::Value value,
                         const std::string &element = "");
  /// What an array of indices of this type is given.
  std::string narrowed(mlir::Value value, const std::string &element);
  void declare(mlir::Operation &op);
  void comment(mlir::Operation &op);
  /// The variable in `targets` that a result may be computed in; or empty.
  std::string targetOf(mlir::Value result, llvm::ArrayRef<std::string> targets);
  void collectVariables(mlir::Value value, llvm::SetVector<mlir::Value> &out);
  mlir::scf::IfOp onlyBranch(mlir::Block &block);
  void emitBranch(mlir::Block &block, llvm::ArrayRef<std::string> variables);
  bool isIdle(mlir::Block &block, llvm::ArrayRef<std::string> variables);

  // Local variables (LocalVariables.cpp)
  void declareLocal(mlir::memref::AllocaOp alloca);
  void declareIndexSet(mlir::memref::GetGlobalOp table);
  mlir::memref::StoreOp firstStore(mlir::memref::AllocaOp alloca);
  mlir::Operation *lastPrint(mlir::Operation &op);
  void collectLocals(mlir::Operation &op, llvm::SetVector<mlir::Value> &found);
  bool keepsLocals(mlir::Operation &op);
  bool changesLocals(mlir::Operation &changing, mlir::Operation &op);
  static bool readsLocal(mlir::Operation &op);
  static bool isLocal(mlir::Value memref);

  // Loops (Loops.cpp)
  void emitFor(mlir::scf::ForOp loop, llvm::ArrayRef<std::string> targets);
  void emitWhile(mlir::scf::WhileOp loop, llvm::ArrayRef<std::string> targets);
  /// A variable for a value that a loop carries: that of an enclosing loop where
  /// it goes on as the next value of that one, else a new one.
  std::string carry(mlir::Operation &loop, mlir::Value init,
                    mlir::Value argument, mlir::Value result,
                    llvm::StringRef hint, llvm::ArrayRef<std::string> targets);
  static bool isSpent(mlir::Value value, mlir::Operation &loop);
  std::string upperBound(mlir::scf::ForOp loop, llvm::StringRef variable);
  std::string lowerBound(mlir::scf::ForOp loop);
  std::string declareBound(mlir::Value bound, llvm::StringRef otherwise);
  std::string continued(mlir::scf::ForOp loop);

  // Loops that threads and lanes share (SharedLoops.cpp)
  void emitShared(mlir::scf::ForOp loop, llvm::StringRef mapping);
  void emitSharedSum(mlir::scf::ForOp loop, const std::string &range);
  static std::string reductionName(mlir::scf::ForOp loop);
  static std::string reducer(mlir::scf::ForOp loop, const std::string &type,
                             const std::string &total);
  std::string combined(mlir::scf::ForOp loop, const std::string &type,
                       const std::string &total);

  Writer &out;
  Scopes &scopes;
  const bool teams, oneLane;
  bool hasLocals = false;
  int lanes = 0; ///< inside a loop that lanes share
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::DenseMap<mlir::Value, BufferName> buffers;
  llvm::DenseSet<mlir::Value> written;   ///< buffers the launch stores to
  llvm::DenseSet<mlir::Value> variables; ///< carried values: they change
  std::map<std::string, mlir::Value> holders; ///< carried value in a variable
  llvm::DenseMap<mlir::Operation *, bool> inlined;
};

} // namespace strata::cpp

#endif
