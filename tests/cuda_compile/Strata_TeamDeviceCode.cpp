// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emitted functions for teams, called by kernels for CUDA.
#include <algorithm>

#include <add_to.hpp>
#include <bool_columns.hpp>
#include <columns.hpp>
#include <coo_spmv.hpp>
#include <fixed_sum.hpp>
#include <half_columns.hpp>
#include <merge_vectors.hpp>
#include <mttkrp.hpp>
#include <sampled_sum.hpp>
#include <spmm.hpp>
#include <spmv.hpp>
#include <strict_spmv.hpp>
#include <transposed.hpp>
#include <union_of_compressed.hpp>
#include <union_of_two.hpp>

using Space  = Kokkos::Cuda;
using Policy = Kokkos::TeamPolicy<Space>;
using Member = Policy::member_type;
using Memory = Kokkos::CudaSpace;
using Vector = Kokkos::View<double*, Memory>;
using Matrix = Kokkos::View<double**, Memory>;
using Number = Kokkos::View<double, Memory>;
template <class Format, class Scalar = double>
using Sparse = Strata::SparseView<Scalar, Format, Memory>;

// A batch over columns, with a vector between two calls in scratch memory.
void rows(const Space& exec, const Matrix& Y, const Sparse<Strata::CSRFormat<>>& A,
          const Matrix& X) {
  const int n             = static_cast<int>(X.extent(0));
  const std::size_t bytes = Strata::scratch_bytes<double*, Space>(n);
  Kokkos::parallel_for(
      "rows", Policy(exec, static_cast<int>(X.extent(1)), 4, 32)
                  .set_scratch_size(0, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const Member& team) {
        const auto x = Kokkos::subview(X, Kokkos::ALL, team.league_rank());
        const auto y = Kokkos::subview(Y, Kokkos::ALL, team.league_rank());
        const Strata::Scratch<double*, Space> between(team.team_scratch(0), n);
        Strata::Team::spmv(team, between, A, x);
        Strata::Team::strict_spmv(team, y, A, between);
        Strata::Team::add_to(team, y, A, x);
        Strata::Team::columns(team, y, A, x);
      });
}

void merges(const Space& exec, const Matrix& C, const Sparse<Strata::DCSRFormat<>>& A,
            const Sparse<Strata::CSRFormat<>>& B,
            const Sparse<Strata::DCSRFormat<std::uint32_t>>& D, const Vector& c,
            const Sparse<Strata::SparseVectorFormat<>>& a,
            const Sparse<Strata::SparseVectorFormat<std::uint32_t>>& b) {
  const std::size_t bytes =
      std::max({Strata::Team::union_of_two_scratch_bytes<Space>(64, C, A, B),
                Strata::Team::union_of_compressed_scratch_bytes<Space>(64, C, A, D),
                Strata::Team::merge_vectors_scratch_bytes<Space>(64, c, a, b)});
  Kokkos::parallel_for(
      "merges", Policy(exec, 1, 64).set_scratch_size(1, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const Member& team) {
        Strata::Team::union_of_two(team, C, A, B, 1);
        Strata::Team::union_of_compressed(team, C, A, D, 1);
        Strata::Team::merge_vectors(team, c, a, b, 1);
      });
}

void products(const Space& exec, const Matrix& A,
              const Sparse<Strata::CSFFormat<3, std::uint32_t>>& B, const Matrix& C,
              const Sparse<Strata::CSRFormat<std::uint32_t>>& D,
              const Sparse<Strata::COOFormat<2>>& E, const Vector& y, const Vector& x,
              const Sparse<Strata::DCSCFormat<>>& F) {
  const std::size_t bytes =
      Strata::Team::mttkrp_scratch_bytes<Space>(8, A, B, C, C) +
      Strata::Team::coo_spmv_scratch_bytes<Space>(8, y, E, x) +
      Strata::Team::transposed_scratch_bytes<Space>(8, A, F);
  Kokkos::parallel_for(
      "products", Policy(exec, 1, 8, 16).set_scratch_size(0, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const Member& team) {
        Strata::Team::mttkrp(team, A, B, C, C);
        Strata::Team::spmm(team, A, D, C);
        Strata::Team::coo_spmv(team, y, E, x);
        Strata::Team::transposed(team, A, F);
      });
}

using Half  = Kokkos::View<Strata::bhalf_t*, Memory>;
using Flags = Kokkos::View<bool*, Memory>;

void sums(const Space& exec, const Number& s, const Sparse<Strata::CSRFormat<>>& A,
          const Matrix& B, const Sparse<Strata::DCSRFormat<>>& D, const Flags& any,
          const Sparse<Strata::DCSRFormat<>, bool>& mask, const Half& y,
          const Sparse<Strata::CSRFormat<>, Strata::bhalf_t>& H, const Half& x) {
  const std::size_t bytes =
      Strata::Team::sampled_sum_scratch_bytes<Space>(8, s, A, B, B) +
      Strata::Team::fixed_sum_scratch_bytes<Space>(8, s, D, B) +
      Strata::Team::half_columns_scratch_bytes<Space>(8, y, H, x);
  Kokkos::parallel_for(
      "sums", Policy(exec, 1, 8, 32).set_scratch_size(0, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const Member& team) {
        Strata::Team::sampled_sum(team, s, A, B, B);
        Strata::Team::fixed_sum(team, s, D, B);
        Strata::Team::bool_columns(team, any, mask);
        Strata::Team::half_columns(team, y, H, x);
      });
}
