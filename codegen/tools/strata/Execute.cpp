// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <Strata_CheckStatements.hpp>
#include <Strata_Core.hpp>
#include <Strata_Decompose.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ReadTensor.hpp>

#include "../support/Measure.hpp"
#include "Composites.hpp"
#include "Run.hpp"
#include "Slices.hpp"

namespace Strata::Tool {
namespace {

/// A tensor without entries.
CoordinateList empty_list(const TensorDeclaration& declaration) {
  CoordinateList list;
  list.scalar  = declaration.scalar;
  list.extents = declaration.extents;
  return list;
}

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

/// The results that are shown or written, against their dense meaning.
CheckOutcome check_densely(const Problem& problem, const Operands& before,
                           const ProgramOptions& program, const Plan& plan,
                           const RunOutcome& outcome) {
  CheckOutcome out{true, ""};
  for (const auto& [name, list] : outcome.results) {
    const CheckReport report =
        check_statements(problem.notation, before, name, plan.result(name), program);
    out.passed &= report.passed();
    const std::string whose = outcome.results.size() == 1 ? "" : name + ": ";
    out.text += (out.text.empty() ? "" : "; ") + whose + report.to_string();
  }
  return out;
}

/// Tensors that only live while the plan runs.
ProgramOptions program_options(const Problem& problem, const TensorDeclarations& tensors,
                               const RunOptions& options) {
  ProgramOptions program;
  program.fuse          = options.fuse;
  program.share         = options.share;
  program.check_samples = options.check_samples;
  for (const TensorUse& use : problem.tensors)
    if (use.is_temporary) program.temporaries[use.name] = tensors.at(use.name);
  return program;
}

template <class Space>
RunOutcome execute_on(const Space& exec, const Problem& problem, const LoadedTensors& loaded,
                      const TensorDeclarations& tensors, const RunOptions& options) {
  RunOutcome outcome;
  const Stopwatch assembly;
  const Composites composites  = composites_of(problem, loaded, tensors);
  const Operands operands      = in_parts(exec, make_operands(exec, loaded, tensors), composites);
  const ProgramOptions program = program_options(problem, tensors, options);
  outcome.assemble_ms          = assembly.ms();
  outcome.space                = exec.name();
  outcome.declarations         = tensors;

  const Stopwatch compilation;
  const Plan plan    = compile(exec, over_parts(problem.notation, composites), operands, program,
                               options.plan);
  outcome.compile_ms = compilation.ms();
  outcome.tuning     = plan.tuning();
  outcome.from_disk  = plan.origin() == KernelOrigin::disk;
  const auto run_it  = [&] { plan.execute(exec); };
  outcome.run_ms     = measure(exec, 1, 0, run_it);

  for (const TensorUse& use : problem.tensors)
    if (use.name == problem.result().name || problem.spec(use.name).out)
      outcome.results[use.name] =
          list_entries(exec, plan.result(use.name), ExtractZeros::skip_dense);
  if (options.check_samples > 0)
    outcome.check = CheckOutcome{true, "samples: " + plan.last_check().to_string()};
  // Results may be read, too: what was there before the run is assembled anew.
  if (options.check)
    outcome.check =
        check_densely(problem, make_operands(exec, loaded, tensors), program, plan, outcome);
  if (options.repeat > 1) outcome.run_ms = measure(exec, options.repeat, 1e9, run_it);
  outcome.flops = plan.cost().flops;
  outcome.bytes = plan.cost().bytes;
  if (options.bandwidth) outcome.bandwidth = measure_bandwidth(exec);
  if (options.explain) outcome.explanation = plan.explain();
  return outcome;
}

}  // namespace

RunOutcome execute_problem(const Problem& problem, const LoadedTensors& loaded,
                           const TensorDeclarations& tensors, const RunOptions& options) {
  const auto on = [&](const auto& exec) {
    RunOutcome outcome = execute_on(exec, problem, loaded, tensors, options);
    if (exec.concurrency() == 1 && outcome.space != "Serial") outcome.space += ", 1 thread";
    return outcome;
  };
#ifdef KOKKOS_ENABLE_SERIAL
  if (options.space == "serial") return on(Kokkos::Serial());
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  return on(Kokkos::OpenMP());  // one thread of it where Kokkos has no Serial
#else
  if (options.space == "openmp")
    throw UnsupportedExpression("--space openmp: this Kokkos has no OpenMP");
  return on(Kokkos::DefaultHostExecutionSpace());
#endif
}

}  // namespace Strata::Tool
