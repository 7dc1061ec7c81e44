// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CASE_RUNNER_HPP
#define STRATA_CASE_RUNNER_HPP

#include <string>

#include "Strata_RandomCase.hpp"

namespace Strata::Testing {

struct CaseOutcome {
  enum class Kind { passed, refused, failed };
  Kind kind = Kind::passed;
  std::string reason;       ///< of a refusal or a failure
  double iterations = 0;    ///< of the counting build
  double bound      = 0;    ///< iteration_bound()
};

/// Compiles and executes a case on its space, twice: as drawn, then with the
/// counting build. Both results are compared with the dense evaluator, guards
/// around the result are checked, and the loop iterations with 4 × the bound.
CaseOutcome run_case(const RandomCase& c);

/// What check() needs of operands.
TensorDeclarations declarations(const Operands& operands);

/// Text that a crash in a kernel prints: which case was running.
void set_crash_note(const std::string& text);

/// Runs cases first … first + count and keeps the tally.
struct Tally {
  std::int64_t passed = 0, refused = 0, failed = 0;
  double worst_iterations = 0;  ///< largest iterations / bound
  std::map<std::string, std::int64_t> reasons;

  void add(const CaseOutcome& outcome);
  std::string summary() const;
};

}  // namespace Strata::Testing

#endif
