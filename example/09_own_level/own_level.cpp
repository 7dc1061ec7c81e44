// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A level format that Strata does not know (interleaved_level.hpp): conversions,
// validation, expressions and own loops take it like any other.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

#include "interleaved_level.hpp"

using Space  = Kokkos::DefaultHostExecutionSpace;
using Vector = Kokkos::View<double*, Space::memory_space>;

/// Row i has 1 + i mod 5 entries.
auto matrix(const Space& exec, std::int64_t n) {
  std::vector<std::vector<std::int64_t>> coordinates;
  std::vector<double> values;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k <= i % 5; ++k) {
      coordinates.push_back({i, (7 * i + 13 * k) % n});
      values.push_back(static_cast<double>(i + k));
    }
  return Strata::assemble<double>(exec, Strata::Formats::csr(), {n, n}, coordinates, values, "A");
}

int run() {
  const Space exec;
  constexpr std::int64_t n = 1003;  // no multiple of 4: the last block is not full
  const auto csr           = matrix(exec, n);
  const auto format =
      Strata::TensorFormat::parse("(i, j) -> (i : dense, j : interleaved[4])");
  const auto a = Strata::convert(exec, csr, format);
  Strata::validate(exec, Strata::ref(a));
  std::cout << format.to_string() << ": " << a.nnz() << " places for " << csr.nnz()
            << " entries\n";

  const Vector x("x", n), y("y", n), expected("expected", n);
  Kokkos::deep_copy(x, 1.5);
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", y, a, x);
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", expected, csr, x);
  double sum = 0;
  Strata::parallel_reduce_each(
      exec, a,
      KOKKOS_LAMBDA(std::int64_t, std::int64_t, const double& value, double& total) {
        total += 1.5 * value;
      },
      sum);
  exec.fence("own_level: results");
  bool good = true;
  for (std::int64_t i = 0; i < n; ++i) {
    good = good && y(i) == expected(i);
    sum -= y(i);
  }
  std::cout << (good && std::abs(sum) < 1e-6 ? "same as CSR\n" : "differs from CSR\n");
  return good && std::abs(sum) < 1e-6 ? 0 : 1;
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard guard(argc, argv);
  try {
    return run();
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
