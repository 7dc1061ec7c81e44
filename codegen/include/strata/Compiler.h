// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COMPILER_H
#define STRATA_COMPILER_H

#include "strata/Analysis/ConcreteNotation.h"

#include <Strata_LevelRegistry.hpp>
#include <Strata_PlanOptions.hpp>
#include <Strata_TensorRef.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/// \file
/// The code generator as the runtime sees it: no MLIR. The implementation is a
/// module that is loaded when something must be compiled.
namespace strata {

/// What the code of a kernel depends on.
struct CompileRequest {
  Strata::CheckedAssignment stmt;
  /// Of the function in emitted code; labels of launches begin with it.
  std::string name = "einsum";
  /// Around the function: "app::kernels"; empty: none.
  std::string nameSpace;
  /// Command that generates the code again; empty: none.
  std::string command;
  /// Statements behind it that share its launch, and the loops that they share
  /// (SharedLoops.h); usually none.
  std::vector<Strata::CheckedAssignment> followers;
  std::vector<std::string> sharedLoops;
  /// Tensors that only hold what one of them passes on to others: no memory.
  std::set<std::string> registers;
  /// Tensors of the statements, the result of the first one first.
  std::vector<std::string> names;
  /// Levels that the formats of the tensors may have, in the order of their kinds.
  std::vector<Strata::LevelDefinition> levels;
  /// Level whose stride is known to be 1 (all-dense operands).
  std::map<std::string, int> unitLevels;
  ConcretizeOptions concretize;
  /// Fibres of the last level that are stored, of operands that store where they end.
  std::map<std::string, double> fibresOf;
  Strata::PlanOptions options;
  /// Execution space that emitted code gets an entry for (EntryPoint), e.g.
  /// "Kokkos::OpenMP"; empty: no entry.
  std::string entrySpace;
  /// Register width of the target in bytes; 0: leave vectorisation to LLVM.
  int vectorBytes = 0;
  /// The kernel serves the extents at hand only (smallExtents()).
  bool fixesExtents = false;
  /// Launches of their own for structure and values of a sparse result.
  bool separatePhases = false;
  /// What need not be counted may be appended in one pass (ProgramStep::Pass).
  bool onePass = false;
  /// A function that a team calls from inside of a kernel, instead of one that
  /// launches.
  bool inTeam = false;
  /// Threads of the team that the entry of such a function calls it in.
  int entryTeam = 1;
  /// CUDA device whose PTX is wanted, e.g. "sm_90"; empty: machine code of this host.
  std::string chip;
};

/// Runs units [begin, end) of `units`; `words` is filled by kernelArguments().
/// Calls that run at the same time have different slots.
using LaunchEntry = void (*)(const std::uint64_t *words, std::int64_t slot,
                             std::int64_t begin, std::int64_t end,
                             std::int64_t units);

/// Runs all launches of an emitted kernel on the instance `exec`; `tensors` are
/// those of the statement without the result's old contents. A sparse result is
/// replaced by a new tensor.
using EntryPoint = void (*)(const void *exec, Strata::TensorRef *tensors);
/// The same for structure and values apart. The first one replaces the result and
/// makes what the second one needs of it, `assembly`; the second one writes the values
/// of the result, which then is the first tensor. Old contents that it reads stand
/// behind the other tensors.
using PhaseEntryPoint = void (*)(const void *exec, Strata::TensorRef *tensors,
                                 std::shared_ptr<void> &assembly);

/// Name of the entry of the function `name`.
inline std::string entryName(const std::string &name) {
  return name + "_entry";
}
/// Names of the functions for structure and for values.
inline std::string assembleName(const std::string &name) {
  return name + "_assemble";
}
inline std::string computeName(const std::string &name) {
  return name + "_compute";
}

/// A step of a program.
struct ProgramStep {
  enum class Kind {
    launch,
    partition, ///< cuts into pieces of equal work, written to `tensor`
    reserve,  ///< `tables` for as many coordinates as the greatest of `tensor`
    allocate, ///< arrays of the sparse `tensor`, from the counts of the pieces
    complete, ///< positions of parents that no piece came to, on `levels`
    collect   ///< the entries listed in `source` as the sparse `tensor`
  };
  Kind kind = Kind::launch;
  std::string label;
  bool parallel = false;
  bool privatized = false; ///< one copy of the result per piece
  bool ranged = false;     ///< pieces run the loops around that which is cut whole
  /// Of the statement's tensors, then the temporaries. A launch: units are the
  /// coordinates of its `dimension`, or `count` of them if that is not negative;
  /// −1: pieces, or teams.
  int tensor = -1;
  int dimension = 0;
  std::int64_t count = -1;
  int source = -1;
  /// Makes the structure of a sparse result, or nothing but its values.
  bool symbolic = false, numeric = false;
  /// A sparse result that may be made in one pass: how much pieces append at most, then
  /// what they do append, which is left out in one pass; and what appends it.
  enum class Pass { other, limit, count, append };
  Pass pass = Pass::other;
  /// partition: tensors whose first `depth` levels follow the variables, and
  /// where the extents of these are, or `count` if that is not negative.
  struct Weighed {
    int tensor, depth;
    /// lo, stride and hi (−1: the extent) of each level, or empty.
    std::vector<std::int64_t> windows;
    /// The one of those before it beneath a level of which it stands, or −1.
    int parent = -1, parentLevel = -1;
    /// The level whose coordinates are drawn from, or −1.
    int sampled = -1;
    /// Its table of where ranges begin in the fibres of that level, or −1.
    int begins = -1;
  };
  struct Variable {
    int tensor, dimension;
    std::int64_t count;
    bool visitsAll;
  };
  std::vector<Weighed> weighed;
  std::vector<Variable> variables;
  /// reserve: hash tables for coordinates of `variables[0]`.
  std::vector<int> tables;
  /// allocate: levels whose positions start as 0.
  std::vector<int> levels;
  /// Threads in a team and lanes in a thread; 0: no teams.
  int teamSize = 0;
  int vectorLength = 0;
  LaunchEntry entry = nullptr; ///< on hosts
  /// On devices: the name of the kernel that the launch is (DeviceGrid.h), and whether
  /// its workspaces are numbered by the threads of the grid.
  std::string kernel;
  bool usesSlots = false;
};

/// Machine code of a statement: what to allocate and what to run, in order. From
/// the C++ back end: one entry that does all of it.
struct CompiledProgram {
  std::vector<Temporary> temporaries;
  std::vector<ProgramStep> steps;
  std::vector<std::string> objects; ///< object files, until they are linked (Linker.h)
  std::string ptx;            ///< of all kernels, self-contained
  std::shared_ptr<void> code; ///< owns the entries' memory
  std::string source;         ///< C++ back end: what is to be compiled
  EntryPoint entry = nullptr; ///< C++ back end
  PhaseEntryPoint assembleEntry = nullptr, computeEntry = nullptr; ///< in phases
  bool hasPhases = false;     ///< structure and values in launches of their own
};

class Compiler {
public:
  virtual ~Compiler() = default;
  /// Steps and object files of their code; where the back end is C++, its source; for
  /// a device, PTX.
  /// \throws Strata::UnsupportedExpression, for a device also for what it cannot run yet
  ///   and lanes that are no part of a warp; Strata::CodegenError, for a device also
  ///   without libdevice or NVPTX. Thread-safe.
  virtual CompiledProgram compile(const CompileRequest &request) = 0;
  /// Text of the IR at a stage.
  virtual std::string emit(const CompileRequest &request,
                           Strata::Stage stage) = 0;
};

/// Type of the module's entry point. Its name, STRATA_COMPILER_ENTRY as CMake
/// defines it for the module and its loader, has the version in it: requests and
/// programs are passed as they are in memory.
using CompilerEntry = Compiler *(*)();
/// Name of the function in every module that returns its version as text.
inline constexpr const char *moduleVersionName = "strataModuleVersion";

} // namespace strata

#endif
