// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ConformanceRun.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

#include <Strata_CxxBatch.hpp>
#include <Strata_Error.hpp>
#include <Strata_IterationBound.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_SpaceCopies.hpp>

namespace Strata::Testing {
namespace {

TensorDeclarations declarations(const Operands& operands) {
  TensorDeclarations tensors;
  for (const auto& [name, t] : operands) tensors[name] = {t.format, t.scalar, t.extents, t.fill};
  return tensors;
}

/// The tensor that a plan writes: old contents where the case gives some.
template <class ExecutionSpace>
TensorRef make_result(const ExecutionSpace& host, const ConformanceTensor& t) {
  const TensorFormat format = t.format();
  if (format.is_dense() || t.given) return make_tensor(host, format, t.data, t.fill);
  TensorRef result;
  result.fill    = t.fill;
  result.format  = format;
  result.scalar  = t.data.scalar;
  result.extents = t.data.extents;
  result.levels.resize(format.lvl_rank());
  return result;
}

template <class ExecutionSpace>
Operands make_operands(const ExecutionSpace& exec, const ConformanceCase& c) {
  const auto& host = host_of(exec);
  Operands operands;
  for (const auto& [name, t] : c.tensors) {
    operands[name] =
        to_space(exec, name == c.result ? make_result(host, t)
                                        : make_tensor(host, t.format(), t.data, t.fill));
  }
  return operands;
}

/// A case's operands, and what its plan tells after it has run.
struct Executed {
  Operands operands;
  std::int64_t iterations = -1;
};

template <class ExecutionSpace>
Executed execute(const ExecutionSpace& exec, const ConformanceCase& c,
                 const PlanOptions& options) {
  Executed out;
  out.operands    = make_operands(exec, c);
  const Plan plan = compile(exec, c.expression, out.operands, options);
  plan.execute(exec);
  exec.fence("strata-conformance");
  out.operands[c.result] = plan.result();
  for (auto& [name, tensor] : out.operands) tensor = from_space(exec, tensor);
  out.iterations = plan.iterations();
  return out;
}

/// An instance of one thread.
auto serial_space() {
#ifdef KOKKOS_ENABLE_SERIAL
  return Kokkos::Serial();
#else
  return Kokkos::OpenMP(1);
#endif
}

/// In strict mode neither teams, nor pieces, nor the back end change a bit of the
/// values, or of the positions and coordinates of a sparse result; in deterministic
/// mode the space does not. `options` are those of the other run.
template <class ExecutionSpace>
std::string compare_bits(const ExecutionSpace& exec, const ConformanceCase& c,
                         const TensorRef& result, const PlanOptions& options) {
  const Executed plain   = execute(exec, c, options);
  const TensorRef& other = plain.operands.at(c.result);
  const auto bytes = static_cast<std::size_t>(result.num_values) * size_of(result.scalar);
  if (!result.format.is_dense())
    if (const std::string difference = structure_difference(other, result); !difference.empty())
      return "other than that of a plain kernel on " + std::string(exec.name()) + ": " + difference;
  if (other.num_values == result.num_values &&
      (bytes == 0 || std::memcmp(other.values, result.values, bytes) == 0))
    return "";
  return std::string("the result differs in its bits from that of a plain kernel on ") +
         exec.name();
}

/// The values of all operands in reverse order, at the same places.
ConformanceCase with_other_values(ConformanceCase c) {
  for (auto& [name, t] : c.tensors) {
    CooData other{t.data.scalar, t.data.extents, {}, {}};
    const auto size = static_cast<std::int64_t>(size_of(t.data.scalar));
    for (std::int64_t e = t.data.size() - 1; e >= 0; --e)
      other.values.insert(other.values.end(), t.data.values.begin() + e * size,
                          t.data.values.begin() + (e + 1) * size);
    other.coordinates = std::move(t.data.coordinates);
    t.data            = std::move(other);
  }
  return c;
}

/// The operands of `c` instead of those that the plan was compiled with.
template <class ExecutionSpace>
void bind_all(const ExecutionSpace& exec, Plan& plan, const ConformanceCase& c) {
  for (const auto& [name, tensor] : make_operands(exec, c))
    if (name != c.result || c.tensors.at(name).given) plan.bind(name, tensor);
}

/// Structure once; then values for other operands, which are those that a plain
/// kernel gives, bit by bit; then values for the case itself.
template <class ExecutionSpace>
Executed execute_phases(const ExecutionSpace& exec, const ConformanceCase& c,
                        const PlanOptions& options, std::string& difference) {
  Executed out;
  out.operands                = make_operands(exec, c);
  Plan plan                   = compile(exec, c.expression, out.operands, options);
  const ConformanceCase other = with_other_values(c);
  PlanOptions plain;
  plain.strict = true;
  plan.assemble(exec);
  bind_all(exec, plan, other);
  plan.compute(exec);
  exec.fence("strata-conformance");
  difference = compare_bits(exec, other, from_space(exec, plan.result()), plain);
  if (!difference.empty()) difference = "with other values: " + difference;
  bind_all(exec, plan, c);
  plan.compute(exec);
  exec.fence("strata-conformance");
  out.operands[c.result] = plan.result();
  for (auto& [name, tensor] : out.operands) tensor = from_space(exec, tensor);
  return out;
}

template <class ExecutionSpace>
ConformanceOutcome run_kernel(const ExecutionSpace& exec, const ConformanceCase& c,
                              const ConformanceSettings& settings) {
  const PlanOptions& options = settings.options;
  std::string in_phases;
  const Executed run =
      settings.phases && !c.tensors.at(c.result).format().is_dense()
          ? execute_phases(exec, c, options, in_phases)
          : execute(exec, c, options);
  const Operands& operands = run.operands;
  ConformanceOutcome outcome;
  const TensorRef& result = operands.at(c.result);
  outcome.reason =
      in_phases.empty() ? compare_with_expected(c, result) : in_phases;
  if (outcome.reason.empty() && c.storage) outcome.reason = compare_storage(*c.storage, result);
  const bool teams = options.team_size > 0 || options.vector_length > 0;
  PlanOptions plain;
  plain.strict = true;
  if (outcome.reason.empty() && (settings.compare_bits || (options.strict && teams)))
    outcome.reason = compare_bits(exec, c, result, plain);
  if (outcome.reason.empty() && settings.compare_bits)
    outcome.reason = compare_bits(serial_space(), c, result, plain);
  if (outcome.reason.empty() && options.deterministic && options.backend == Backend::jit)
    outcome.reason = compare_bits(serial_space(), c, result, options);
  if (options.count_iterations) {
    outcome.iterations = static_cast<double>(run.iterations);
    outcome.bound =
        iteration_bound(check(parse_notation(c.expression), declarations(operands)), operands,
                        std::max(1, options.pieces));
    if (outcome.reason.empty() &&
        (outcome.iterations < 0 || outcome.iterations > 4 * outcome.bound)) {
      std::ostringstream text;
      text << outcome.iterations << " loop iterations, bound 4 x " << outcome.bound;
      outcome.reason = text.str();
    }
  }
  if (!outcome.reason.empty()) outcome.kind = ConformanceOutcome::Kind::failed;
  return outcome;
}

/// The dense evaluation as a dense tensor.
TensorRef evaluated(const ConformanceCase& c, const Operands& inputs, CheckOptions options) {
  const ConformanceTensor& t   = c.tensors.at(c.result);
  TensorDeclarations tensors   = declarations(inputs);
  tensors[c.result]            = {t.format(), t.data.scalar, t.data.extents, t.fill};
  const Assignment statement   = parse_notation(c.expression);
  const Evaluation evaluation  = evaluate(check(statement, tensors), inputs, options);
  GuardedDense dense(t.data.scalar, t.data.extents, {});
  const bool keeps = t.given && statement.accumulate;
  if (keeps) dense.fill(t.data);
  if (!keeps) dense.fill({t.data.scalar, t.data.extents, {}, {}}, t.fill);
  const TensorRef& ref = dense.ref();
  for (const auto& [at, entry] : evaluation.entries) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < at.size(); ++d) offset = offset * ref.extents[d] + at[d];
    store(ref.scalar,
          static_cast<char*>(ref.values) + offset * static_cast<std::int64_t>(size_of(ref.scalar)),
          entry);
  }
  return ref;
}

ConformanceOutcome run_dense(const ConformanceCase& c) {
  Operands inputs;
  CheckOptions options;
  for (const auto& [name, t] : c.tensors) {
    if (name == c.result && !t.given) continue;
    inputs[name] = make_tensor(Kokkos::DefaultHostExecutionSpace(), t.format(), t.data, t.fill);
  }
  ConformanceOutcome outcome;
  outcome.reason = compare_with_expected(c, evaluated(c, inputs, options));
  if (!outcome.reason.empty()) outcome.kind = ConformanceOutcome::Kind::failed;
  return outcome;
}

/// Calls `f` with an instance of the space that is asked for.
template <class F>
auto on_space([[maybe_unused]] const ConformanceSettings& settings, F&& f) {
  if (settings.device) return f(DeviceDouble());
#ifdef KOKKOS_ENABLE_CUDA
  if (settings.cuda) return f(Kokkos::Cuda());
#endif
#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
  if (!settings.openmp) return f(Kokkos::Serial());
#endif
  // Without Serial the driver has given Kokkos one thread.
  return f(Kokkos::DefaultHostExecutionSpace());
}

ConformanceOutcome run_unguarded(const ConformanceCase& c, const ConformanceSettings& settings) {
  if (settings.evaluator) return run_dense(c);
  return on_space(settings, [&](const auto& exec) { return run_kernel(exec, c, settings); });
}

}  // namespace

void build_cxx_kernels(const std::vector<ConformanceCase>& cases,
                       const ConformanceSettings& settings, int kernels_per_unit, int jobs) {
  CxxBatch batch(settings.phases, settings.in_team);
  on_space(settings, [&](const auto& exec) {
    for (const ConformanceCase& c : cases) {
      try {
        batch.add(exec, c.expression, make_operands(exec, c), settings.options);
      } catch (const Error&) {
        // run_conformance_case() throws it again and reports it.
      }
    }
  });
  const int wanted = batch.num_kernels();
  const int built  = batch.build(kernels_per_unit, jobs);
  // What is left out is compiled as a kernel that launches, which is another test.
  if (settings.in_team > 0 && built < wanted)
    throw CodegenError("of " + std::to_string(wanted) + " functions for teams only " +
                       std::to_string(built) + " were compiled");
}

std::vector<std::string> cxx_units(const std::vector<ConformanceCase>& cases,
                                   const ConformanceSettings& settings, const char* space,
                                   int num_units) {
  constexpr int many_threads = 1 << 16;
  CxxBatch batch(settings.phases, settings.in_team);
  const Kokkos::DefaultHostExecutionSpace host;
  for (const ConformanceCase& c : cases)
    batch.add(space, many_threads, c.expression, make_operands(host, c), settings.options);
  return batch.sources((batch.num_kernels() + num_units - 1) / num_units);
}

ConformanceOutcome run_conformance_case(const ConformanceCase& c,
                                        const ConformanceSettings& settings) {
  using Kind = ConformanceOutcome::Kind;
  try {
    return run_unguarded(c, settings);
  } catch (const UnsupportedExpression& e) {
    const std::string reason = e.what();
    if (reason.empty()) return {Kind::failed, "refused without a reason", -1, 0};
    return {Kind::refused, reason, -1, 0};
  } catch (const std::exception& e) {
    return {Kind::failed, e.what(), -1, 0};
  }
}

}  // namespace Strata::Testing
