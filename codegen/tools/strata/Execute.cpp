// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which execution space a run is on.
#include <algorithm>

#include "ExecuteOn.hpp"
#include "HostSpace.hpp"

namespace Strata::Tool {

namespace {

/// Values of --space that this Kokkos has; without Serial, that is one thread of another.
std::vector<std::string> available_spaces() {
  std::vector<std::string> spaces{"serial"};
#ifdef KOKKOS_ENABLE_OPENMP
  spaces.push_back("openmp");
#endif
#ifdef KOKKOS_ENABLE_CUDA
  spaces.push_back("cuda");
#endif
  return spaces;
}

}  // namespace

void check_space(const std::string& space) {
  const std::vector<std::string> spaces = available_spaces();
  if (space.empty() || std::find(spaces.begin(), spaces.end(), space) != spaces.end()) return;
  std::string all;
  for (const std::string& s : spaces) all += (all.empty() ? "" : " or ") + s;
  throw UnsupportedExpression(error_message(
      "strata run", "--space", all + ", which is what this Kokkos has", space,
      std::string("build Strata with a Kokkos that has ") + (space == "cuda" ? "CUDA" : "OpenMP")));
}

RunOutcome execute_problem(const Problem& problem, const LoadedTensors& loaded,
                           const TensorDeclarations& tensors, const RunOptions& options) {
  const auto on = [&](const auto& exec) {
    RunOutcome outcome = execute_on(exec, exec, problem, loaded, tensors, options);
    if (exec.concurrency() == 1 && outcome.space != "Serial") outcome.space += ", 1 thread";
    return outcome;
  };
#ifdef KOKKOS_ENABLE_CUDA
  if (options.space == "cuda")
    return execute_on(Kokkos::Cuda(), Kokkos::DefaultHostExecutionSpace(), problem, loaded,
                      tensors, options);
#endif
  return on_host_space(options.space, on);
}

}  // namespace Strata::Tool
