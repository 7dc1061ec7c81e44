// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_KERNELEMITTER_H
#define STRATA_LIB_TARGET_KERNELEMITTER_H

#include "BodyEmitter.h"
#include "PhaseParts.h"

#include "strata/Compiler.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/KernelArguments.h"

namespace strata::cpp {

/// A tensor of the kernel: parameter, snapshot of the result, converted copy, or
/// temporary. A sparse result is a parameter that is assigned a new tensor.
struct CppTensor {
  std::string name;     ///< in the notation
  std::string variable; ///< in C++
  Strata::TensorFormat format;
  Strata::ScalarType scalar;
  /// Index variable of each dimension; of one with a window or an index set, a
  /// name of its own.
  std::vector<std::string> indices;
  bool isTemporary = false;
  bool isSnapshot = false; ///< old contents of the result
  bool isResult = false;   ///< a statement assigns it
  bool isRegister = false; ///< passed on from one statement to others: no memory
  bool isScratch = false;  ///< a part for each piece
  bool startsAsZero = false;
  bool isTouchedList = false; ///< coordinates of a worklist
  bool isAssembled = false; ///< pieces append to it
  std::string source{};    ///< of a converted copy: variable of the operand
  std::string reason{};    ///< why it is converted
  double fill = 0;         ///< what is read where nothing is stored

  bool isParameter() const {
    return !isTemporary && !isSnapshot && !isRegister && source.empty();
  }
  bool isSparse() const { return !format.is_dense(); }
  /// A part for each piece that runs at the same time.
  bool hasSlots() const;
  /// A hash table, or where ranges begin: made when it is known how large it has to be.
  bool isTable() const;
};

/// Prints a program as one C++ function template, or as two: one for the structure
/// of a sparse result, one for its values.
class KernelEmitter {
public:
  KernelEmitter(mlir::ModuleOp flat, const CompileRequest &request);
  std::string emit();

private:
  // The file around the function, and the function's head (HeaderEmitter.cpp)
  std::string wrapInFile(const std::string &code) const;
  void emitDocumentation(Phase phase);
  std::string whatItDoes(Phase phase) const;
  void documentParameters(Phase phase);
  void documentTensors(Phase phase);
  void documentConditions(Phase phase);
  /// \p used: what is named behind it.
  void emitSignature(Phase phase, const std::set<std::string> &used);
  std::string functionName(Phase phase) const;
  void emitTypeChecks();
  void emitExtentChecks();
  void emitExtentCheck(const std::string &kind, const CppTensor &t,
                       size_t dimension, std::int64_t number);
  void emitWindowChecks();
  std::vector<std::string> extentsInWords(const CppTensor &t) const;
  /// Where the last window or index set in a dimension ends; 0: there is none.
  std::int64_t windowEnd(const CppTensor &t, size_t dimension) const;
  /// The result, then the operands.
  std::vector<const CppTensor *> parameters() const;
  std::string contentsOfResult(Phase phase) const;
  bool keepsContents(const CppTensor &t) const;
  std::string whatIsApart() const;

  // Its tensors and steps (KernelTensors.cpp)
  void collectTensors(mlir::func::FuncOp kernel);
  void collectParameters(mlir::func::FuncOp kernel);
  std::vector<const Strata::CheckedAssignment *> statements() const;
  void addTemporary(itg::TemporaryOp temporary);
  void addCopy(itg::ConvertOp convert);
  void add(mlir::Value value, CppTensor tensor);
  const CppTensor &tensorOf(mlir::Value value) const;

  // The function around the launches (KernelEmitter.cpp)
  void emitBody();
  void emitExtents();
  bool isThere(const CppTensor &t) const;
  void declareExtent(const CppTensor &t, size_t dimension);
  void borrowExtent(const std::string &variable);
  void emitArrays();
  void emitArrays(const CppTensor &t, const std::string &object);
  void emitSnapshots();
  void emitCopies();
  bool converts() const;
  void emitTemporaries();
  void emitTemporary(const CppTensor &t);
  bool isUsed(size_t argument);
  void emitPieces();
  bool usesPieces();
  bool isAllocated(const CppTensor &t);
  std::string work() const;
  std::string piecesForWork() const;

  // Sparse results (ResultEmitter.cpp)
  const CppTensor &result() const { return tensors[0]; }
  bool assignsResult() const { return result().isSparse(); }
  /// The result's old contents, or extents that no operand has, are needed.
  bool readsResult() const;
  bool isRead(const CppTensor &t) const;
  std::string slotBytes() const;
  void emitSlots();
  void emitCursors();
  void emitAllocate(pos::AllocateOp allocate);
  void emitComplete(pos::CompleteOp complete);
  void emitCollect(itg::CollectOp collect);
  void emitAssignment();
  std::string appended(const CppTensor &t) const;
  std::string viewOf(const CppTensor &t) const;

  std::string viewType(const CppTensor &t) const;

  // Structure and values apart (PhaseEmitter.cpp)
  void findSteps(Phase phase);
  std::set<size_t> contentsIn(pos::RunOp run);
  bool isCuts(const CppTensor &t) const;
  bool isHandedOver(const CppTensor &t);
  void part(unsigned phases, const std::string &variable = "",
            const std::string &type = "");
  void emitPhases();
  void emitFunction(Phase phase, const std::string &body);
  void emitAssembly(const SplitBody &body);
  void emitReturn(const SplitBody &body);

  // Called in a team (TeamEmitter.cpp)
  void checkInTeam() const;
  void emitInTeam();
  std::vector<const CppTensor *> teamWorkspaces();
  void emitTeamPieces(const std::string &threads);
  std::string workspaceExtents(const CppTensor &t) const;
  void emitScratchQuery(const std::string &query);
  void documentScratchQuery(const std::string &threads);
  void documentInTeam(const std::string &level);
  void emitTeamFunction();
  void emitTeamWorkspaces(const std::string &level);
  void emitTeamLoop(pos::RunOp run, mlir::scf::ForOp loop, BodyEmitter &body);
  void emitTeamPartition(pos::PartitionOp partition);
  /// How many units a parallel launch has that is no loop over a dimension.
  const std::string &piecesOf(pos::RunOp run) const;
  /// Pieces of the kernel have ranges of coordinates.
  bool usesRanges();
  void emitRanges();

  // EntryEmitter.cpp
  void emitEntries();
  void emitEntry(Phase phase);
  void emitEntryOfValues(const std::string &call);
  std::string operandFromEntry(const CppTensor &t, size_t number) const;
  void emitTeamEntry();
  std::string callFromEntry(Phase phase) const;

  // Steps (StepEmitter.cpp)
  void emitStep(mlir::Operation *step);
  void emitBegins(pos::PartitionOp partition, size_t number);
  void emitPartition(pos::PartitionOp partition);
  std::string weighedTensor(pos::PartitionOp partition, size_t number);
  void emitReserve(pos::ReserveOp reserve);

  // Launches (LaunchEmitter.cpp)
  void emitLaunch(pos::RunOp run);
  void bindArguments(BodyEmitter &body, mlir::func::FuncOp function,
                     pos::RunOp run);
  /// "const std::int64_t i", or no name where nothing uses it.
  std::string unitParameter(BodyEmitter &body, mlir::scf::ForOp loop);
  void emitRange(pos::RunOp run, const std::string &label,
                 mlir::scf::ForOp loop, BodyEmitter &body);
  bool emitGrid(pos::RunOp run, const std::string &label, mlir::scf::ForOp loop,
                BodyEmitter &body);
  void emitTeams(pos::RunOp run, const std::string &label,
                 mlir::scf::ForOp loop, BodyEmitter &body,
                 const std::string &scratchSize);
  bool writesWorklist(mlir::func::FuncOp function) const;
  std::string emitScratchSize(pos::RunOp run);
  std::string scratchType(const CppTensor &t) const;
  std::string scratchExtents(const CppTensor &t) const;
  std::string extentOf(pos::RunOp run) const;

  mlir::ModuleOp module;
  const CompileRequest &request;
  std::vector<CppTensor> tensors;
  std::vector<KernelArgument> arguments;
  /// Names of function arguments that are not tensors' Views.
  std::map<size_t, std::string> arrays;
  std::map<std::string, std::string> extents; ///< by index variable
  std::vector<Strata::Access> accesses;       ///< of the statement
  /// Of variables with windows or index sets.
  std::map<std::string, std::int64_t> lengths;
  llvm::SmallVector<pos::RunOp> runs;
  llvm::SmallVector<pos::PartitionOp> partitions;
  llvm::SmallVector<mlir::Operation *> steps; ///< runs and partitions too
  llvm::DenseMap<mlir::Operation *, unsigned> stepPhases;
  std::vector<PhasePart> parts; ///< of the body
  std::vector<const CppTensor *> scratch; ///< of the launch being printed
  llvm::DenseMap<mlir::Value, size_t> tensorIndex;
  std::string name, teams, pieces, ranges, slots;
  std::string object; ///< that has the arrays of a sparse result
  std::string assembly, sizeMember; ///< what is handed over
  std::set<std::string> handedOver; ///< its members
  int slotTemporaries = 0;
  std::string scratchLevel; ///< of the launch being printed
  int teamSize = 0;
  Writer out;
  Scopes scopes;
};

} // namespace strata::cpp

#endif
