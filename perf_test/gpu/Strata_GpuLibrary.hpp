// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_LIBRARY_HPP
#define STRATA_PERF_GPU_LIBRARY_HPP

#include <memory>
#include <optional>
#include <string>

#include "Strata_GpuBenchmarks.hpp"
#include "Strata_GpuSpace.hpp"

namespace Strata::Perf {

inline constexpr const char* library_name = "cuSPARSE";

/// cuSPARSE in a contest, or why not.
struct LibraryEntry {
  std::optional<Contestant> contestant;
  TensorRef result;  ///< that it writes in place, where it is not an operand
  std::string reason;
};

/// cuSPARSE, through the adapter; where the host plays the device, the library that the
/// tests of the adapter have in its place.
class Library {
 public:
  explicit Library(const Space& exec);
  ~Library();
  Library(const Library&)            = delete;
  Library& operator=(const Library&) = delete;

  /// Empty: built without.
  static std::string version();
  /// \param operands on the device. The library outlives the contestant.
  LibraryEntry enter(const Benchmark& benchmark, const Operands& operands) const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace Strata::Perf

#endif
