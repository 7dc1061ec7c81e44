// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_COMPILE_COMMAND_HPP
#define STRATA_TOOLS_COMPILE_COMMAND_HPP

#include <string>

#include <CLI/CLI.hpp>

#include <Strata_IndexNotation.hpp>
#include <Strata_PlanOptions.hpp>
#include <Strata_ProgramOptions.hpp>

#include "Loading.hpp"
#include "OperatorOptions.hpp"
#include "Problem.hpp"

namespace Strata::Tool {

/// What `strata emit` and `strata explain` are told: statements, tensors and strategies.
struct CompileCommand {
  StatementOptions statements;
  TensorOptions tensors;
  OperatorOptions operators;
  PlanOptions plan;
  Fuse fuse   = Fuse::all;  // nothing is known of the work
  Share share = Share::automatic;

  void add_to(CLI::App& app);
  Problem problem() const;
};

/// What is compiled without data, with the declarations of all tensors.
struct DeclaredStatements {
  std::string text;
  TensorDeclarations tensors;
};

/// \pre Kokkos is initialised where .h5 files were read
DeclaredStatements declared_statements(const CompileCommand& command, const Problem& problem,
                                       const LoadedTensors& loaded);

/// With an end of the line; to the standard output without a path. \throws IoError.
void print_text(const std::string& text, const std::string& path = {});

}  // namespace Strata::Tool

#endif
