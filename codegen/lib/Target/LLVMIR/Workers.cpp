// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Workers.h"

#include <algorithm>
#include <cstdlib>
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
  if (count == 0)
    return;
  std::vector<std::exception_ptr> errors(count);
  const auto guarded = [&](unsigned n) {
    try {
      f(n);
    } catch (...) {
      errors[n] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(count);
  unsigned started = 1;
  try {
    for (; started < count; ++started)
      threads.emplace_back([&guarded, n = started] {
        useAllProcessors();
        guarded(n);
      });
  } catch (const std::system_error &) { // no more threads: the rest goes on here
  }
  guarded(0);
  for (unsigned n = started; n < count; ++n)
    guarded(n);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::exception_ptr &error : errors)
    if (error)
      std::rethrow_exception(error);
}

} // namespace strata
