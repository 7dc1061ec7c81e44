// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_EXECUTE_ON_HPP
#define STRATA_TOOLS_EXECUTE_ON_HPP

#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>
#include <Strata_Decompose.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TensorTransfer.h>

#include "../support/Measure.hpp"
#include "Composites.hpp"
#include "Run.hpp"
#include "Slices.hpp"

/// \file
/// A run on one execution space. Tensors are made, listed and checked on a host, and copied
/// where the space has memory of its own.
namespace Strata::Tool {

/// A tensor without entries.
CoordinateList empty_list(const TensorDeclaration& declaration);

/// Tensors that only live while the plan runs.
ProgramOptions program_options(const Problem& problem, const TensorDeclarations& tensors,
                               const RunOptions& options);

/// The results that are shown or written, against their dense meaning.
CheckOutcome check_densely(const Problem& problem, const Operands& before,
                           const ProgramOptions& program, const Operands& results);

/// \throws UnsupportedExpression for what only runs on hosts, beside what compile() refuses.
void check_device_options(const RunOptions& options);

/// Every tensor of the expression; a result starts from its --in or from zero.
template <class Space>
Operands make_operands(const Space& exec, const LoadedTensors& loaded,
                       const TensorDeclarations& tensors) {
  Operands operands;
  for (const auto& [name, declaration] : tensors) {
    if (!loaded.declarations.count(name)) continue;  // a temporary
    const auto found = loaded.contents.find(name);
    operands[name]   = assemble_part(
        exec, declaration.format,
        found != loaded.contents.end() ? found->second : empty_list(declaration),
        "tool::" + name, declaration.fill);
  }
  exec.fence("Strata::tool::operands");
  return operands;
}

/// `whole` with the parts of tensors in their places.
template <class Space>
Operands in_parts(const Space& exec, Operands whole, const Composites& composites) {
  for (const auto& [name, stored] : composites) {
    const std::vector<TensorRef> parts =
        decompose(exec, whole.at(name), stored.format, "tool::" + name);
    for (std::size_t p = 0; p < parts.size(); ++p) whole[stored.names[p]] = parts[p];
    whole.erase(name);
  }
  exec.fence("Strata::tool::operands");
  return whole;
}

/// Operands in the memory of `exec`.
template <class Space>
Operands in_space(const Space& exec, Operands operands) {
  for (auto& [name, tensor] : operands)
    tensor = Impl::to_space(Impl::space_operations<Space>(), &exec, std::move(tensor));
  return operands;
}

/// The results that are shown or written, in host memory.
template <class Space>
Operands results_of(const Space& exec, const Plan& plan, const Problem& problem) {
  Operands results;
  for (const TensorUse& use : problem.tensors)
    if (use.name == problem.result().name || problem.spec(use.name).out)
      results[use.name] =
          Impl::from_space(Impl::space_operations<Space>(), &exec, plan.result(use.name));
  return results;
}

/// Lists and checks what the plan has made; it is let go of before the plan runs again.
template <class Space, class HostSpace>
void look_at_results(const Space& exec, const HostSpace& host, const Problem& problem,
                     const LoadedTensors& loaded, const TensorDeclarations& tensors,
                     const RunOptions& options, const Plan& plan, RunOutcome& outcome) {
  const Operands results = results_of(exec, plan, problem);
  for (const auto& [name, result] : results)
    outcome.results[name] = list_entries(host, result, ExtractZeros::skip_dense);
  if (options.check_samples > 0)
    outcome.check = CheckOutcome{true, "samples: " + plan.last_check().to_string()};
  // Results may be read, too: what was there before the run is assembled anew.
  if (options.check)
    outcome.check = check_densely(problem, make_operands(host, loaded, tensors),
                                  program_options(problem, tensors, options), results);
}

/// What a plan is compiled of.
struct PlanInput {
  std::string text;  ///< the statements, over parts
  Operands operands;
  ProgramOptions program;
};

/// `whole`: operands in host memory, none of them in parts.
template <class Space, class HostSpace>
PlanInput plan_input(const Space& exec, const HostSpace& host, Operands whole,
                     const Problem& problem, const LoadedTensors& loaded,
                     const TensorDeclarations& tensors, const RunOptions& options) {
  const Composites composites = composites_of(problem, loaded, tensors);
  return {over_parts(problem.notation, composites),
          in_space(exec, in_parts(host, std::move(whole), composites)),
          program_options(problem, tensors, options)};
}

/// `host`: `exec` itself, or an instance that works on host memory.
template <class Space, class HostSpace>
RunOutcome execute_on(const Space& exec, const HostSpace& host, const Problem& problem,
                      const LoadedTensors& loaded, const TensorDeclarations& tensors,
                      const RunOptions& options) {
  if (Impl::space_operations<Space>().device) check_device_options(options);
  RunOutcome outcome;
  const Stopwatch assembly;
  const PlanInput input = plan_input(exec, host, make_operands(host, loaded, tensors), problem,
                                     loaded, tensors, options);
  outcome.assemble_ms   = assembly.ms();
  outcome.space         = exec.name();
  outcome.declarations  = tensors;

  const Stopwatch compilation;
  const Plan plan =
      compile(exec, input.text, input.operands, input.program, options.plan);
  outcome.compile_ms = compilation.ms();
  outcome.tuning     = plan.tuning();
  outcome.from_disk  = plan.origin() == KernelOrigin::disk;
  const auto run_it  = [&] { plan.execute(exec); };
  outcome.run_ms     = measure(exec, 1, 0, run_it);
  look_at_results(exec, host, problem, loaded, tensors, options, plan, outcome);
  if (options.repeat > 1) outcome.run_ms = measure(exec, options.repeat, 1e9, run_it);
  outcome.flops = plan.cost().flops;
  outcome.bytes = plan.cost().bytes;
  if (options.bandwidth) outcome.bandwidth = measure_bandwidth(exec);
  if (options.explain) outcome.explanation = plan.explain();
  return outcome;
}

}  // namespace Strata::Tool

#endif
