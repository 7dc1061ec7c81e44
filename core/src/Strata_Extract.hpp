// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EXTRACT_HPP
#define STRATA_EXTRACT_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_HostCopy.hpp>

namespace Strata {

/// Stored entries of a tensor in host memory, in storage order. Places of blocks
/// or diagonals that lie outside of the tensor are no entries.
struct Entries {
  int order         = 0;
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> coordinates;  ///< row-major: entry × dimension
  std::vector<std::byte> values;          ///< size_of(scalar) bytes an entry

  std::int64_t size() const {
    return static_cast<std::int64_t>(values.size() / size_of(scalar));
  }
  const std::int64_t* coordinate(std::int64_t entry) const {
    return coordinates.data() + entry * order;
  }
  const std::byte* value(std::int64_t entry) const {
    return values.data() + entry * static_cast<std::int64_t>(size_of(scalar));
  }
};

enum class ExtractZeros {
  keep,        ///< every stored value, explicit zeros and dense levels included
  skip_dense,  ///< leave zeros out of which a dense or padded level has every place
  skip_all     ///< leave every zero out
};

/// Entries of a tensor whose arrays the host can read now.
Entries extract(const TensorRef& host_tensor,
                ExtractZeros zeros = ExtractZeros::keep);

/// Entries of a tensor in the memory of exec. Waits for exec.
template <class ExecutionSpace>
Entries extract(const ExecutionSpace& exec, const TensorRef& tensor,
                ExtractZeros zeros = ExtractZeros::keep) {
  return extract(Impl::host_copy(exec, tensor), zeros);
}

}  // namespace Strata

#endif
