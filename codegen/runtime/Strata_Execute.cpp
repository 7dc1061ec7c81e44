// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan does on an instance: execute, assemble, compute.
#include <Strata_ConversionScope.hpp>

#include "Strata_Execution.h"

namespace Strata::Impl {

/// The result in the format that was asked for.
static void store_mapped(PlanState& state, const void* exec,
                         const SpaceOperations& space) {
  const std::string& name = state.request.names[0];
  if (!is_mapped(state, name)) return;
  TensorRef wanted = state.operands.at(name);
  wanted.fill      = state.result.fill;
  state.result     = with_name("Strata::Plan::execute", name, [&] {
    return space.convert(exec, std::move(state.result), wanted, name);
  });
}

/// Code of hosts is not for devices, nor the other way round.
static void check_space(const PlanState& state, const char* operation,
                        const SpaceOperations& space) {
  if (state.request.chip.empty() == !space.device) return;
  throw UnsupportedExpression(error_message(
      operation, "exec", "an instance of " + state.space + ", which it was compiled for",
      std::string("one of ") + space.name, "compile the expression for that space"));
}

namespace {

/// Keeps what conversions of an execution say.
class PlanConversions {
 public:
  explicit PlanConversions(PlanState& state) : m_state(state) {}
  ~PlanConversions() { m_state.conversions = m_scope.report(); }

 private:
  PlanState& m_state;
  ConversionScope m_scope;
};

}  // namespace

void execute(PlanState& state, const void* exec, int concurrency,
             const SpaceOperations& space) {
  const PlanConversions conversions(state);
  check_space(state, "Plan::execute", space);
  if (!execute_cxx(state, exec, space))
    Execution(state, *state.program, exec, concurrency, space).run();
  if (state.request.options.drop_zeros && state.result.owner)
    state.result = space.drop_zeros(exec, std::move(state.result));
  store_mapped(state, exec, space);
}

static void check_phases(const PlanState& state) {
  if (state.request.options.drop_zeros)
    throw UnsupportedExpression(error_message(
        "Plan::assemble", "PlanOptions::drop_zeros", "not set",
        "true, which takes values that are known after compute() only",
        "use execute(), or Strata::drop_zeros() on the result"));
  if (const std::string& name = state.request.names[0]; is_mapped(state, name))
    throw UnsupportedExpression(error_message(
        "Plan::assemble", "result '" + name + "'",
        "the format that its loops write, " +
            state.request.stmt.tensors.at(name).format.to_string(),
        state.operands.at(name).format.to_string(),
        "use execute(), which converts it at the end"));
}

void assemble(PlanState& state, const void* exec, int concurrency,
              const SpaceOperations& space) {
  const PlanConversions conversions(state);
  check_space(state, "Plan::assemble", space);
  check_phases(state);
  compile_phases(state);
  if (assemble_cxx(state, exec, space)) return;
  state.assembly = nullptr;  // there is none where this one does not fit
  const auto assembly = std::make_shared<Execution>(state, *state.phases, exec,
                                                    concurrency, space);
  assembly->assemble();
  state.assembly = assembly;
}

void compute(PlanState& state, const void* exec,
             const SpaceOperations& space) {
  const PlanConversions conversions(state);
  check_space(state, "Plan::compute", space);
  if (compute_cxx(state, exec, space)) return;
  if (!state.assembly)
    throw FormatMismatch(error_message(
        "Plan::compute", "'" + state.request.names[0] + "'",
        "a result that has been assembled", "none",
        "call assemble() first, or execute(), which does both"));
  state.assembly->compute(exec);
}

}  // namespace Strata::Impl
