// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HOST_RESULT_H
#define STRATA_HOST_RESULT_H

#include <cstddef>
#include <vector>

#include "../Strata_PlanState.h"

namespace Strata::Impl {

/// The arrays of a result, copied to the host.
struct HostResult {
  ScalarType scalar = ScalarType::f64;
  std::vector<std::vector<std::byte>> structure;  ///< positions, coordinates, by level
  std::vector<std::byte> values;
};

/// \pre `tensor` is complete: exec has been fenced
HostResult host_result(const TensorRef& tensor, const void* exec, const SpaceOperations& space);

/// True for the same structure and values that differ by rounding at most: integers not at
/// all, others by `tolerance` of the greatest value.
bool agree(const HostResult& a, const HostResult& b, double tolerance);

}  // namespace Strata::Impl

#endif
