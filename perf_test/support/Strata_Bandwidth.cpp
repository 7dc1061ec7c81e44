// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include <unistd.h>

#include "Strata_Yardsticks.hpp"

namespace Strata::Perf {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

std::size_t from_system(int name, std::size_t otherwise) {
  const long value = sysconf(name);
  return value > 0 ? static_cast<std::size_t>(value) : otherwise;
}

std::size_t largest_cache() {
  return std::max(from_system(_SC_LEVEL3_CACHE_SIZE, 0),
                  from_system(_SC_LEVEL2_CACHE_SIZE, mib));
}

/// Seconds of the fastest of several sweeps.
template <class F>
double fastest(int sweeps, F&& sweep) {
  double best = 1e30;
  for (int n = 0; n < sweeps; ++n) {
    const auto start = std::chrono::steady_clock::now();
    sweep();
    const std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count());
  }
  return best;
}

}  // namespace

std::size_t memory_array_bytes() {
  const std::size_t free = from_system(_SC_AVPHYS_PAGES, 0) *
                           from_system(_SC_PAGESIZE, 4096);
  return std::clamp(4 * largest_cache(), 64 * mib,
                    std::max(64 * mib, free / 8));
}

std::size_t cache_array_bytes() {
  return std::min(8 * mib, largest_cache() / 8);
}

Bandwidth measure_bandwidth(std::size_t array_bytes) {
  const std::size_t size = array_bytes / sizeof(double);
  const auto count       = static_cast<std::int64_t>(size);
  // Not initialised: the first sweep puts the pages where its threads are.
  const std::unique_ptr<double[]> a(new double[size]), b(new double[size]),
      c(new double[size]);
  for (double* array : {a.get(), b.get(), c.get()})
    Yardstick::fill(array, 1, count);
  const int sweeps = std::clamp<int>(static_cast<int>(512 * mib / array_bytes),
                                     5, 200);
  Bandwidth result;
  result.array_bytes = array_bytes;
  double total       = 0;
  const double bytes = static_cast<double>(size * sizeof(double));
  result.read = bytes * 1e-9 / fastest(sweeps, [&] {
                  total += Yardstick::sum(a.get(), count);
                });
  result.triad = 3 * bytes * 1e-9 / fastest(sweeps, [&] {
                   Yardstick::triad(c.get(), a.get(), b.get(), 3, count);
                 });
  if (total <= 0 || c[size - 1] != 4)
    throw std::runtime_error("measuring the bandwidth gave wrong sums");
  return result;
}

}  // namespace Strata::Perf
