// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MACHINE_MODEL_HPP
#define STRATA_MACHINE_MODEL_HPP

#include <cstddef>
#include <string>

namespace Strata {

/// What the mapping of loops to a machine needs to know, as plain numbers: the
/// compiler reads it, the plugins fill it. The defaults describe a modest
/// processor, so that a model made by hand is usable too.
struct MachineModel {
  /// Hardware threads this process may run on.
  int thread_count = 1;
  /// Physical cores among them.
  int core_count = 1;
  /// Domains with memory of their own.
  int numa_node_count = 1;
  /// One core's first- and second-level data cache; one third-level cache,
  /// which several cores may share (0: there is none).
  std::size_t l1_bytes = std::size_t(32) << 10;
  std::size_t l2_bytes = std::size_t(256) << 10;
  std::size_t l3_bytes = 0;
  /// Cores that share one third-level cache.
  int cores_per_l3 = 1;
  /// Bytes that two threads must not both write.
  std::size_t line_bytes = 64;
  /// Widest vector register.
  std::size_t vector_bytes = 16;
  /// Where the numbers come from, for reports: "default", "hwloc", "system".
  std::string source = "default";

  /// Elements of `scalar_bytes` bytes in one vector register, at least one.
  [[nodiscard]] std::size_t vector_elements(std::size_t scalar_bytes) const {
    return scalar_bytes == 0 || scalar_bytes > vector_bytes
               ? 1
               : vector_bytes / scalar_bytes;
  }

  friend bool operator==(const MachineModel&, const MachineModel&) = default;
};

}  // namespace Strata

#endif
