// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <Strata_Check.hpp>
#include <Strata_Core.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ReadTensor.hpp>

#include "../support/Measure.hpp"
#include "Run.hpp"

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
                       const CheckedAssignment& checked) {
  Operands operands;
  for (const auto& [name, declaration] : checked.tensors) {
    const auto found = loaded.contents.find(name);
    operands[name]   = assemble(
        exec, declaration.format,
        found != loaded.contents.end() ? found->second : empty_list(declaration),
        "tool::" + name, declaration.fill);
  }
  exec.fence("Strata::tool::operands");
  return operands;
}

CheckOutcome check_densely(const Problem& problem, const Operands& before,
                           const TensorRef& result) {
  const CheckReport report = check_result(problem.notation, before, result);
  return {report.passed(), report.to_string()};
}

template <class Space>
RunOutcome execute_on(const Space& exec, const Problem& problem, const LoadedTensors& loaded,
                      const CheckedAssignment& checked, const RunOptions& options) {
  RunOutcome outcome;
  const std::string& name = problem.result().name;
  const Stopwatch assembly;
  Operands operands   = make_operands(exec, loaded, checked);
  outcome.assemble_ms = assembly.ms();
  outcome.space       = exec.name();
  outcome.declaration = checked.tensors.at(name);

  const Stopwatch compilation;
  const Plan plan    = compile(exec, problem.notation, operands, options.plan);
  outcome.compile_ms = compilation.ms();
  const auto run_it  = [&] { plan.execute(exec); };
  outcome.run_ms     = measure(exec, 1, 0, run_it);

  const TensorRef result = plan.result();
  outcome.result = list_entries(exec, result, ExtractZeros::skip_dense);
  if (options.check) {
    Operands before = operands;
    // += reads what was there before the run: assemble it anew.
    before[name] = make_operands(exec, loaded, checked).at(name);
    outcome.check = check_densely(problem, before, result);
  }
  if (options.repeat > 1) outcome.run_ms = measure(exec, options.repeat, 1e9, run_it);
  outcome.flops = plan.cost().flops;
  outcome.bytes = plan.cost().bytes;
  if (options.bandwidth) outcome.bandwidth = measure_bandwidth(exec);
  if (options.explain) outcome.explanation = plan.explain();
  return outcome;
}

}  // namespace

RunOutcome execute_problem(const Problem& problem, const LoadedTensors& loaded,
                           const CheckedAssignment& checked, const RunOptions& options) {
  const auto on = [&](const auto& exec) {
    RunOutcome outcome = execute_on(exec, problem, loaded, checked, options);
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
