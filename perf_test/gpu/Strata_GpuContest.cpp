// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_GpuContest.hpp"

#include <limits>
#include <memory>
#include <utility>

#include <Strata_CoordinateList.hpp>

namespace Strata::Perf {

namespace {

Operands on_device(const Space& exec, const Problem& problem) {
  Operands operands;
  for (const auto& [name, tensor] : problem.operands) operands[name] = to_device(exec, tensor);
  return operands;
}

Plan plan_of(const Space& exec, const Problem& problem, const Operands& operands,
             const PlanOptions& options) {
  return compile_plan(exec, problem.benchmark.notation, operands, options);
}

Contestant strata_contestant(const Space& exec, const Benchmark& benchmark, const Plan& plan,
                             const Operands& operands) {
  Contestant strata;
  strata.name = strata_name;
  strata.run  = [=, values_only = benchmark.values_only] {
    values_only ? compute(exec, plan) : execute(exec, plan);
  };
  strata.finish = [=] { exec.fence("Strata::perf::run"); };
  strata.answer = [=, kept = operands] { return answer_of(to_host(exec, plan.result())); };
  return strata;
}

double bytes_of_structure(const TensorRef& tensor) {
  double indices = 0;
  for (const LevelArrays& level : tensor.levels)
    indices += static_cast<double>(level.num_positions + level.num_coordinates);
  return sizeof(std::int32_t) * indices;
}

Facts facts_of(const Problem& problem, const Plan& plan) {
  const Benchmark& benchmark = problem.benchmark;
  const TensorRef& input     = problem.input();
  Facts facts;
  facts.kernel     = benchmark.name;
  facts.expression = benchmark.notation;
  facts.extents    = extents_to_string(input.extents);
  facts.formats    = input.format.to_string();
  facts.entries    = static_cast<double>(input.num_values);
  facts.bytes      = plan.cost().bytes;
  facts.flops      = plan.cost().flops;
  facts.compile_ms = plan.compile_ms();
  if (benchmark.values_only) facts.bytes -= bytes_of_structure(plan.result());
  return facts;
}

/// Makes the values of results that are written in place unusable.
std::function<void()> scrub_of(const Space& exec, const std::vector<TensorRef>& results) {
  const auto size = static_cast<std::size_t>(results.front().num_values);
  const auto nothing =
      std::make_shared<std::vector<double>>(size, std::numeric_limits<double>::quiet_NaN());
  return [=] {
    for (const TensorRef& result : results)
      operations_of_space().device->to_device(&exec, result.values, nothing->data(),
                                              size * sizeof(double));
  };
}

}  // namespace

GpuContest prepare(const Space& exec, const Library& library, const Problem& problem,
                   const PlanOptions& options) {
  const Benchmark& benchmark = problem.benchmark;
  const Operands operands    = on_device(exec, problem);
  const Plan plan            = plan_of(exec, problem, operands, options);
  GpuContest out;
  out.origin       = plan.origin();
  Contest& contest = out.contest;
  contest.contestants.push_back(strata_contestant(exec, benchmark, plan, operands));
  contest.expected = [problem] { return problem.benchmark.expected(problem); };
  if (benchmark.values_only)
    assemble(exec, plan);
  else
    execute(exec, plan);  // the size of a sparse result is part of the traffic
  exec.fence("Strata::perf::prepare");
  contest.facts      = facts_of(problem, plan);
  LibraryEntry rival = library.enter(benchmark, operands);
  std::vector<TensorRef> in_place;
  if (benchmark.values_only || !benchmark.sparse_result) in_place.push_back(plan.result());
  if (rival.contestant) {
    contest.contestants.push_back(std::move(*rival.contestant));
    if (benchmark.values_only) in_place.push_back(rival.result);
  }
  if (!in_place.empty()) contest.scrub = scrub_of(exec, in_place);
  out.no_library = std::move(rival.reason);
  return out;
}

#ifndef KOKKOS_ENABLE_CUDA
Plan make_kernels(const Space& exec, const Problem& problem, const PlanOptions& options) {
  Plan plan = plan_of(exec, problem, on_device(exec, problem), options);
  if (problem.benchmark.values_only) Testing::make_kernels_of_phases();
  return plan;
}
#endif

}  // namespace Strata::Perf
