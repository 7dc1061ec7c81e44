// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_POSITIONEMITTER_H
#define STRATA_LIB_CONVERSION_POSITIONEMITTER_H

#include "strata/Analysis/ConcreteNotation.h"
#include "strata/Analysis/MergeLattice.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/Position/Position.h"

#include <map>

namespace strata {

/// How far an access is walked down its storage tree: positions [first, last)
/// at level next − 1.
struct AccessState {
  mlir::Value tensor;
  Strata::TensorFormat format;
  std::vector<Strata::IndexArg> indices; ///< by level
  int next = 0;
  mlir::Value first, last;
};

/// A dimension that a variable indexes, and through a window or an index set, how
/// many of its coordinates.
struct IndexedDimension {
  mlir::Value tensor;
  int dimension = 0;
  std::optional<int64_t> count;
};

/// Unless a condition holds, nothing is stored that a value is made of, and then it is
/// this number.
struct Absence {
  mlir::Value present;
  Number value;
};

/// Of different numbers: where nothing is stored a select() may leave one or another.
using Absences = llvm::SmallVector<Absence, 1>;

/// A value, and whether anything was stored that it is made of.
struct Computed {
  mlir::Value value;
  Absences absences = {}; ///< empty: something is
  /// A truth value that says what is stored, and so is itself never.
  bool isStructure = false;
};

/// A fibre of an operand that was written to a row, and where the coordinate of its
/// variable is in it.
struct FibreInRow {
  mlir::Value worklist, place;
};

/// What is bound at a point of a loop nest. A value: each case of a merged loop
/// continues from its own copy.
struct LoopContext {
  std::map<std::string, mlir::Value> coordinates; ///< by variable
  std::map<std::string, AccessState> accesses;    ///< by access key
  std::map<std::string, Computed> computed;       ///< reductions done outside
  std::map<std::string, FibreInRow> kept;         ///< by the tensor of the row
  /// Levels of a sparse result whose entries are open.
  int entries = 0;
  /// Partitioned loops around this point, and whether the cut that the piece
  /// begins (ends) with lies at their coordinates; null: not, or nobody asks.
  size_t cuts = 0;
  mlir::Value atBegin, atEnd;
  /// A piece before has begun the entry, or row, of the result; null: none has.
  mlir::Value resumes;
};

/// The positions of a level that store the coordinates which a piece, and the next
/// one, begins with; where there are none, where they would stand.
struct SoughtCuts {
  llvm::SmallVector<mlir::Value, 2> begin, end;
  mlir::Value last; ///< where the positions of the piece end
};

/// Emits one statement of concrete index notation as a stage II launch.
class PositionEmitter {
public:
  PositionEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                  const NotationReader &notation, bool reassociate)
      : b(builder), loc(loc), notation(notation),
        arithmetic(builder, loc, reassociate) {}

  void emit(const ConcreteStatement &stmt, llvm::StringRef label);

private:
  using EmitCase = llvm::function_ref<mlir::Value(
      const Strata::IndexExprPtr &, LoopContext &, mlir::Value accumulator)>;

  /// A launch without its loops; what is emitted next stands inside.
  LoopContext openLaunch(const llvm::Twine &label, mlir::Value assembled,
                         mlir::StringAttr phase);
  /// Loops from `depth` on, then the store.
  void emitLoops(size_t depth, Strata::IndexExprPtr expr, LoopContext context);
  /// Clears the workspace, adds to it, assigns it to the result.
  void emitWorkspace(Strata::IndexExprPtr expr, const LoopContext &context);
  void emitStore(const Strata::IndexExprPtr &expr, LoopContext &context);
  // Worklists (Worklists.cpp)
  /// Scatters to a worklist, drains it into the entries of the result.
  void emitWorklist(Strata::IndexExprPtr expr, LoopContext context);
  /// A launch that finds out how large hash tables have to be, and the step that
  /// makes them.
  void emitBounds(llvm::StringRef label);
  void storeBound(const Strata::IndexExprPtr &expr, LoopContext &context);
  /// At least as many coordinates as the loops from `depth` on scatter to.
  mlir::Value boundOf(size_t depth, const Strata::IndexExprPtr &expr,
                      LoopContext &context);
  /// Variable of the result that the statement scatters over.
  const std::string &scattered() const {
    return statement->workspace->indices.back().variable;
  }
  // Fibres that are kept in rows (KeptFibres.cpp)
  /// A case of the loop over `variable`, where what it looks up is there.
  mlir::Value emitWhereKept(const std::string &variable,
                            const Strata::IndexExprPtr &expr, LoopContext &context,
                            mlir::Value accumulator, EmitCase body);
  mlir::Value emitKeeping(const std::string &variable, Strata::IndexExprPtr expr,
                          LoopContext &context, mlir::Value accumulator, EmitCase body);
  mlir::Value writeRow(const KeptFibre &kept, LoopContext &context);
  mlir::Value lookUp(const std::string &variable, LoopContext &context);
  // Sparse results (Entries.cpp)
  bool assembles() const;
  /// Opens the entries of the result whose coordinates are bound, in the loop over
  /// `variable`; what is emitted next stands inside.
  void openEntries(LoopContext &context, const std::string &variable,
                   bool everywhere);
  void emitInsert(Computed value, LoopContext &context);
  mlir::Value startFlag();
  /// Whether the loop that gives `total` set the flag; null: for certain.
  mlir::Value finishFlag(mlir::Value flag, mlir::Value total,
                         bool everyIteration, bool everyCoordinate);
  /// Whether there is more than \p background; null: for certain.
  mlir::Value presentUnless(const Computed &computed, const Number &background);
  // Absences of values (Absences.cpp)
  /// Whether there is anything; null: for certain.
  mlir::Value present(const Computed &computed);
  mlir::Value truth(mlir::Value present);
  void addAbsence(Absences &absences, mlir::Value present, const Number &value);
  /// The absences of an operator whose arguments are present or not.
  Computed combine(const Strata::IndexExpr &expr, llvm::ArrayRef<Computed> args);
  Absences selected(const Strata::IndexExpr &expr, llvm::ArrayRef<Computed> args);
  Absences absencesOfOne(const Strata::IndexExpr &expr, const Absences &absences,
                         size_t arg);
  Absences absencesOfBoth(const Strata::IndexExpr &expr, const Absences &xs,
                          const Absences &ys);
  /// Someone asks whether reductions had anything to reduce.
  bool asksPresence() const;
  /// What is known when it runs of stored(e) in x * stored(e): nothing is there unless
  /// it is true, and then x alone decides.
  void tellWhatFactorsSay(const Strata::IndexExpr &expr,
                          llvm::MutableArrayRef<Computed> args);
  /// \p value of \p expr, or what it is where an argument that annihilates is absent.
  mlir::Value unlessAnnihilated(mlir::Value value, const Strata::IndexExpr &expr,
                                llvm::ArrayRef<Computed> args);

  /// A merged loop over `variable`; `body` emits each case and returns the next
  /// value of the accumulator (null without `init`). Sets `visitsAll`.
  /// \p background: what need not be visited. \p independent: different
  /// coordinates write different entries of the result. \p until: flag that ends it.
  mlir::Value emitLoop(const std::string &variable,
                       const Strata::IndexExprPtr &expr,
                       const Number &background, LoopContext &context,
                       mlir::Value init, bool independent, EmitCase body,
                       mlir::Value until = nullptr);
  /// What the statement leaves where it stores nothing.
  Number background() const;
  llvm::SmallVector<mlir::Value> iterators(const std::string &variable,
                                           const Strata::IndexExprPtr &expr,
                                           const MergeLattice &lattice,
                                           LoopContext &context);
  mlir::Value only(mlir::Value iterator, mlir::Value coordinate);
  // Windows and index sets (WindowedLoops.cpp)
  /// The iterator through the window or the set that the index has.
  mlir::Value through(const Strata::IndexArg &index, mlir::Value iterator);
  /// The coordinate behind an index whose variable is `number`.
  mlir::Value coordinateOf(const Strata::IndexArg &index, mlir::Value number);
  /// Every coordinate of \p variable; of a pinned one the one that it takes in the
  /// level that is \p iterated.
  mlir::Value universe(const std::string &variable, const AccessState *iterated,
                       const LoopContext &context);
  /// The iterator at the coordinate that a pinned variable takes.
  mlir::Value pinned(const Strata::IndexArg &index, mlir::Value iterator,
                     const LoopContext &context);
  // Pieces (Pieces.cpp)
  void emitPartition();
  MergeLattice latticeOfLoop(const std::string &variable) const;
  void readCuts();
  mlir::Location named(const llvm::Twine &name);
  /// The part of the loop over the next partitioned variable that is the piece's.
  void cutLoop(llvm::SmallVectorImpl<mlir::Value> &iterators,
               const MergeLattice &lattice, const std::string &variable,
               const LoopContext &context);
  void cutByCoordinates(llvm::ArrayRef<mlir::Value *> iterators,
                        const std::string &variable, const LoopContext &context);
  bool ascends(const AccessState &state) const;
  const SoughtCuts &seekCuts(const std::string &key, const AccessState &state);
  mlir::Value clipped(mlir::Value iterator, const SoughtCuts &cuts);
  mlir::Value inRange(mlir::Value iterator, const std::string &key, const AccessState &state);
  bool isPartitioned(const std::string &variable,
                     const LoopContext &context) const;
  /// Inside the loop over that variable.
  void passCut(LoopContext &context, mlir::Value coordinate);
  void checkNeedsNoCuts(const MergeLattice &lattice,
                        const std::string &variable,
                        const LoopContext &context) const;
  // Sums that are cut (Carries.cpp)
  /// Partitioned variables of the result.
  size_t rowVariables() const;
  /// Whether one of the cuts' coordinates from `variable` on is not 0.
  mlir::Value liesInside(llvm::ArrayRef<mlir::Value> cut, size_t variable);
  /// Without the terms that belong to the piece in which the entry begins.
  Computed evaluatePart(const Strata::IndexExprPtr &expr, LoopContext &context);
  void storePart(mlir::Value value, LoopContext &context);
  /// Adds what pieces have of entries that others have begun.
  void emitCarries(llvm::StringRef label);
  mlir::Value allPieces();
  void emitCarryLoops(llvm::ArrayRef<std::string> variables,
                      LoopContext &context);
  void beginCarry(LoopContext &context);
  void addCarry(LoopContext &context);
  Strata::Access carryAccess() const;
  void cutIntoPieces(llvm::SmallVectorImpl<mlir::Value> &iterators,
                     const MergeLattice &lattice, const std::string &variable,
                     const LoopContext &context);
  mlir::Block *emitCase(mlir::Region &region, const LatticePoint &point,
                        const MergeLattice &lattice,
                        const std::string &variable, LoopContext &context,
                        mlir::Type accumulator);

  /// Replaces reductions whose variables are all bound by their values.
  Strata::IndexExprPtr hoist(const Strata::IndexExprPtr &expr,
                             LoopContext &context);
  Strata::IndexExprPtr hoistAhead(const Strata::IndexExpr &reduction,
                                  LoopContext &context);
  /// The reductions again in place of their values.
  Strata::IndexExprPtr asWritten(const Strata::IndexExprPtr &expr) const;
  Computed evaluate(const Strata::IndexExprPtr &expr, LoopContext &context);
  Computed literal(const Strata::IndexExpr &expr);
  Computed evaluateApply(const Strata::IndexExpr &expr, LoopContext &context);
  Computed evaluateReduction(const Strata::IndexExpr &reduction,
                             LoopContext &context);
  /// Sets \p until where the total changes no more, and \p flag, if there is one,
  /// is set.
  mlir::Value addTerm(const Strata::IndexExpr &reduction, const Computed &term,
                      mlir::Value total, mlir::Value until, mlir::Value flag);
  Number startOf(const Strata::IndexExpr &reduction) const;
  mlir::Value orOfNothing(mlir::Value total, const Strata::IndexExpr &reduction,
                          const Number &rest);
  Computed load(const Strata::IndexExpr &access, LoopContext &context);

  AccessState &stateOf(const Strata::Access &access, LoopContext &context);
  /// Locates levels of `state` whose coordinates are bound.
  void advance(AccessState &state, const LoopContext &context);
  /// A dimension of the statement that the variable indexes: a whole one, if there
  /// is one.
  IndexedDimension dimensionOf(const std::string &variable);
  mlir::Value extentOf(const std::string &variable);
  mlir::Value index(int64_t value);
  /// What values of one entry are combined with.
  mlir::StringAttr combinerName() const;

  mlir::OpBuilder &b;
  mlir::Location loc;
  const NotationReader &notation;
  Arithmetic arithmetic;
  const ConcreteStatement *statement = nullptr;
  /// Of which `statement` is a part, in emitWorkspace().
  const ConcreteStatement *enclosing = nullptr;
  pos::LaunchOp launch;
  /// First coordinates of the piece and of the next, by partitioned variable.
  llvm::SmallVector<mlir::Value> begins, ends;
  /// With ranges: where they begin in the fibres of an access.
  std::map<std::string, mlir::Value> rangeBegins;
  /// By access and level; looked up behind the operation `beforeLoops`.
  std::map<std::string, llvm::SmallVector<SoughtCuts>> sought;
  mlir::Operation *beforeLoops = nullptr;
  /// Variables of the workspace that a row of the result is added up in.
  std::vector<std::string> rowWorkspace;
  /// Says, when a row of a sparse result has been added up, whether there was a term;
  /// null: no such row.
  mlir::Value rowFlag;
  bool insertsRow = false; ///< that of which the flag says so
  mlir::Value worklist; ///< that the statement scatters to; null: none
  bool cutNext = false;
  bool measures = false; ///< bounds of worklists instead of entries
  /// The loop emitted last, or being emitted, comes to every coordinate.
  bool visitsAll = false;
  /// Cases of it do nothing where they look up what is not there.
  bool looksUp = false;
  /// What absent operands leave in the case being emitted; nothing: there are others.
  std::optional<Number> caseAbsent;
  int numComputed = 0;
  std::map<std::string, Strata::IndexExprPtr> hoisted; ///< by the names of values
};

} // namespace strata

#endif
