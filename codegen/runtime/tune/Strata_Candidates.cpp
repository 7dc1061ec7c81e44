// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Candidates.h"

#include <algorithm>

#include "../Strata_Explain.h"
#include "../Strata_OnePass.h"
#include "../Strata_PieceCounts.h"
#include "Strata_TuningKey.h"

namespace Strata::Impl {

namespace {

/// True where a loop of the plan merges: elsewhere all bodies are the same code.
bool merges(const PlanProgram& plan) {
  for (const PlanState* kernel : plan.kernels())
    for (const ExplainedLaunch& launch :
         explanation_of(kernel->request, kernel->concrete).launches)
      for (const ExplainedLoop& loop : launch.loops)
        if (!loop.lattice.empty() && !loop.lattice.isForLoop()) return true;
  return false;
}

/// True where an innermost loop adds up.
bool adds_up(const PlanProgram& plan) {
  const auto kernels = plan.kernels();
  return std::any_of(kernels.begin(), kernels.end(), [](const PlanState* kernel) {
    return !sums_text(explanation_of(kernel->request, kernel->concrete)).empty();
  });
}

/// True where a result may be made in one pass.
bool has_limits(const PlanProgram& plan) {
  const auto kernels = plan.kernels();
  return std::any_of(kernels.begin(), kernels.end(), [](const PlanState* kernel) {
    return kernel->program && takes_one_pass(*kernel->program);
  });
}

}  // namespace

std::shared_ptr<PlanProgram> CandidateMaker::declare(const Strategy& strategy) const {
  PlanOptions options     = m_input.options;
  ProgramOptions program  = m_input.program;
  program.check_samples   = 0;
  apply(strategy, options, program);
  return declare_program(m_input.text, m_operands, program, options, m_input.space);
}

Candidate CandidateMaker::make_default() {
  m_default = declare(m_input.forced());
  m_seen.insert(plan_identity(*m_default));
  for (PlanState* kernel : m_default->kernels()) compile_state(*kernel);
  return {m_input.forced(), {}, m_default};
}

/// Of temporaries whose size is known before the plan runs.
double CandidateMaker::workspace_bytes(const PlanProgram& plan) const {
  double bytes = 0;
  for (const PlanState* kernel : plan.kernels()) {
    const PieceCounts counts(*kernel, m_input.space.facts.concurrency,
                             m_input.space.operations.num_slots(m_input.space.exec),
                             m_input.space.operations.device != nullptr, false);
    for (const strata::Temporary& t : kernel->concrete.temporaries) {
      double each = static_cast<double>(size_of(t.scalar));
      for (const std::string& v : t.variables)
        each *= static_cast<double>(counts.extent_of(v, t.isScratch));
      bytes += each;
    }
  }
  return bytes;
}

std::optional<Candidate> CandidateMaker::make(const Strategy& strategy,
                                              std::optional<Axis> axis) {
  constexpr double spare = 1 << 28;
  try {
    Candidate out{strategy, axis, declare(strategy)};
    if (!m_seen.insert(plan_identity(*out.plan)).second) return {};
    if (workspace_bytes(*out.plan) > std::max(spare, 2 * workspace_bytes(*m_default))) return {};
    for (PlanState* kernel : out.plan->kernels()) compile_state(*kernel);
    return out;
  } catch (const UnsupportedExpression&) {  // it cannot serve these statements
    return {};
  }
}

std::vector<Alternative> CandidateMaker::alternatives() const {
  const PlanOptions& options = m_input.options;
  auto all                   = alternatives_to(m_input.forced(),
                                               {m_input.space.facts.concurrency,
                                                m_input.space.operations.device != nullptr,
                                                options.strict || options.deterministic});
  const bool merging = merges(*m_default), several = m_default->statements.size() > 1;
  const bool limited = has_limits(*m_default), adding = adds_up(*m_default);
  std::erase_if(all, [&](const Alternative& a) {
    return (a.axis == Axis::merge && !merging) || (a.axis == Axis::share && !several) ||
           (a.axis == Axis::passes && !limited) || (a.axis == Axis::sums && !adding);
  });
  return all;
}

}  // namespace Strata::Impl
