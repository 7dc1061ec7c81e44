// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HOST_TASKS_HPP
#define STRATA_HOST_TASKS_HPP

#include <Kokkos_Core.hpp>

#include <Strata_CoordinateList.hpp>

namespace Strata {

/// Tasks on an instance of a host execution space, each of which any idle thread
/// takes; waits for the instance.
template <class ExecutionSpace>
HostTasks host_tasks(const ExecutionSpace& exec) {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible,
      "Strata::host_tasks: files are read on the host, exec must run there");
  return [exec](std::int64_t count, const std::function<void(std::int64_t)>& body) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    const auto* const task = &body;
    Kokkos::parallel_for("Strata::host_tasks",
                         Policy(exec, 0, count, Kokkos::ChunkSize(1)),
                         [task](std::int64_t n) { (*task)(n); });
    exec.fence("Strata::host_tasks");
  };
}

}  // namespace Strata

#endif
