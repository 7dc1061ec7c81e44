// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Tuning.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "../cache/Strata_DiskCache.h"
#include "../cache/Strata_TunedPlans.h"
#include "../impl/Strata_CheckTolerance.hpp"
#include "Strata_HostResult.h"
#include "Strata_Rounds.h"
#include "Strata_ScratchOperands.h"
#include "Strata_TuningKey.h"

namespace Strata::Impl {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string number(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", ms);
  return text;
}

/// Candidates of one statement or several, run on scratch operands.
class Tuner {
 public:
  Tuner(const TuningInput& input, const ScratchOperands& scratch)
      : m_input(input),
        m_scratch(scratch),
        m_maker(input, scratch.operands()),
        m_deadline(Clock::now() + std::chrono::milliseconds(std::max(input.options.tune_ms, 1))) {}

  /// Compiles what there is to choose from and runs each once: what gives another result
  /// than the default is left out.
  void make_candidates() {
    add(m_maker.make_default());
    for (const Alternative& a : m_maker.alternatives()) {
      if (is_half_over()) {
        ++m_left_out;
        continue;
      }
      if (auto candidate = m_maker.make(a.strategy, a.axis)) add(std::move(*candidate));
    }
  }

  /// The winner by the rounds; strategies that win on several axes are tried together.
  std::size_t choose() {
    if (m_candidates.size() == 1) m_samples = {{sample(0)}};
    if (m_candidates.size() == 1) return 0;
    m_samples = measure_rounds(m_candidates.size(), m_deadline, [&](auto c) { return sample(c); });
    std::size_t best = winner_of(m_samples);
    const auto joint = combined();
    if (!joint || !add(*joint)) return best;
    const std::size_t finals[] = {best, m_candidates.size() - 1};
    const Samples last = measure_rounds(2, m_deadline, [&](auto n) { return sample(finals[n]); });
    m_samples.push_back(last[1]);
    return finals[winner_of(last)];
  }

  /// The winner by a tool, which measures what it has chosen.
  std::size_t let_choose(TuningTool& tool) {
    m_samples.assign(m_candidates.size(), {});
    m_samples[0].push_back(sample(0));
    for (std::size_t n = 0; n < rounds_of_tools * m_candidates.size(); ++n) {
      if (n > 0 && Clock::now() > m_deadline) break;
      const std::size_t c = tool.begin();
      m_samples[c].push_back(run(c, 1));
      tool.end();
    }
    const std::size_t chosen = tool.begin();
    m_samples[chosen].push_back(run(chosen, 1));
    tool.end();
    return chosen;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const Candidate& c : m_candidates) out.push_back(to_string(c.strategy));
    return out;
  }
  const Strategy& strategy(std::size_t c) const { return m_candidates[c].strategy; }
  const PlanProgram& normal() const { return *m_candidates[0].plan; }
  double ms(std::size_t c) const { return median_of(m_samples[c]); }

  /// What else was measured.
  std::string others(std::size_t chosen) const {
    std::string out;
    for (std::size_t c = 1; c < m_candidates.size(); ++c)
      if (c != chosen && !m_samples[c].empty())
        out += (out.empty() ? "" : ", ") + to_string(m_candidates[c].strategy) + " " +
               number(ms(c)) + " ms";
    if (!out.empty()) out = "  also measured: " + out + "\n";
    for (const std::string& name : m_wrong) out += "  not the same result: " + name + "\n";
    if (m_left_out > 0)
      out += "  no time for " + std::to_string(m_left_out) + " more (PlanOptions::tune_ms)\n";
    return out;
  }

 private:
  static constexpr std::size_t rounds_of_tools = 10;

  bool is_half_over() const {
    return Clock::now() > m_deadline - std::chrono::milliseconds(m_input.options.tune_ms / 2);
  }

  /// Runs the candidate once; false: it is left out.
  bool add(Candidate candidate) {
    m_scratch.restore();
    const auto start = Clock::now();
    execute(*candidate.plan, m_input.space.exec, m_input.space.facts.concurrency,
              m_input.space.operations);
    m_input.space.operations.fence(m_input.space.exec, "Strata::tune: first run");
    const double ms    = ms_since(start);
    const bool is_same = has_same_results(*candidate.plan);
    if (!is_same) m_wrong.push_back(to_string(candidate.strategy));
    if (!is_same) return false;
    constexpr double least_sample = 1;
    m_repeats.push_back(
        static_cast<int>(std::clamp(std::ceil(least_sample / std::max(ms, 1e-6)), 1.0, 1000.0)));
    m_candidates.push_back(std::move(candidate));
    return true;
  }

  /// Notes the results of the first plan, and compares those of others with them.
  bool has_same_results(const PlanProgram& plan) {
    const bool is_first = m_candidates.empty();
    std::size_t number  = 0;
    std::set<std::string> seen;
    for (const PlannedStatement& s : plan.statements) {
      const PlanState& writer = *plan.writer_of(s.plan->request.names[0]);
      const std::string& name = writer.request.names[0];
      if (plan.is_temporary(name) || !seen.insert(name).second) continue;
      const HostResult got = host_result(result_of(writer), m_input.space.exec, m_input.space.operations);
      if (is_first) m_results.push_back(got);
      const TensorRef& declared = writer.operands.at(name);
      if (!agree(m_results[number++], got, tolerance_of(writer.request.stmt, declared, {})))
        return false;
    }
    return true;
  }

  double run(std::size_t c, int repeats) {
    const auto start = Clock::now();
    for (int r = 0; r < repeats; ++r)
      execute(*m_candidates[c].plan, m_input.space.exec, m_input.space.facts.concurrency,
              m_input.space.operations);
    m_input.space.operations.fence(m_input.space.exec, "Strata::tune: sample");
    return ms_since(start) / repeats;
  }
  double sample(std::size_t c) { return run(c, m_repeats[c]); }

  /// The best strategies of all axes on which one beats the default, if they are several.
  std::optional<Candidate> combined() {
    std::map<Axis, std::size_t> best;
    for (std::size_t c = 1; c < m_candidates.size(); ++c) {
      const Axis axis = *m_candidates[c].axis;
      if (winner_of({m_samples[0], m_samples[c]}) == 0) continue;
      const auto [it, is_new] = best.try_emplace(axis, c);
      if (!is_new && ms(c) < ms(it->second)) it->second = c;
    }
    if (best.size() < 2) return {};
    Strategy joint = m_candidates[0].strategy;
    for (const auto& [axis, c] : best) copy_axis(axis, m_candidates[c].strategy, joint);
    return m_maker.make(joint, {});
  }

  const TuningInput& m_input;
  const ScratchOperands& m_scratch;
  CandidateMaker m_maker;
  Deadline m_deadline;
  std::vector<Candidate> m_candidates;
  std::vector<int> m_repeats;  ///< executions of a sample
  Samples m_samples;
  std::vector<HostResult> m_results;  ///< of the default
  std::vector<std::string> m_wrong;
  int m_left_out = 0;
};

void check_options(const PlanOptions& options) {
  const char* const option = options.count_iterations ? "count_iterations"
                             : options.check_races    ? "check_races"
                             : options.permute >= 0   ? "permute"
                                                      : nullptr;
  if (option)
    throw UnsupportedExpression(error_message(
        "compile", "PlanOptions::tune", std::string("without PlanOptions::") + option,
        "both", "what is instrumented has other times: tune without it"));
}

std::shared_ptr<PlanProgram> plan_by(const Strategy& strategy, const std::string& why,
                                     std::string_view text, const Operands& operands,
                                     ProgramOptions program, PlanOptions options,
                                     const SpaceInstance& space) {
  apply(strategy, options, program);
  auto plan    = declare_program(text, operands, program, options, space);
  plan->tuning = why;
  return plan;
}

}  // namespace

std::string measured(const TunedPlan& plan) {
  const std::string against = plan.strategy == "default"
                                  ? std::string(", which nothing beats ") + winning_margin
                                  : " against " + number(plan.default_ms) + " ms (default)";
  return "tuned: " + plan.strategy + ", measured " + number(plan.ms) + " ms" + against + "\n";
}

std::shared_ptr<PlanProgram> tune(const TuningInput& input, ToolFactory connect) {
  check_options(input.options);
  const auto normal = declare_program(input.text, input.operands, input.program, input.options,
                                      input.space);
  const ScratchOperands scratch(input.operands, *normal, input.space.exec, input.space.operations);
  Tuner tuner(input, scratch);
  tuner.make_candidates();
  const std::string key    = tuning_key(*normal, input.forced(), input.space);
  const auto tool          = connect(key, tuner.names());
  const std::size_t chosen = tool ? tuner.let_choose(*tool) : tuner.choose();
  const Strategy& strategy = tuner.strategy(chosen);
  const TunedPlan found{key, tuning_title(*normal),
                        chosen == 0 ? "default" : to_string(strategy), tuner.ms(chosen),
                        tuner.ms(0)};
  if (input.options.use_cache) keep_tuned(found);
  const std::string why = measured(found) + (tool ? "  chosen by a tool of Kokkos\n" : "") +
                          tuner.others(chosen);
  const auto plan = plan_by(strategy, why, input.text, input.operands, input.program,
                            input.options, input.space);
  for (PlanState* kernel : plan->kernels()) compile_state(*kernel);
  return plan;
}

/// STRATA_TUNED=off: what was measured is not used.
static bool is_switched_off() {
  const char* const value = std::getenv("STRATA_TUNED");
  return value && std::string_view(value) == "off";
}

std::shared_ptr<PlanProgram> plan_as_tuned(PlanProgram& normal, std::string_view text,
                                           const Operands& operands,
                                           const ProgramOptions& program,
                                           const PlanOptions& options, const SpaceInstance& space) {
  const bool is_instrumented =
      options.count_iterations || options.check_races || options.permute >= 0;
  if (!options.use_tuned || !options.use_cache || is_instrumented || is_switched_off() ||
      !any_tuned())
    return nullptr;
  const auto found = find_tuned(tuning_key(normal, strategy_of(options, program), space));
  if (!found) return nullptr;
  const std::string why = measured(*found) + "  by an earlier run\n";
  const auto strategy   = strategy_from(found->strategy);
  if (found->strategy == "default") normal.tuning = why;
  if (found->strategy == "default" || !strategy) return nullptr;
  try {
    return plan_by(*strategy, why, text, operands, program, options, space);
  } catch (const UnsupportedExpression&) {  // of data of the same class, not of these
    return nullptr;
  }
}

}  // namespace Strata::Impl
