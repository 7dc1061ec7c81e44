// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_RunTasks.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <Strata_HostTasks.hpp>

namespace Strata::Impl {
namespace {

/// The fault of the task with the lowest number.
class FirstFault {
 public:
  explicit FirstFault(std::int64_t count) : m_task(count) {}
  bool is_before(std::int64_t task) const {
    return m_task.load(std::memory_order_relaxed) < task;
  }
  void keep(std::int64_t task, std::exception_ptr fault) {
    const std::scoped_lock lock(m_mutex);
    if (task >= m_task.load()) return;
    m_task  = task;
    m_fault = std::move(fault);
  }
  void rethrow() const {
    if (m_fault) std::rethrow_exception(m_fault);
  }

 private:
  std::atomic<std::int64_t> m_task;
  std::mutex m_mutex;
  std::exception_ptr m_fault;
};

void run_in_order(std::int64_t count, const std::function<void(std::int64_t)>& body) {
  for (std::int64_t n = 0; n < count; ++n) body(n);
}

void run_by_default(std::int64_t count, const std::function<void(std::int64_t)>& body) {
  if (Kokkos::is_initialized() && !Kokkos::is_finalized())
    host_tasks(Kokkos::DefaultHostExecutionSpace())(count, body);
  else
    run_in_order(count, body);
}

}  // namespace

void run_tasks(const HostTasks& tasks, std::int64_t count,
               const std::function<void(std::int64_t)>& body) {
  FirstFault fault(count);
  const std::function<void(std::int64_t)> guarded = [&](std::int64_t n) {
    if (fault.is_before(n)) return;
    try {
      body(n);
    } catch (...) {
      fault.keep(n, std::current_exception());
    }
  };
  if (count <= 1)
    run_in_order(count, guarded);
  else if (tasks)
    tasks(count, guarded);
  else
    run_by_default(count, guarded);
  fault.rethrow();
}

}  // namespace Strata::Impl
