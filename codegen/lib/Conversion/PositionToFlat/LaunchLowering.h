// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LAUNCHLOWERING_H
#define STRATA_LIB_CONVERSION_LAUNCHLOWERING_H

#include "Sequence.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Dialect/Position/Position.h"

#include <Strata_PlanOptions.hpp>

#include <deque>

namespace strata {

struct FlatOptions {
  bool strict = false;
  bool countIterations = false;
  int vectorBytes = 0;
  bool fastGather = true;
  Strata::Sums sums = Strata::Sums::automatic;
};

/// One merging loop: the iterators it advances, the cases it can come to, and
/// the points (masks) of which one must have something left.
struct Merge {
  pos::CoiterateOp op;
  llvm::SmallVector<Sequence> sequences; ///< of all iterators of the op
  llvm::SmallVector<unsigned> merged, cases;
  llvm::SmallVector<int64_t> alive;

  /// The loop of lattice point \p p.
  static Merge ofPoint(pos::CoiterateOp op, llvm::ArrayRef<Sequence> sequences,
                       unsigned p);
  /// One loop for all points.
  static Merge ofAllPoints(pos::CoiterateOp op,
                           llvm::ArrayRef<Sequence> sequences);

  /// How it advances: branch-free where it has nothing to gallop over, because
  /// a case is missing nowhere or an iterator stands at every coordinate.
  Strata::MergeBody body() const;
  /// Mask of the iterators that every case needs.
  int64_t neededByAll() const;
  /// Every coordinate that an iterator stands at has a case.
  bool coversAll() const;
};

/// What the iterators of a merging loop stand at in one round, by iterator.
struct MergeRound {
  llvm::SmallVector<Sequence> segments; ///< with one coordinate
  llvm::SmallVector<mlir::Value> coordinates;
  llvm::SmallVector<mlir::Value> matches; ///< at the least; null: the universe
  mlir::Value least, accumulator;
};

/// What a merging loop carries behind case `c`, or where no case runs.
using CaseLeaf = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    std::optional<unsigned> c)>;

/// A sparse tensor while a piece appends to it. Local variables (memrefs of rank
/// 0) hold how far each level is.
struct Assembly {
  const TensorBuffers *tensor = nullptr;
  bool writesStructure = false, writesValues = false, counts = false;
  bool saysEnds = false; ///< the cursors are written when the piece ends
  std::vector<mlir::Value> cursors; ///< by level; null: none of its own
  mlir::Value touched; ///< something was inserted below the innermost group
  std::vector<mlir::Value> coordinates, positions; ///< of the open entries
  /// What was inserted below before them; whether a piece before began them.
  std::vector<mlir::Value> before, resumed;
  std::vector<mlir::Value> begun; ///< of these; null: by no piece before
  /// By level, of groups that pieces may share: whether the last entry before
  /// the piece is the one that the piece begins in (a truth value), and what a
  /// counting launch finds out about that (a local variable, Seam).
  std::vector<mlir::Value> open, seams;
};

/// A row of the tensors of a worklist, and how long the list is.
struct Worklist {
  const TensorBuffers *values = nullptr, *marks = nullptr, *list = nullptr;
  mlir::Value row, count; ///< count: a local variable
  mlir::Value bits; ///< of the slots of a hash table; null: it is none
  /// Values are written. Who counts entries has no use for those of a worklist.
  bool hasValues = true;
};

/// Lowers the body of one strata_pos.launch into a function of flat buffers.
class LaunchLowering {
public:
  LaunchLowering(mlir::ModuleOp module, mlir::OpBuilder &builder,
                 mlir::Location loc,
                 llvm::DenseMap<mlir::Value, TensorBuffers> tensors,
                 mlir::Value counters, FlatOptions options)
      : module(module), b(builder), loc(loc), flat{builder, loc},
        arithmetic(builder, loc, !options.strict), tensors(std::move(tensors)),
        counters(counters), options(options) {}

  /// Runs units [begin, end) of \p units; nothing else that runs at the same time
  /// has this \p slot.
  void lower(pos::LaunchOp launch, mlir::Value slot, mlir::Value begin,
             mlir::Value end, mlir::Value units);

private:
  // Units (UnitLowering.cpp)
  void lowerUnits(pos::LaunchOp launch, mlir::Value begin, mlir::Value end,
                  mlir::Value units);
  void lowerTeamRange(pos::LaunchOp launch, mlir::Value team,
                      mlir::Value teams);
  void lowerTeamPieces(pos::LaunchOp launch, mlir::Value team,
                       mlir::Value teams);
  void lowerBody(pos::LaunchOp launch, mlir::Value first, mlir::Value second);
  /// A loop whose lanes or threads share the iterations; empty: a plain one.
  void setMapping(mlir::Operation *loop, llvm::StringRef mapping);

  /// Gives what is created in its life time a name in emitted code.
  class Name {
  public:
    Name(LaunchLowering &lowering, const llvm::Twine &name);
    ~Name() { lowering.loc = lowering.flat.loc = saved; }

  private:
    LaunchLowering &lowering;
    mlir::Location saved;
  };
  mlir::Location loopLocation(const llvm::Twine &variable,
                              const llvm::Twine &comment);
  /// What a loop over the point `mask` of `op` runs over, in words.
  static std::string describe(pos::CoiterateOp op,
                              llvm::ArrayRef<Sequence> at, int64_t mask,
                              bool rest);

  /// Lowers the operations of a block; returns what its yield yields.
  /// What the block yields.
  llvm::SmallVector<mlir::Value> lowerBlock(mlir::Block &block);
  void lowerOp(mlir::Operation &op);
  void lowerIf(mlir::scf::IfOp op);

  Sequence positionsOf(const TensorBuffers &t, int level, mlir::Value first,
                       mlir::Value last);
  // Registered levels (RegisteredLevels.cpp)
  LevelBuffers withParameters(const TensorBuffers &t, int level);
  Sequence childrenOf(Sequence s, mlir::Value parent);
  mlir::Value beginOfChildren(Sequence s, int64_t below);
  mlir::Value endOfChildren(const Sequence &s, mlir::Value extent);
  static bool hasRuns(const Sequence &s);
  /// A loop over what is stored, and inside of it one over what each entry stands for.
  llvm::SmallVector<mlir::Value> lowerRuns(pos::CoiterateOp op, unsigned c,
                                           unsigned self,
                                           llvm::SmallVector<Sequence> at,
                                           mlir::ValueRange inits);
  mlir::Value coordinateOfChild(const Sequence &s, mlir::Value cursor);
  /// The position that a cursor stands for: itself in built-in levels.
  mlir::Value positionAt(const Sequence &s, mlir::Value cursor);
  static bool needsParent(const Sequence &s);
  mlir::Value coordinateAbove(const TensorBuffers &t, int level,
                              mlir::Value parent);
  /// What a function of the level of `s` computes with a cursor or a position.
  mlir::Value play(const Sequence &s, const Strata::LevelProgram &program,
                   mlir::Value second);
  mlir::Value isHole(const Sequence &s, mlir::Value cursor);
  void lowerPositions(pos::PositionsOp op);
  void lowerUniverse(pos::UniverseOp op);
  void lowerCut(pos::CutOp op);
  void explainPiece(mlir::Value first, const llvm::Twine &comment);
  void lowerWindow(pos::WindowOp op);
  void lowerSeek(pos::SeekOp op);
  void seekStored(pos::SeekOp op, const Sequence &s);
  void seekLocated(pos::SeekOp op, const TensorBuffers &t, int number);
  void lowerClip(pos::ClipOp op);
  void lowerPart(pos::PartOp op);
  void lowerSlice(pos::SliceOp op);
  /// A function of the module over sequences (coordinates, begin, end) behind
  /// some leading arguments; emitted code calls the one of Strata_Kernel.hpp.
  /// \p suffix tells functions apart that know numbers.
  mlir::func::FuncOp
  libraryFunction(llvm::StringRef library, llvm::ArrayRef<Sequence> over,
                  llvm::ArrayRef<mlir::Type> leading,
                  llvm::function_ref<mlir::Value(mlir::ValueRange)> body,
                  llvm::StringRef suffix = "");
  static Sequence fromArguments(Sequence s, TensorBuffers &copy,
                                mlir::ValueRange arguments);
  void lowerLocate(pos::LocateOp op);
  void lowerValue(pos::ValueOp op);
  void lowerStore(pos::StoreOp op);
  void storeAt(pos::StoreOp op, const TensorBuffers &t,
               mlir::ValueRange indices, mlir::Value value);
  /// Indices into the values of \p t for a stage II position.
  llvm::SmallVector<mlir::Value> valueIndices(const TensorBuffers &t,
                                              mlir::Value position);
  mlir::Value loadValue(const TensorBuffers &t, mlir::ValueRange indices);
  void storeValue(mlir::Value value, const TensorBuffers &t,
                  mlir::ValueRange indices);

  // Sparse results (AssemblyLowering.cpp)
  void beginPiece(pos::LaunchOp launch, mlir::Value piece);
  void endPiece(mlir::Value piece);
  void lowerEntry(pos::EntryOp op);
  void appendEntry(pos::EntryOp op, int level);
  void closeEntry(pos::EntryOp op);
  mlir::Value isKept(int level);
  void startGroup(int level, mlir::Value first, size_t group, size_t groups,
                  bool shared);
  void noteSeam(pos::EntryOp op, int group, bool grown);
  void runIf(mlir::Value condition, llvm::function_ref<void()> body);
  void lowerInsert(pos::InsertOp op);
  void storeInserted(pos::InsertOp op);
  void lowerExpect(pos::ExpectOp op);
  void lowerExpected(pos::ExpectedOp op);
  void lowerCap(pos::CapOp op);
  void lowerSeam(pos::SeamOp op);
  void lowerSet(pos::SetOp op);
  mlir::Value localVariable(mlir::Type type, mlir::Value init,
                            const llvm::Twine &name);
  mlir::Value read(mlir::Value variable);
  void write(mlir::Value value, mlir::Value variable);
  void storeIndex(mlir::Value value, mlir::Value array, mlir::Value position);
  /// What shows that something was inserted below an entry of `level`.
  mlir::Value progressBelow(int level);

  // Worklists (WorklistLowering.cpp)
  void lowerWorklist(pos::WorklistOp op);
  void lowerScatter(pos::ScatterOp op);
  void lowerDrain(pos::DrainOp op);
  void lowerLookup(pos::LookupOp op);
  void lowerKept(pos::KeptOp op);
  void lowerClear(pos::ClearOp op);
  void sortList(const Worklist &w, mlir::Value count);
  mlir::Value slotOf(const Worklist &w, mlir::Value coordinate);
  mlir::Value markOf(const Worklist &w, mlir::Value coordinate);
  void mark(const Worklist &w, mlir::Value value, mlir::Value at);
  void storeListed(const Worklist &w, mlir::Value n, mlir::Value value);
  mlir::Value loadListed(const Worklist &w, mlir::Value n);
  std::pair<mlir::Value, mlir::Value> listed(const Worklist &w, mlir::Value n,
                                             llvm::StringRef variable);
  void unmarkList(const Worklist &w, mlir::Value count);
  // Hash tables (HashLowering.cpp)
  mlir::Value tableBits(mlir::Value bound, mlir::Value extent);
  mlir::Value findSlot(const Worklist &w, mlir::Value coordinate);
  /// A function of the module that stands for one of the library.
  mlir::func::FuncOp
  ownFunction(llvm::StringRef name, llvm::StringRef library,
              llvm::ArrayRef<mlir::Type> types,
              llvm::function_ref<mlir::Value(mlir::ValueRange)> body);

  // Loops (LoopLowering.cpp)
  void lowerCoiterate(pos::CoiterateOp op);
  /// Point \p c, which is the iterator \p self alone: a for-loop over what is left
  /// of it, or over its distinct coordinates where they may repeat.
  llvm::SmallVector<mlir::Value> lowerSingle(pos::CoiterateOp op, unsigned c,
                                             unsigned self,
                                             llvm::SmallVector<Sequence> at,
                                             mlir::ValueRange inits);
  void lowerSeveralTotals(pos::CoiterateOp op, llvm::SmallVector<Sequence> at);
  mlir::Value lowerSegments(pos::CoiterateOp op, unsigned c, unsigned self,
                            llvm::SmallVector<Sequence> at, mlir::Value init);
  /// The body of case `c` for iterators that stand at segments `at`.
  llvm::SmallVector<mlir::Value> lowerCase(pos::CoiterateOp op, unsigned c,
                                           mlir::Value coordinate,
                                           llvm::ArrayRef<Sequence> at,
                                           mlir::ValueRange accumulators);
  mlir::Value coordinateAt(const Sequence &s, mlir::Value position,
                           llvm::StringRef name = "");
  /// The coordinate as it is stored.
  mlir::Value storedAt(const Sequence &s, mlir::Value position,
                       llvm::StringRef name = "");
  mlir::Value segmentEnd(const Sequence &s, mlir::Value position,
                         mlir::Value coordinate,
                         bool mayBeExhausted = false);
  mlir::Value unlessEnded(pos::CoiterateOp op, mlir::Value go);
  bool overShortFibres(pos::CoiterateOp op) const;
  Strata::Sums sumsOf(mlir::Operation *loop, pos::CoiterateOp op) const;
  void annotate(mlir::Operation *loop, pos::CoiterateOp op);
  static void setReduction(mlir::Operation *loop, pos::CoiterateOp op);
  void countIteration();

  // Merging loops (MergeLowering.cpp)
  /// One while-loop. Updates where the sequences stand and the accumulator.
  void lowerMerge(const Merge &merge, llvm::MutableArrayRef<Sequence> sequences,
                  mlir::Value &accumulator);
  mlir::Value anyAlive(const Merge &merge, mlir::ValueRange carried);
  mlir::Value coordinateOrEnd(const Sequence &s, mlir::Value position,
                              llvm::StringRef name);
  MergeRound lookAt(const Merge &merge, mlir::ValueRange carried,
                    mlir::Value accumulator);
  llvm::SmallVector<mlir::Value>
  lowerCases(const Merge &merge, llvm::ArrayRef<unsigned> cases,
             const MergeRound &round, mlir::TypeRange types, bool certain,
             CaseLeaf leaf);
  llvm::SmallVector<mlir::Value> sumOf(const Merge &merge,
                                       std::optional<unsigned> c,
                                       const MergeRound &round);
  /// A round's cases and steps; return the next carried values.
  llvm::SmallVector<mlir::Value> stepBySelects(const Merge &merge,
                                               const MergeRound &round);
  llvm::SmallVector<mlir::Value> stepByBranches(const Merge &merge,
                                                const MergeRound &round);
  mlir::Value behind(const MergeRound &round, unsigned i);
  mlir::Value stepped(const Merge &merge, const MergeRound &round, unsigned i,
                      mlir::Value end);
  llvm::SmallVector<mlir::Value> skip(const Merge &merge,
                                      const MergeRound &round);

  // Windows and index sets (WindowLowering.cpp)
  void lowerSubrange(pos::SubrangeOp op);
  void lowerSubset(pos::SubsetOp op);
  void lowerMember(pos::MemberOp op);
  const TensorBuffers *tableOf(llvm::ArrayRef<int64_t> members);
  static Sequence membersOf(const Sequence &s, FlatBuilder &flat);
  mlir::Value stored(const Sequence &s, mlir::Value coordinate);
  mlir::Value numberOf(const Sequence &s, mlir::Value stored);
  void cutOut(Sequence &s, IndexNumber lo, IndexNumber hi);
  IndexNumber plus(IndexNumber x, IndexNumber y);
  IndexNumber times(IndexNumber x, IndexNumber y);
  /// Where a coordinate of an iterator without an index set is stored.
  IndexNumber placeOf(const Sequence &s, int64_t coordinate);
  /// Of a level that stores more than the slice that the dimension is.
  void takeSlice(Sequence &s);
  mlir::Value storedInLevel(const TensorBuffers &t, int level,
                            mlir::Value coordinate);
  /// The first position from `position` on whose coordinate is one of the
  /// sequence.
  mlir::Value aligned(const Sequence &s, mlir::Value position);
  mlir::Value searchAligned(const Sequence &s);
  mlir::Value callAligned(const Sequence &s);
  mlir::Value nextStored(const Sequence &s, mlir::Value stored);

  // Searches for stored coordinates (PieceLowering.cpp, SearchLowering.cpp)
  mlir::Value lowerBound(Sequence s, mlir::Value coordinate);
  mlir::Value placeOfAtLeast(const Sequence &s, mlir::Value coordinate);
  mlir::Value searchLowerBound(const Sequence &s, mlir::Value coordinate);
  using Search = mlir::Value (LaunchLowering::*)(const Sequence &, mlir::Value);
  /// A search as a function of the module (Strata_Kernel.hpp has the same).
  mlir::Value callSearch(llvm::StringRef name, const Sequence &s,
                         mlir::Value coordinate, Search search);
  mlir::Value skipTo(const Sequence &s, mlir::Value coordinate);
  mlir::Value searchForward(const Sequence &s, mlir::Value coordinate);
  mlir::Value isBelow(const Sequence &s, mlir::Value position,
                      mlir::Value coordinate);

  mlir::ModuleOp module;
  mlir::OpBuilder &b;
  mlir::Location loc;
  FlatBuilder flat;
  Arithmetic arithmetic;
  llvm::DenseMap<mlir::Value, TensorBuffers> tensors;
  mlir::Value counters, counterIndex;
  FlatOptions options;
  bool inLibrary = false; ///< in a function beside the launches: no counter
  mlir::IRMapping map;
  Assembly assembly;
  mlir::Value slot;
  llvm::DenseMap<mlir::Value, Worklist> worklists;
  std::deque<TensorBuffers> sets; ///< tables of index sets
  llvm::DenseMap<mlir::Value, mlir::Value> flags; ///< their variables
  llvm::DenseMap<mlir::Value, Sequence> sequences;
  /// Coordinates by level behind a stage II position of an all-dense tensor.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> located;
};

} // namespace strata

#endif
