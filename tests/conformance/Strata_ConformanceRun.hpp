// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONFORMANCE_RUN_HPP
#define STRATA_CONFORMANCE_RUN_HPP

#include <string>

#include <Strata_PlanOptions.hpp>

#include "Strata_ConformanceCase.hpp"

namespace Strata::Testing {

enum class Backend {
  jit,   ///< compile() and execute()
  dense  ///< the dense evaluator: checks the evaluator itself
};

struct ConformanceSettings {
  bool openmp     = false;
  Backend backend = Backend::jit;
  PlanOptions options;  ///< count_iterations: also compare with the bound
};

struct ConformanceOutcome {
  enum class Kind { passed, failed, refused };
  Kind kind = Kind::passed;
  std::string reason;
  double iterations = -1, bound = 0;
};

/// Runs one case in this process and compares with its expected entries.
/// UnsupportedExpression is a refusal, any other exception a failure.
ConformanceOutcome run_conformance_case(const ConformanceCase& c,
                                        const ConformanceSettings& settings);

/// First difference between a result and what the case expects; empty: none.
std::string compare_with_expected(const ConformanceCase& c, const TensorRef& result);
/// The same for the exact storage.
std::string compare_storage(const ConformanceStorage& expected, const TensorRef& result);

}  // namespace Strata::Testing

#endif
