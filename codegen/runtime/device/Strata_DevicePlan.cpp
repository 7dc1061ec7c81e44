// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DevicePlan.h"

#include <algorithm>
#include <bit>

#include <Strata_Error.hpp>
#include <strata/Analysis/FibreLengths.h>

#include "../Strata_CheckForms.h"

namespace Strata::Impl {

void check_device_options(const PlanOptions& options) {
  const char* const option = options.count_iterations         ? "count_iterations"
                             : options.check_races            ? "check_races"
                             : options.permute >= 0           ? "permute"
                             : options.backend == Backend::cxx ? "backend"
                                                              : nullptr;
  if (option)
    throw UnsupportedExpression(error_message(
        "compile", std::string("PlanOptions::") + option, "not set for a CUDA device", "set",
        "use it on a host space; emitted C++ is compiled with the application"));
  check_sums(options, "a CUDA device");
}

void choose_geometry(strata::CompileRequest& request) {
  PlanOptions& options = request.options;
  if (options.team_size > 0 || options.vector_length > 0) return;
  constexpr int warp = 32, least = 4, block = 256;
  double longest = 0;
  for (const auto& [name, length] : strata::averageFibreLengths(request))
    longest = std::max(longest, length);
  const int lanes = static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::min(longest, double{warp}))));
  if (lanes < least) return;
  options.vector_length = lanes;
  options.team_size     = block / lanes;
}

}  // namespace Strata::Impl
