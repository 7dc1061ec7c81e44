// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PRINT_HPP
#define STRATA_PRINT_HPP

#include <cstdint>
#include <ostream>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_HostCopy.hpp>

namespace Strata {

/// How print() writes the arrays; see there.
enum class PrintStyle {
  levels,  ///< a paragraph for every level
  legacy   ///< lists under MLIR's earlier names, pointers and indices
};

struct PrintOptions {
  /// Elements printed of each array; the rest is counted. Negative: all.
  std::int64_t max_elements = -1;
  PrintStyle style          = PrintStyle::levels;
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
///
/// and in the style legacy, where a dense level has a line (levels are numbered
/// from 1 there) under which all that is below it is indented; its extent is one
/// less than the length of the positions below:
///
///     d1: dense
///         pointers[1]: [ 0, 2, 2, 2, 2, 2, 2, 2, 3 ] # Length = 9
///         indices[1]: [ 1, 4, 2 ]
///         values: [ 1.1, 2.2, 3.3 ]
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
