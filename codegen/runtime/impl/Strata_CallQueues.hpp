// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CALL_QUEUES_HPP
#define STRATA_CALL_QUEUES_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace Strata::Impl {

/// Deals the calls of a launch to the threads of a host: each has its own part of them, the
/// same in every launch, which it takes from the front, and then takes from the ends of the
/// others' parts. So a thread comes to memory that it has used before (caches, NUMA), and to
/// neighbours one after the other (Blumofe, Leiserson, "Scheduling multithreaded computations
/// by work stealing", 1999). Copies share the queues. Any number of threads may take calls.
class CallQueues {
 public:
  /// \pre 0 < workers; calls < 2^32
  CallQueues(std::int64_t calls, std::int64_t workers)
      : m_workers(workers), m_queues(new Queue[workers]) {
    for (std::int64_t w = 0; w < workers; ++w)
      m_queues[w].range.store(packed(first_of(w, calls), first_of(w + 1, calls)),
                              std::memory_order_relaxed);
  }

  /// The next call of a worker; none: all have been taken.
  std::optional<std::int64_t> next(std::int64_t worker) const {
    if (const auto own = take(m_queues[worker], true)) return own;
    for (std::int64_t distance = 1; distance < m_workers; ++distance)
      if (const auto other = take(m_queues[(worker + distance) % m_workers], false)) return other;
    return std::nullopt;
  }

 private:
  /// Alone in its cache line: where the calls begin, and where they end.
  struct alignas(64) Queue {
    std::atomic<std::uint64_t> range{0};
  };

  static std::uint64_t packed(std::uint64_t begin, std::uint64_t end) {
    return begin << 32 | end;
  }
  std::int64_t first_of(std::int64_t worker, std::int64_t calls) const {
    return calls / m_workers * worker + std::min(worker, calls % m_workers);
  }

  static std::optional<std::int64_t> take(Queue& queue, bool in_front) {
    std::uint64_t range = queue.range.load(std::memory_order_relaxed);
    while (true) {
      const std::uint64_t begin = range >> 32, end = range & 0xffffffffU;
      if (begin >= end) return std::nullopt;
      const std::uint64_t rest = in_front ? packed(begin + 1, end) : packed(begin, end - 1);
      if (queue.range.compare_exchange_weak(range, rest, std::memory_order_relaxed))
        return static_cast<std::int64_t>(in_front ? begin : end - 1);
    }
  }

  std::int64_t m_workers;
  std::shared_ptr<Queue[]> m_queues;
};

}  // namespace Strata::Impl

#endif
