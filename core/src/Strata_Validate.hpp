// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_VALIDATE_HPP
#define STRATA_VALIDATE_HPP

#include <Strata_TensorRef.hpp>
#include <impl/Strata_ValidateImpl.hpp>

namespace Strata {

/// Checks that the arrays of a tensor are what its format says: sizes,
/// positions that start at 0 and ascend to the number of coordinates,
/// coordinates in range and ordered and unique as their level promises, one
/// value per position. Waits for exec. \throws InvalidStorage for the first
/// fault: level, position, what was
///   expected and found.
template <class ExecutionSpace>
void validate(const ExecutionSpace& exec, const TensorRef& tensor) {
  Kokkos::Profiling::ScopedRegion region("Strata::validate");
  Impl::StorageValidator<ExecutionSpace>(exec, tensor).run();
}

}  // namespace Strata

#endif
