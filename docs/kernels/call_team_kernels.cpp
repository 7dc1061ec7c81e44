// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Core.hpp>

#include "sampled.hpp"

using Space  = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::TeamPolicy<Space>;
using SparseMatrix = Strata::SparseView<double, Strata::CSRFormat<>>;

// A product and a sum for every pair of matrices B(b, :, :) and C(b, :, :), a team each.
void sample(const Space& exec, const Kokkos::View<double*>& sums,
            const SparseMatrix& A, const Kokkos::View<const double***>& B,
            const Kokkos::View<const double***>& C, int threads) {
  const std::size_t bytes = Strata::Team::sampled_scratch_bytes<Space>(
      threads, Kokkos::subview(sums, 0), A,
      Kokkos::subview(B, 0, Kokkos::ALL, Kokkos::ALL),
      Kokkos::subview(C, 0, Kokkos::ALL, Kokkos::ALL));
  const int level   = Strata::scratch_level(bytes);
  const auto league = static_cast<int>(sums.extent(0));
  Kokkos::parallel_for(
      "sample",
      Policy(exec, league, threads).set_scratch_size(level, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const Policy::member_type& team) {
        const int b = team.league_rank();
        Strata::Team::sampled(team, Kokkos::subview(sums, b), A,
                              Kokkos::subview(B, b, Kokkos::ALL, Kokkos::ALL),
                              Kokkos::subview(C, b, Kokkos::ALL, Kokkos::ALL),
                              level);
      });
}
