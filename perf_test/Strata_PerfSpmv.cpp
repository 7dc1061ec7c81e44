// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpMV on CSR by JIT against a plain OpenMP loop: alternating pairs in one
// process; prints the ratio of the medians, then both in GB/s.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_Generators.hpp>
#include <Strata_ReadTensor.hpp>

#include "Strata_Yardsticks.hpp"

namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using View = Kokkos::View<double*, Exec>;

double milliseconds(const std::chrono::steady_clock::time_point& start) {
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Milliseconds a call, over enough calls to be measurable.
template <class F>
double time_of(int repeats, F&& f) {
  const auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeats; ++r) f();
  return milliseconds(start) / repeats;
}

void compare(const char* name, const Strata::CoordinateList& list) {
  const Exec exec;
  const auto format = Strata::Formats::csr().with_index_types({32}, {32});
  const Strata::TensorRef a = Strata::assemble(exec, format, list);
  const std::int64_t rows   = a.extents[0];
  const View x("x", a.extents[1]), y("y", rows), expected("expected", rows);
  Kokkos::parallel_for(
      "Strata::perf::fill", Kokkos::RangePolicy<Exec>(exec, 0, a.extents[1]),
      KOKKOS_LAMBDA(std::int64_t j) { x(j) = 1.0 + 0.25 * (j % 7); });
  const Strata::Plan plan = Strata::compile(
      exec, "y(i) = A(i,j) * x(j)",
      {{"y", Strata::ref(y)}, {"A", a}, {"x", Strata::ref(x)}});
  const auto hand = [&] {
    Strata::Yardstick::spmv(
        rows, static_cast<const std::uint32_t*>(a.levels[1].positions),
        static_cast<const std::uint32_t*>(a.levels[1].coordinates),
        static_cast<const double*>(a.values), x.data(), expected.data());
  };
  const auto jit   = [&] { plan.execute(exec); };
  const int repeats = std::max<int>(1, static_cast<int>(2e7 / a.num_values));
  std::vector<double> jit_ms, hand_ms;
  for (int pair = 0; pair < 21; ++pair) {
    if (pair % 2 == 0) jit_ms.push_back(time_of(repeats, jit));
    hand_ms.push_back(time_of(repeats, hand));
    if (pair % 2 == 1) jit_ms.push_back(time_of(repeats, jit));
  }
  double difference = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    difference = std::max(difference, std::abs(y(i) - expected(i)) /
                                          (1 + std::abs(expected(i))));
  const double gb = plan.cost().bytes * 1e-6;
  std::printf("%-12s %10lld entries  hand/jit %.2f  jit %7.1f GB/s  hand %7.1f "
              "GB/s  compile %5.1f ms  %s\n",
              name, static_cast<long long>(a.num_values),
              median(hand_ms) / median(jit_ms), gb / median(jit_ms),
              gb / median(hand_ms), plan.compile_ms(),
              difference < 1e-9 ? "ok" : "WRONG");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(
      Kokkos::InitializationSettings().set_disable_warnings(true));
  (void)argc;
  (void)argv;
  std::printf("%d threads\n", Exec().concurrency());
  compare("warm-up", Strata::Generators::poisson3d(8));
  compare("p27_24", Strata::Generators::poisson27(24));
  compare("band20k", Strata::Generators::banded(20000, 50));
  compare("p7_100", Strata::Generators::poisson3d(100));
  compare("p27_100", Strata::Generators::poisson27(100));
  compare("rmat18", Strata::Generators::power_law(18, 4000000));
  return 0;
}
