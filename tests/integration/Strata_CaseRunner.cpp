// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CaseRunner.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sstream>

#include <Strata_Error.hpp>
#include <Strata_IterationBound.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TestSpaces.hpp>

namespace Strata::Testing {
namespace {

char s_crash_note[512];

extern "C" void strata_print_crash_note(int signal_number) {
  const ssize_t written = ::write(STDERR_FILENO, s_crash_note, std::strlen(s_crash_note));
  static_cast<void>(written);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

/// A case with its operands in memory.
template <class ExecutionSpace>
class CaseRunner {
 public:
  CaseRunner(const ExecutionSpace& exec, const RandomCase& c)
      : m_exec(exec), m_case(c), m_result(result_storage(c)), m_old(result_storage(c)) {
    for (const auto& [name, t] : c.tensors) {
      if (name != c.result) m_inputs[name] = make_operand(t);
    }
    m_operands           = m_inputs;
    m_operands[c.result] = m_result.ref();
    if (c.accumulate) {
      m_old.fill(c.tensors.at(c.result).data);
      m_inputs[c.result] = m_old.ref();
    }
  }

  CaseOutcome run() {
    CaseOutcome outcome;
    PlanOptions options = m_case.options;
    // The ordinary build, fully optimised, of every second case, or the checking
    // build of teams; the counting build of all.
    if (m_case.team_size > 0) {
      execute(with_teams(options), outcome);
    } else if (m_case.notation.size() % 2 == 0) {
      execute(options, outcome);
    }
    if (outcome.kind != CaseOutcome::Kind::passed) return outcome;
    options.count_iterations = true;
    const Plan plan          = execute(options, outcome);
    if (outcome.kind != CaseOutcome::Kind::passed) return outcome;
    outcome.iterations = static_cast<double>(plan.iterations());
    outcome.bound      = iteration_bound(
        check(parse_notation(m_case.notation), declarations(m_operands)), m_operands,
        std::max(1, options.pieces));
    if (outcome.iterations < 0 || outcome.iterations > 4 * outcome.bound) {
      std::ostringstream text;
      text << outcome.iterations << " loop iterations, bound 4 x " << outcome.bound;
      fail(outcome, text.str());
    }
    return outcome;
  }

 private:
  static GuardedDense result_storage(const RandomCase& c) {
    const RandomTensor& t = c.tensors.at(c.result);
    return GuardedDense(t.data.scalar, t.data.extents, t.layout);
  }
  static void fail(CaseOutcome& outcome, const std::string& reason) {
    outcome.kind   = CaseOutcome::Kind::failed;
    outcome.reason = reason;
  }

  PlanOptions with_teams(PlanOptions options) const {
    options.team_size     = m_case.team_size;
    options.vector_length = m_case.vector_length;
    options.permute       = m_case.permute;
    options.check_races   = true;
    return options;
  }

  TensorRef make_operand(const RandomTensor& t) {
    if (t.format.is_dense()) {
      GuardedDense dense(t.data.scalar, t.data.extents, t.layout);
      dense.fill(t.data);
      return dense.ref();
    }
    return make_tensor(m_exec, t.format, t.data);
  }

  Plan execute(const PlanOptions& options, CaseOutcome& outcome) {
    const Plan plan = compile(m_exec, m_case.notation, m_operands, options);
    if (m_case.accumulate) {
      m_result.copy(m_old);
    } else {
      m_result.fill_bytes(0xC3);  // must be overwritten
    }
    plan.execute(m_exec);
    m_exec.fence("Strata::Testing::run_case");
    const CheckReport report = check_result(m_case.notation, m_inputs, m_result.ref());
    const char* build        = options.count_iterations ? "counting build: "
                               : options.check_races    ? "checking build: "
                                                        : "";
    if (!report.passed()) fail(outcome, build + report.to_string());
    if (!m_result.guards_intact()) fail(outcome, std::string(build) + "wrote outside the result");
    return plan;
  }

  ExecutionSpace m_exec;
  const RandomCase& m_case;
  GuardedDense m_result, m_old;
  Operands m_inputs, m_operands;
};

template <class ExecutionSpace>
CaseOutcome run_on(const ExecutionSpace& exec, const RandomCase& c) {
  CaseOutcome outcome;
  try {
    return CaseRunner<ExecutionSpace>(exec, c).run();
  } catch (const UnsupportedExpression& e) {
    outcome = {CaseOutcome::Kind::refused, e.what(), 0, 0};
    if (outcome.reason.empty()) outcome = {CaseOutcome::Kind::failed, "refused without a reason", 0, 0};
  } catch (const std::exception& e) {
    outcome = {CaseOutcome::Kind::failed, e.what(), 0, 0};
  }
  return outcome;
}

}  // namespace

CaseOutcome run_case(const RandomCase& c) {
  return c.openmp ? run_on(OpenMPSpace::make(), c) : run_on(SerialSpace::make(), c);
}

TensorDeclarations declarations(const Operands& operands) {
  TensorDeclarations tensors;
  for (const auto& [name, t] : operands) tensors[name] = {t.format, t.scalar, t.extents, 0};
  return tensors;
}

void set_crash_note(const std::string& text) {
  const std::size_t n = std::min(text.size(), sizeof s_crash_note - 2);
  std::memcpy(s_crash_note, text.data(), n);
  s_crash_note[n]     = '\n';
  s_crash_note[n + 1] = '\0';
  for (int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
    std::signal(number, strata_print_crash_note);
  }
}

void Tally::add(const CaseOutcome& outcome) {
  switch (outcome.kind) {
    case CaseOutcome::Kind::passed: ++passed; break;
    case CaseOutcome::Kind::failed: ++failed; break;
    case CaseOutcome::Kind::refused:
      ++refused;
      ++reasons[outcome.reason.substr(0, outcome.reason.find('\n'))];
      break;
  }
  if (outcome.bound > 0) {
    worst_iterations = std::max(worst_iterations, outcome.iterations / outcome.bound);
  }
}

std::string Tally::summary() const {
  std::ostringstream out;
  out << passed << " passed, " << failed << " failed, " << refused
      << " refused; loop iterations at most " << worst_iterations << " x the bound\n";
  for (const auto& [reason, n] : reasons) out << "  refused " << n << " x: " << reason << "\n";
  return out.str();
}

}  // namespace Strata::Testing
