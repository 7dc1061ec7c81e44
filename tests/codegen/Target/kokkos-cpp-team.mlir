// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of functions that teams call; what they compute is tested in
// tests/integration/team_kernels.cpp.

// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --in-team --stage cxx --name spmv | FileCheck %s --check-prefix=ROWS
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --in-team --stage cxx --strict | FileCheck %s --check-prefix=STRICT
// RUN: strata emit 'A(i,j) = B(i,k,l) * C(k,j) * D(l,j)' --format 'B=CSF<32>' --in-team --stage cxx --name mttkrp --namespace app | FileCheck %s --check-prefix=PIECES
// RUN: strata emit 's = A(i,j) * B(i,j)' --format A=CSR --in-team --stage cxx | FileCheck %s --check-prefix=TOTAL
// RUN: strata emit 's = A(i,j) * B(i,j)' --format A=CSR --in-team --stage cxx --deterministic | FileCheck %s --check-prefix=FIXED
// RUN: strata emit 'y(j) = A(i,j) * x(i)' --format A=CSR --in-team --stage cxx | FileCheck %s --check-prefix=SCATTER
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --in-team --stage position | FileCheck %s --check-prefix=POSITION

// ROWS: #include <Strata_Kernel.hpp>
// ROWS-NEXT: #include <Strata_TeamKernel.hpp>
// ROWS: namespace Strata::Team {
// ROWS: /// \throws Strata::ShapeMismatch if an index has two extents.
// ROWS: spmv_scratch_bytes({{\[\[maybe_unused\]\]}} int team_size
// ROWS: Strata::check_extent("spmv", "x", x, 0, "A", A, 1);
// ROWS-NEXT: return 0;
// ROWS: KOKKOS_INLINE_FUNCTION void spmv(const TeamMember& team,
// ROWS: {{\[\[maybe_unused\]\]}} int scratch_level = 0) {
// ROWS-NOT: check_extent
// ROWS: const auto& A_values = A.values();
// ROWS: // i: every coordinate
// ROWS-NEXT: Kokkos::parallel_for(
// ROWS-NEXT: Kokkos::TeamThreadRange(team, extent_i), [&](const std::int64_t i) {
// ROWS: Kokkos::ThreadVectorRange(team,
// ROWS: Kokkos::single(Kokkos::PerThread(team), [&]() { y(i) = sum; });
// ROWS-NEXT: });
// ROWS-NEXT: team.team_barrier();
// ROWS: }  // namespace Strata::Team

// The order of a sum is that of the entries: lanes take a row each.
// STRICT: Kokkos::TeamVectorRange(team, extent_i), [&](const std::int64_t i) {
// STRICT: for (std::int64_t pA1
// STRICT-NOT: single
// STRICT: y(i) = sum;

// PIECES: namespace app {
// PIECES: const std::int64_t pieces = team_size;
// PIECES: scratch_bytes<double**, ExecutionSpace>(
// PIECES: scratch_bytes<std::uint64_t**, ExecutionSpace>(
// PIECES: KOKKOS_INLINE_FUNCTION void mttkrp(
// PIECES: const std::int64_t pieces = team.team_size();
// PIECES: const auto scratch = team.team_scratch(scratch_level);
// PIECES: make_team_workspace<double**, ExecutionSpace>(
// PIECES: team.team_barrier();
// PIECES: // pieces of about equal work: coordinates of i that they begin with
// PIECES-NEXT: Strata::partition_in_team(team, [[CUTS:cuts[0-9]+]], extent_i, false, B);
// PIECES: Kokkos::TeamThreadRange(team, pieces), [&](const std::int64_t piece) {
// PIECES: [[CUTS]](piece, 0)
// PIECES: Kokkos::ThreadVectorRange(team,
// PIECES: team.team_barrier();

// TOTAL: const std::int64_t pieces = team.team_size();
// TOTAL: Range(team, pieces), [&](const std::int64_t piece) {
// TOTAL: team.team_barrier();
// TOTAL: s() {{\+?}}=
// TOTAL: team.team_barrier();

// FIXED: const std::int64_t pieces = 16;
// FIXED-NOT: team_size()

// SCATTER: Kokkos::atomic_add(&y(

// POSITION: strata_pos.launch
// POSITION-NOT: team [
// POSITION: map "vector"
