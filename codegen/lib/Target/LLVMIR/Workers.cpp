// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Workers.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace strata {

#if defined(__linux__)

/// Processors that any thread of this process may use: libraries bind threads to one.
static cpu_set_t processorsOfProcess() {
  cpu_set_t all;
  CPU_ZERO(&all);
  std::error_code error;
  for (const auto &task :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    cpu_set_t own;
    const int id = std::atoi(task.path().filename().c_str());
    if (sched_getaffinity(id, sizeof(own), &own) == 0)
      CPU_OR(&all, &all, &own);
  }
  return all;
}

unsigned numWorkers() {
  const cpu_set_t all = processorsOfProcess();
  return std::max(1, CPU_COUNT(&all));
}

/// A thread begins with the processors of the one that makes it.
static void useAllProcessors() {
  const cpu_set_t all = processorsOfProcess();
  sched_setaffinity(0, sizeof(all), &all); // else it shares one: slower
}

#else

unsigned numWorkers() {
  return std::max(1u, std::thread::hardware_concurrency());
}

static void useAllProcessors() {}

#endif

void runTogether(unsigned count, llvm::function_ref<void(unsigned)> f) {
  std::vector<std::exception_ptr> errors(count);
  const auto guarded = [&](unsigned n) {
    try {
      f(n);
    } catch (...) {
      errors[n] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned n = 1; n < count; ++n)
    threads.emplace_back([&, n] {
      useAllProcessors();
      guarded(n);
    });
  guarded(0);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::exception_ptr &error : errors)
    if (error)
      std::rethrow_exception(error);
}

} // namespace strata
