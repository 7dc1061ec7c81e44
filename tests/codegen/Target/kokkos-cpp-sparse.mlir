// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of emitted kernels with sparse results; that they compile and compute
// what the other back end does is tested in tests/conformance.

// RUN: strata emit 'C(i,j) = A(i,j) + B(i,j)' --format A=CSR --format B=CSR --format 'C=CSR<32>' --stage cxx --name add | FileCheck %s --check-prefix=ADD
// RUN: strata emit 'C(i,j) = A(i,k) * B(k,j)' --format A=CSR --format B=CSR --format C=DCSR --stage cxx | FileCheck %s --check-prefix=WORKLIST
// RUN: strata emit 'C(i,j) = A(i,k) * B(k,j)' --format A=CSR --format B=CSR --format C=CSR --stage cxx --worklist hashed | FileCheck %s --check-prefix=HASHED
// RUN: strata emit 'C(i,j) = A(i,k) * B(k,j)' --format A=CSR --format B=CSR --format C=CSR --stage cxx --team 4 --vector 8 | FileCheck %s --check-prefix=TEAM
// RUN: strata emit 'C(i,j) = 2 * A(i,j)' --format A=DCSR --format C=CSR --stage cxx | FileCheck %s --check-prefix=COMPLETE
// RUN: strata emit 'C(i,j) = 2 * A(i,j)' --format A=DCSR --format C=DCSR --stage cxx | FileCheck %s --check-prefix=SEAM
// RUN: strata emit 'C(i,j) = A(i,j)' --format C=CSR --format 'A=(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))' --stage cxx | FileCheck %s --check-prefix=LIST
// RUN: strata emit 'C(i,j) += A(i,j)' --format A=CSR --format C=CSR --stage cxx | FileCheck %s --check-prefix=OLD
// RUN: strata emit 'C(i,j) = A(i,k) * B(k,j) + D(i,j)' --format A=CSR --format B=CSR --format D=CSC --format C=CSR --stage cxx | FileCheck %s --check-prefix=PARTS
// RUN: strata emit 'A(i,j) += B(i,j) * C(i,j)' --format A=CSR --format B=CSR --format C=DCSR --merge branchy --stage cxx | FileCheck %s --check-prefix=BRANCHY
// RUN: strata emit 'C(i,j) = A(i,k) * B(k,j)' --format A=CSR --format B=CSR --format C=CSR --stage cxx --phases | FileCheck %s --check-prefix=PHASES
// RUN: strata emit 'C(i,j) = A(i,j) * sum(k, sum(l, B(k,l)))' --format A=CSR --format B=CSR --format C=CSR --stage cxx --phases | FileCheck %s --check-prefix=SCALED
// RUN: strata emit 'C(i,j) = A(i,j) * s' --format A=COO --format C=COO --stage cxx --phases --worklist sorted | FileCheck %s --check-prefix=SCALAR
// RUN: strata emit 'C(i,j) = A(i,j)' --format C=CSR --format 'A=(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))' --stage cxx --phases | FileCheck %s --check-prefix=LISTED
// RUN: strata emit 'C(i,j) += A(i,j)' --format A=CSR --format C=CSR --stage cxx --phases | FileCheck %s --check-prefix=KEPT

// ADD: #include <Strata_KernelResult.hpp>
// ADD: /// Runs on the instance `exec`. Waits until it is known how many entries `C`
// ADD-NEXT: /// stores; its values may still be on their way.
// ADD: /// \param[out] C Strata::SparseView<double, Strata::CSRFormat<std::uint32_t>>,
// ADD-NEXT: ///     extents (i, j); is assigned a tensor with arrays of its own, whatever it
// ADD-NEXT: ///     was, and may be an operand, too
// ADD-NOT: shares no memory
// ADD: /// \throws Strata::IndexOverflow if `C` does not fit its index types.
// ADD: void add(const ExecutionSpace& exec, C_type& C, const A_type& A,
// ADD: Strata::is_sparse_result_v<
// The extents are those of the operands.
// ADD-NOT: "C", C
// ADD: const std::int64_t extent_i = A.extent(0);
// ADD: Strata::make_cursors(exec, pieces, 1, "Strata::add::C_cursors");
// ADD-NOT: C.positions
// ADD: ::count",
// ADD: std::int64_t pC1 = 0;
// ADD: if (j_in_A && j_in_B) {  // j: A and B
// ADD-NEXT: ++pC1;
// ADD: C_cursors(piece * 2) = pC1;
// ADD: const auto C_new =
// ADD-NEXT: Strata::make_appended<double, Strata::CSRFormat<std::uint32_t>>(
// ADD-NEXT: exec, "add", "C", {extent_i, extent_j}, C_cursors);
// ADD-NEXT: const auto C_values = C_new.values();
// ADD-NEXT: const auto C_positions1 = C_new.template positions<1>();
// ADD-NEXT: const auto C_coordinates1 = C_new.template coordinates<1>();
// ADD: ::fill",
// ADD: std::int64_t pC1 = C_cursors(piece * 2);
// ADD: if (j_in_A && j_in_B) {  // j: A and B
// ADD-NEXT: C_values(pC1) = A_values(pA1) + B_values(pB1);
// ADD-NEXT: C_coordinates1(pC1) = std::uint32_t(j);
// ADD-NEXT: ++pC1;
// ADD: C_coordinates1(pC1) = std::uint32_t(A_coordinates1(pA1));
// ADD: C_positions1(i + 1) = std::uint32_t(pC1);
// ADD-NOT: complete
// ADD: C = C_new.view();
// ADD-NEXT: }

// A hash table for each thread, as large as the longest row may ask for.
// HASHED: --worklist hashed
// HASHED: Strata::num_pieces(exec, std::max({A.nnz(), B.nnz()}));
// HASHED-NOT: C_marks =
// HASHED: C_bounds = Strata::make_zero_workspace<std::uint64_t*>(
// HASHED: ::bound",
// HASHED: std::int64_t sum = 0;
// HASHED: sum += std::int64_t(B_positions1(k + 1)) -
// HASHED-NEXT: std::int64_t(B_positions1(k));
// HASHED: C_bounds(piece) =
// HASHED-NEXT: std::uint64_t(Kokkos::max(std::int64_t(C_bounds(piece)), sum));
// HASHED: Strata::check_worklist("kernel", "C", extent_j);
// HASHED-NEXT: const std::int64_t table = Strata::table_slots(exec, C_bounds, extent_j);
// HASHED: C_marks = Strata::make_zero_workspace<std::uint32_t**>(
// HASHED-NEXT: slots.size(), table);
// HASHED: ::count",
// HASHED: const std::int64_t bits = Strata::table_bits(sum, extent_j);
// HASHED: const std::int64_t at = Strata::find_slot(C_marks, slot, j, bits);
// HASHED-NEXT: if (C_marks(slot, at) == 0) {
// HASHED-NEXT: C_marks(slot, at) = std::uint32_t(j + 1);
// HASHED-NEXT: C_touched(slot, num_listed) = std::uint32_t(at);
// HASHED: C_marks(slot, C_touched(slot, n)) = 0;
// HASHED-NEXT: ++pC1;
// HASHED: ::fill",
// HASHED: Strata::sort_coordinates(C_touched, slot, num_listed);
// HASHED: const std::int64_t j = C_touched(slot, n);
// HASHED-NEXT: const std::int64_t at = Strata::find_slot(C_marks, slot, j, bits);
// HASHED-NEXT: C_touched(slot, n) = std::uint32_t(at);
// HASHED-NEXT: C_values(pC1) = C_sums(slot, at);
// HASHED: // empties the table
// HASHED: C_marks(slot, C_touched(slot, n)) = 0;

// A worklist for each thread: marks start as zeros.
// WORKLIST: Strata::num_pieces(exec, std::max({A.nnz(), B.nnz()}),
// WORKLIST-NEXT: extent_j * 8 + extent_j * 1 + extent_j * 4);
// WORKLIST: Strata::check_worklist("kernel", "C", extent_j);
// WORKLIST: const Strata::Slots<ExecutionSpace> slots(exec, pieces);
// WORKLIST: C_sums = Strata::make_workspace<double**>(
// WORKLIST: C_marks = Strata::make_zero_workspace<std::uint8_t**>(
// WORKLIST: C_touched = Strata::make_workspace<std::uint32_t**>(
// WORKLIST: Strata::make_cursors(exec, pieces, 2,
// WORKLIST: ::count",
// WORKLIST: const std::int64_t slot = slots.acquire(piece);
// WORKLIST-NOT: C_sums(
// WORKLIST-NOT: order_coordinates
// WORKLIST: C_cursors(index) = pC0;
// WORKLIST-NEXT: C_cursors(index + 1) = pC1;
// WORKLIST-NEXT: slots.release(slot);
// WORKLIST: ::fill",
// WORKLIST: const std::int64_t pC1_before = pC1;
// WORKLIST: std::int64_t num_listed = 0;
// WORKLIST: if (C_marks(slot, j) == 0) {
// WORKLIST-NEXT: C_marks(slot, j) = 1;
// WORKLIST-NEXT: C_touched(slot, num_listed) = std::uint32_t(j);
// WORKLIST-NEXT: ++num_listed;
// WORKLIST-NEXT: C_sums(slot, j) = value;
// WORKLIST-NEXT: } else {
// WORKLIST-NEXT: C_sums(slot, j) += value;
// WORKLIST: Strata::order_coordinates(C_touched, C_marks, slot, num_listed,
// WORKLIST-NEXT: extent_j);
// WORKLIST-NEXT: // j: what was scattered to
// WORKLIST-NEXT: for (std::int64_t n = 0; n < num_listed; ++n) {
// WORKLIST-NEXT: const std::int64_t j = C_touched(slot, n);
// WORKLIST-NEXT: C_marks(slot, j) = 0;
// WORKLIST: if (pC1_before < pC1) {
// WORKLIST-NEXT: C_coordinates0(pC0_before) = std::uint64_t(i);

// What one lane has written, another would read.
// TEAM: Strata::num_teams(exec, 4, std::max({A.nnz(), B.nnz()}),
// TEAM-NOT: Strata::Slots
// TEAM: C_sums = Strata::make_workspace<double**>(
// TEAM-SAME: {{$}}
// TEAM-NEXT: exec, "Strata::kernel::C_sums", pieces, extent_j);
// TEAM: Kokkos::single(Kokkos::PerThread(team), [&]() {
// TEAM-NOT: Kokkos::single
// TEAM: C_marks(piece, j) = 1;
// TEAM: ::fill",

// COMPLETE: {extent_i, extent_j}, C_cursors, {1});
// COMPLETE: C_positions1(i + 1) = std::uint64_t(pC1);
// COMPLETE: C_new.template complete<1>(exec);
// COMPLETE: C = C_new.view();

// A row that a cut lies in belongs to two pieces.
// SEAM: std::int64_t pC0_seam = 0;
// SEAM: pC0_seam = pC0_seam | (at_begin ? 1 : 0);
// SEAM: C_cursors(index + 2) = pC0_seam;
// SEAM: const bool pC0_open = std::int64_t(C_cursors(index + 2)) != 0;
// SEAM: == begin_i && pC0_open);

// LIST: exec, "kernel", "C_list", {extent_i, extent_j}, C_list_cursors);
// LIST: const std::int64_t i = std::int64_t(A_coordinates0(pA0));
// LIST: C_list_coordinates0({{.*}}) = std::uint32_t(i);
// LIST: C = Strata::collect<Strata::CSRFormat<>>(exec, "kernel", "C",
// LIST-NOT: C_new

// OLD: /// \param[in,out] C
// OLD: Strata::check_extent("kernel", "A", A, 0, "C", C, 0);
// OLD: const std::int64_t extent_i = C.extent(0);
// OLD: const auto C_old = C;
// OLD: C_old_values = C_old.values();
// OLD: C_values(pC1) = C_old_values({{.*}}) + A_values(pA1);
// OLD: C = C_new.view();

// A sum of which no nest of loops serves all terms.
// PARTS: const auto D_CSR = Strata::convert<Strata::CSRFormat<>>(exec, D, "D@CSR");
// PARTS: const auto C_part = Strata::make_appended<double, Strata::DCSRFormat<>>(
// PARTS: const auto C_part_1 = Strata::make_appended<double, Strata::DCSRFormat<>>(
// PARTS: C_part_values(
// PARTS: C = C_new.view();

// Where a branch inside a branch gives some of the next positions, the others are
// assigned as well.
// BRANCHY: ::fill",
// BRANCHY: } else if (j_in_A_) {
// BRANCHY: } else {
// BRANCHY-NEXT: if (j_in_B && j_in_C) {
// BRANCHY: pA_1_next = pA_1;
// BRANCHY-NEXT: }
// BRANCHY-NEXT: pA_1 = pA_1_next;

// Each function declares what its launches name; the rest is handed over.
// PHASES: /// What kernel_assemble() leaves to kernel_compute(), beside the structure of
// PHASES: struct kernel_assembly {
// PHASES-NEXT:   std::int64_t num_values;  // of `C`
// PHASES-NEXT:   std::int64_t pieces;
// PHASES-NEXT:   Strata::Slots<ExecutionSpace> slots;
// PHASES-NEXT:   Strata::Workspace<double**, ExecutionSpace> C_sums;
// PHASES: };
// PHASES: /// The structure of C(i,j) = A(i,k) * B(k,j)
// PHASES: kernel_assembly<ExecutionSpace> kernel_assemble(
// PHASES-NOT: _values =
// PHASES: ::count"
// PHASES: const auto C_new = Strata::make_appended
// PHASES-NOT: C_values
// PHASES: ::fill"
// PHASES: C = C_new.view();
// PHASES-NEXT: return {std::int64_t(C.values().size()), pieces, slots,
// PHASES: /// The values of C(i,j) = A(i,k) * B(k,j)
// PHASES: void kernel_compute(const ExecutionSpace& exec, const C_type& C,
// PHASES: Strata::check_assembled("kernel", "C", C, assembly.num_values);
// PHASES-NOT: Strata::partition
// PHASES-NOT: make_
// PHASES: const auto pieces = assembly.pieces;
// PHASES: const auto C_values = C.values();
// PHASES-NOT: C_coordinates1
// PHASES: ::compute"
// PHASES-NOT: parallel_for

// Sums that only values need stand where these are computed; their cuts do not move,
// and whether there is anything to sum decides what is stored.
// SCALED: kernel_assemble(
// SCALED: Strata::partition(exec, [[CUTS:cuts[0-9]+]],
// SCALED: workspace0_stored{{[0-9]+}}() = sum
// SCALED-NOT: workspace0()
// SCALED: kernel_compute(
// SCALED: const auto [[CUTS]] = assembly.[[CUTS]];
// SCALED: workspace0() = sum;
// SCALED: ? A_values(pA1) * (condition ? workspace0() : 0.0) : 0.0;

// Structure does not depend on every operand.
// SCALAR: kernel_assemble(
// SCALAR: {{\[\[maybe_unused\]\]}} const s_type& s) {
// SCALAR: kernel_compute(
// SCALAR: const s_type& s,

// A list stays, and is sorted anew for its values.
// LISTED: Strata::AppendedTensor<
// LISTED: C_list;
// LISTED: C = Strata::collect_copy<Strata::CSRFormat<>>(
// LISTED: kernel_compute(
// LISTED: const auto C_list = assembly.C_list;
// LISTED: Strata::collect_values(exec, "kernel", "C", C_list.view(), C);

// KEPT: typename ExecutionSpace::memory_space> C_old;
// KEPT: const auto C_old = C;
// KEPT: kernel_compute(
// KEPT: const auto C_old = assembly.C_old;
