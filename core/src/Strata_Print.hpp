// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PRINT_HPP
#define STRATA_PRINT_HPP

#include <cstdint>
#include <ostream>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_HostCopy.hpp>

namespace Strata {

struct PrintOptions {
  /// Elements printed of each array; the rest is counted. Negative: all.
  std::int64_t max_elements = -1;
};

/// Storage dump of a tensor whose arrays the host can read now:
///
///     format: (d0, d1) -> (d0 : dense, d1 : compressed)
///     scalar: f64
///     extents: 8 8
///     level 0 (d0): dense, size 8
///     level 1 (d1): compressed, size 8
///       positions[1] (9): 0 2 2 2 2 2 2 2 3
///       coordinates[1] (3): 1 4 2
///     values (3): 1.1 2.2 3.3
void print(std::ostream& out, const TensorRef& host_tensor,
           const PrintOptions& options = {});

/// Storage dump of a tensor in the memory of exec. Waits for exec.
template <class ExecutionSpace>
void print(const ExecutionSpace& exec, std::ostream& out,
           const TensorRef& tensor, const PrintOptions& options = {}) {
  print(out, Impl::host_copy(exec, tensor), options);
}

/// Shortest text that reads back as the value: "1.1", "(1,-2)" for complex,
/// "0"/"1" for bool.
void print_value(std::ostream& out, ScalarType type, const void* value);

}  // namespace Strata

#endif
