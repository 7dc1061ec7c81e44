// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_RUN_HPP
#define STRATA_TOOLS_RUN_HPP

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Strata_CoordinateList.hpp>
#include <Strata_ConversionChoices.hpp>
#include <Strata_PlanOptions.hpp>
#include <Strata_ProgramOptions.hpp>

#include "Loading.hpp"
#include "Problem.hpp"

namespace Strata::Tool {

/// Options of `strata run` beyond those of the tensors.
struct RunOptions {
  std::string space, schedule;
  int repeat     = 1;
  bool check     = false;
  bool bandwidth = false;
  bool explain   = false;
  bool quiet     = false;
  PlanOptions plan;
  ConversionChoices conversions;
  Fuse fuse   = Fuse::automatic;
  Share share = Share::automatic;
  int check_samples = 0;
};

struct CheckOutcome {
  bool passed = false;
  std::string text;
};

/// What one run gave; all in host memory.
struct RunOutcome {
  double read_ms = 0, assemble_ms = 0, compile_ms = 0;
  bool from_disk = false;        ///< kernels were read, not compiled
  std::vector<double> run_ms;
  double flops = 0, bytes = 0;   ///< of one run
  double bandwidth = 0;          ///< GB/s measured, 0 when not asked for
  std::string tuning, explanation, space;
  std::optional<CheckOutcome> check;
  /// Entries that are not zero: of the last result and of those with --out.
  std::map<std::string, CoordinateList> results;
  TensorDeclarations declarations; ///< of all tensors, complete
};

/// \throws UnsupportedExpression for a value of --space that this Kokkos has no space for.
void check_space(const std::string& space);

/// Assembles, compiles, executes, checks. \pre Kokkos is initialised
RunOutcome execute_problem(const Problem& problem, const LoadedTensors& loaded,
                           const TensorDeclarations& tensors, const RunOptions& options);

/// Prints the outcome to `out`.
void print_report(std::FILE* out, const Problem& problem, const LoadedTensors& loaded,
                  const RunOutcome& outcome);

}  // namespace Strata::Tool

#endif
