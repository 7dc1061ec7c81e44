// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COMPILER_H
#define STRATA_COMPILER_H

#include "strata/Analysis/ConcreteNotation.h"

#include <Strata_PlanOptions.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// \file
/// The code generator as the runtime sees it: no MLIR. The implementation is a
/// module that is loaded when something must be compiled.
namespace strata {

/// What the code of a kernel depends on.
struct CompileRequest {
  Strata::CheckedAssignment stmt;
  /// Tensors of the statement, the result first.
  std::vector<std::string> names;
  /// Level whose stride is known to be 1 (all-dense operands).
  std::map<std::string, int> unitLevels;
  ConcretizeOptions concretize;
  Strata::PlanOptions options;
  /// Register width of the target in bytes; 0: leave vectorisation to LLVM.
  int vectorBytes = 0;
};

/// Runs piece `piece` of `pieces`; `words` is filled by kernelArguments().
using LaunchEntry = void (*)(const std::uint64_t *words, std::int64_t piece,
                             std::int64_t pieces);

struct ProgramStep {
  std::string label;
  bool parallel = false;
  bool privatized = false; ///< one copy of the result per piece
  LaunchEntry entry = nullptr;
};

/// Machine code of a statement: what to allocate and what to run, in order.
struct CompiledProgram {
  std::vector<Temporary> temporaries;
  std::vector<ProgramStep> steps;
  std::shared_ptr<void> code; ///< owns the entries' memory
};

class Compiler {
public:
  virtual ~Compiler() = default;
  /// \throws Strata::UnsupportedExpression, Strata::CodegenError. Thread-safe.
  virtual CompiledProgram compile(const CompileRequest &request) = 0;
  /// Text of the IR at a stage.
  virtual std::string emit(const CompileRequest &request,
                           Strata::Stage stage) = 0;
};

/// Name and type of the module's entry point.
inline constexpr const char *compilerEntryName = "strataCompiler";
using CompilerEntry = Compiler *(*)();

} // namespace strata

#endif
