// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many small systems, A_b x_b = b_b, solved in one kernel: each team iterates on its own
// system until the residual is small, with generated functions inside of the kernel and
// all that it needs in between in its scratch memory.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <dot.hpp>
#include <residual.hpp>

using Space  = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::TeamPolicy<Space>;
using CSR    = Strata::SparseView<double, Strata::CSRFormat<>>;
using Matrix = Kokkos::View<double**, Kokkos::LayoutLeft>;  // a column for each system
// A few matrices, which systems take in turns; they are copied into the kernel.
using Matrices = Kokkos::Array<CSR, 3>;

constexpr int rows = 60, systems = 100;

// Neighbours in a line, and a diagonal that outweighs them.
CSR line(const Space& exec, double diagonal) {
  std::vector<std::vector<std::int64_t>> places;
  std::vector<double> values;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = std::max<std::int64_t>(i - 1, 0); j < std::min<std::int64_t>(i + 2, rows);
         ++j) {
      places.push_back({i, j});
      values.push_back(i == j ? diagonal : -1.0);
    }
  return CSR(Strata::assemble<double>(exec, Strata::Formats::csr(), {rows, rows}, places, values));
}

// Richardson's iteration: x += r / 6 until the residual r is small.
void solve(const Space& exec, const Matrix& X, const Matrices& A, const Matrix& B,
           const Kokkos::View<int*>& steps) {
  const int threads = exec.concurrency() > 1 ? 2 : 1;
  // What the two functions need, asked for with operands like those of every team; they
  // run one after the other, so the larger one is enough. Checks the extents, too.
  const auto x0 = Kokkos::subview(X, Kokkos::ALL, 0), b0 = Kokkos::subview(B, Kokkos::ALL, 0);
  const Kokkos::View<double> s0("s");
  const std::size_t functions =
      std::max(Strata::Team::residual_scratch_bytes<Space>(threads, x0, b0, A[0], x0),
               Strata::Team::dot_scratch_bytes<Space>(threads, s0, x0, x0));
  const std::size_t own =
      Strata::scratch_bytes<double*, Space>(rows) + Strata::scratch_bytes<double, Space>();
  const int level = Strata::scratch_level(own + functions);
  Kokkos::parallel_for(
      "solve",
      Policy(exec, systems, threads).set_scratch_size(level, Kokkos::PerTeam(own + functions)),
      KOKKOS_LAMBDA(const Policy::member_type& team) {
        const int system = team.league_rank();
        const auto x     = Kokkos::subview(X, Kokkos::ALL, system);
        const auto b     = Kokkos::subview(B, Kokkos::ALL, system);
        const int size = rows;  // on the device: Kokkos takes the number by reference
        const Strata::Scratch<double*, Space> r(team.team_scratch(level), size);
        const Strata::Scratch<double, Space> s(team.team_scratch(level));
        int step = 0;
        for (; step < 500; ++step) {
          Strata::Team::residual(team, r, b, A[system % 3], x, level);
          Strata::Team::dot(team, s, r, r, level);
          if (s() < 1e-24) break;
          Kokkos::parallel_for(Kokkos::TeamVectorRange(team, size),
                               [&](const int i) { x(i) += r(i) / 6; });
          team.team_barrier();  // the next call reads x
        }
        Kokkos::single(Kokkos::PerTeam(team), [&]() { steps(system) = step; });
      });
}

// The largest |b - A x|, computed row by row.
double largest_residual(const auto& X, const auto& B) {
  double largest = 0;
  for (int system = 0; system < systems; ++system)
    for (int i = 0; i < rows; ++i) {
      double left = B(i, system) - (4.0 + system % 3) * X(i, system);
      if (i > 0) left += X(i - 1, system);
      if (i + 1 < rows) left += X(i + 1, system);
      largest = std::fmax(largest, std::fabs(left));
    }
  return largest;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Space exec;
  const Matrices A{line(exec, 4), line(exec, 5), line(exec, 6)};
  const Matrix X("X", rows, systems), B("B", rows, systems);
  const Kokkos::View<int*> steps("steps", systems);
  const auto host_B = Kokkos::create_mirror_view(B);
  for (int system = 0; system < systems; ++system)
    for (int i = 0; i < rows; ++i) host_B(i, system) = 1 + (i * 7 + system) % 11;
  Kokkos::deep_copy(exec, B, host_B);
  solve(exec, X, A, B, steps);
  const auto host_X     = Kokkos::create_mirror_view(X);
  const auto host_steps = Kokkos::create_mirror_view(steps);
  Kokkos::deep_copy(exec, host_X, X);
  Kokkos::deep_copy(exec, host_steps, steps);
  exec.fence("the solutions are on the host");
  int least = host_steps(0), most = host_steps(0);
  for (int system = 0; system < systems; ++system) {
    least = std::min(least, host_steps(system));
    most  = std::max(most, host_steps(system));
  }
  const double largest = largest_residual(host_X, host_B);
  std::cout << systems << " systems in one kernel, " << least << " to " << most
            << " steps each: largest residual " << largest << "\n";
  return largest < 1e-10 && least > 1 && most < 500 ? 0 : 1;
}
