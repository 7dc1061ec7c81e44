// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse matrix times vector: in one line, then as a plan that is compiled once
// and runs on two execution-space instances, each with vectors of its own.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

using Space  = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;

// Second differences, -x(i-1) + 2 x(i) - x(i+1), as compressed rows.
auto second_differences(const Space& exec, std::int64_t n) {
  std::vector<std::vector<std::int64_t>> coordinates;
  std::vector<double> values;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = std::max<std::int64_t>(i - 1, 0);
         j <= std::min(i + 1, n - 1); ++j) {
      coordinates.push_back({i, j});
      values.push_back(i == j ? 2 : -1);
    }
  return Strata::assemble<double>(exec, Strata::Formats::csr(), {n, n},
                                  coordinates, values, "A");
}

// A times the constant c is c at both ends and 0 between.
bool is_product_with(double c, const Vector& y) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  const std::size_t last = y.extent(0) - 1;
  bool right             = true;
  for (std::size_t i = 0; i <= last; ++i)
    right = right && host(i) == (i == 0 || i == last ? c : 0);
  std::cout << "A * " << c << ": ends " << host(0) << ", middle "
            << host(last / 2) << (right ? "" : "   <- WRONG") << "\n";
  return right;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Space exec;
  const std::int64_t n = 100000;
  const auto A         = second_differences(exec, n);
  Vector x1("x1", n), x2("x2", n), y1("y1", n), y2("y2", n);
  Kokkos::deep_copy(exec, x1, 1.0);
  Kokkos::deep_copy(exec, x2, 2.0);

  // One line: compiled at first use of these formats and types, then cached.
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", y1, A, x1);
  exec.fence("one line");
  bool right = is_product_with(1, y1);

  // A plan keeps the compiled kernel and the operands; bind() exchanges one of
  // the same format, type and extents without compiling anything.
  auto plan = Strata::compile(exec, "y(i) = A(i,j) * x(j)",
                              {{"y", Strata::ref(y1)},
                               {"A", Strata::ref(A)},
                               {"x", Strata::ref(x1)}});
  std::cout << "kernel from the cache: " << plan.from_cache()
            << ", bytes moved: " << plan.cost().bytes << "\n";

  // Two instances share the machine; work on one does not wait for the other.
  std::vector<Space> halves(2, exec);
  if (exec.concurrency() > 1)
    halves = Kokkos::Experimental::partition_space(exec, std::vector<int>{1, 1});
  Kokkos::deep_copy(exec, y1, 0.0);
  exec.fence("operands are ready");
  plan.execute(halves[0]);
  plan.bind("x", Strata::ref(x2));
  plan.bind("y", Strata::ref(y2));
  plan.execute(halves[1]);
  for (const Space& half : halves) half.fence("products");
  right = is_product_with(1, y1) && right;
  right = is_product_with(2, y2) && right;
  return right && plan.from_cache() ? 0 : 1;
}
