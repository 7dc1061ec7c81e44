// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONFORMANCE_RUN_HPP
#define STRATA_CONFORMANCE_RUN_HPP

#include <string>

#include <Strata_PlanOptions.hpp>

#include "Strata_ConformanceCase.hpp"

namespace Strata::Testing {

struct ConformanceSettings {
  bool openmp       = false;
  bool device       = false;  ///< the DeviceDouble
  bool cuda         = false;
  bool evaluator    = false;  ///< no kernels: checks the dense evaluator itself
  bool compare_bits = false;  ///< with those of plain strict JIT kernels, also serial
  /// Sparse results: structure and values apart, the values twice
  bool phases = false;
  int in_team = 0;  ///< threads of a team that calls emitted functions; 0: kernels
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

/// Compiles the kernels of the cases a few in each translation unit, so that
/// run_conformance_case() finds them; those that cannot be are left to it.
void build_cxx_kernels(const std::vector<ConformanceCase>& cases,
                       const ConformanceSettings& settings, int kernels_per_unit, int jobs);

/// The same kernels for Kokkos::`space`, which need not be there, as translation
/// units of equal size. \throws Error naming the case that has no kernel.
std::vector<std::string> cxx_units(const std::vector<ConformanceCase>& cases,
                                   const ConformanceSettings& settings, const char* space,
                                   int num_units);

/// First difference between a result and what the case expects; empty: none.
std::string compare_with_expected(const ConformanceCase& c, const TensorRef& result);
/// The same for the exact storage.
std::string compare_storage(const ConformanceStorage& expected, const TensorRef& result);

}  // namespace Strata::Testing

#endif
