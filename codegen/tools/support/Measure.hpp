// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_MEASURE_HPP
#define STRATA_TOOLS_MEASURE_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include "Median.hpp"

namespace Strata::Tool {

class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - m_start).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_start = Clock::now();
};

/// Milliseconds of f() followed by a fence of exec, `least` times and more while
/// `budget_ms` lasts; at least once.
template <class ExecutionSpace, class F>
std::vector<double> measure(const ExecutionSpace& exec, int least, double budget_ms, F&& f) {
  std::vector<double> times;
  const Stopwatch total;
  do {
    const Stopwatch watch;
    f();
    exec.fence("Strata::tool::measure");
    times.push_back(watch.ms());
  } while (static_cast<int>(times.size()) < least && total.ms() < budget_ms);
  return times;
}

/// What a sweep over three arrays does; functors, as nvcc takes no device lambda inside of
/// another lambda.
template <class View>
struct BandwidthArrays {
  View m_a, m_b, m_c;
};
template <class View>
struct TouchFunctor : BandwidthArrays<View> {
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    this->m_a(i) = 0;
    this->m_b(i) = 1;
    this->m_c(i) = 2;
  }
};
template <class View>
struct TriadFunctor : BandwidthArrays<View> {
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    this->m_a(i) = this->m_b(i) + 3 * this->m_c(i);
  }
};
template <class View>
struct ReadFunctor : BandwidthArrays<View> {
  KOKKOS_FUNCTION void operator()(std::size_t i, double& partial) const {
    partial += this->m_b(i) * this->m_c(i);
  }
};

/// GB/s of the faster of a read sweep and a triad over arrays larger than any
/// cache, the best of a few repetitions.
template <class ExecutionSpace>
double measure_bandwidth(const ExecutionSpace& exec) {
  using View = Kokkos::View<double*, typename ExecutionSpace::memory_space>;
  constexpr std::size_t n = std::size_t{1} << 24;  // 128 MiB an array
  const auto make         = [&](const std::string& label) {
    return View(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), n);
  };
  const BandwidthArrays<View> arrays{make("Strata::tool::a"), make("Strata::tool::b"),
                                     make("Strata::tool::c")};
  const Kokkos::RangePolicy<ExecutionSpace> range(exec, 0, n);
  Kokkos::parallel_for("Strata::tool::first_touch", range, TouchFunctor<View>{arrays});
  const auto triad = measure(exec, 6, 2000, [&] {
    Kokkos::parallel_for("Strata::tool::triad", range, TriadFunctor<View>{arrays});
  });
  const auto read = measure(exec, 6, 2000, [&] {
    double sum = 0;
    Kokkos::parallel_reduce("Strata::tool::read", range, ReadFunctor<View>{arrays},
                            Kokkos::Sum<double>(sum));
  });
  const double bytes = static_cast<double>(n) * sizeof(double);
  const double best_triad = *std::min_element(triad.begin(), triad.end());
  const double best_read  = *std::min_element(read.begin(), read.end());
  return std::max(3 * bytes / best_triad, 2 * bytes / best_read) * 1e-6;
}

}  // namespace Strata::Tool

#endif
