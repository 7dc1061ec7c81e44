// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s

// S4-22: A(i,j) = B(i,j) + C(i,j) with A dense, B and C CSR.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// CHECK: #[[VECTORS:.*]] = #llvm.loop_vectorize<disable = true
// CHECK: #[[SCALAR:.*]] = #llvm.loop_annotation<vectorize = #[[VECTORS]]
// CHECK-LABEL: func.func @sum(
// CHECK-NEXT: strata_pos.run @launch0 "{{.*}}" over %arg0 dimension 0
// CHECK-NEXT: strata_pos.run @launch1 "{{.*}}" over %arg0 dimension 0
// CHECK-NEXT: return

// A is zeroed ...
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[A0:[^:]*]]: memref<?x?xf64, strided<[?, 1]>> {strata.name = "A_values"}
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK: memref.store %[[ZERO]], %[[A0]]
// CHECK-NOT: scf.for

// ... then a dense loop over i holds three loops over j: rows of B and C merged,
// what is left of B, what is left of C; the last two are short and stay scalar.
// CHECK-LABEL: func.func private @launch1(
// CHECK-SAME: %[[A:[^:]*]]: memref<?x?xf64, strided<[?, 1]>> {strata.name = "A_values"}
// CHECK-SAME: %[[B:[^:]*]]: memref<?xf64> {strata.name = "B_values"}
// CHECK-SAME: %[[BPOS:[^:]*]]: memref<?xi32> {strata.name = "B_positions1"}
// CHECK-SAME: %[[BCRD:[^:]*]]: memref<?xi32> {strata.name = "B_coordinates1"}
// CHECK-SAME: %[[C:[^:]*]]: memref<?xf64> {strata.name = "C_values"}
// CHECK-SAME: %[[CPOS:[^:]*]]: memref<?xi32> {strata.name = "C_positions1"}
// CHECK-SAME: %[[CCRD:[^:]*]]: memref<?xi32> {strata.name = "C_coordinates1"}
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[ONE:.*]] {
// CHECK-NEXT: %[[INEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK-NEXT: %[[BBEGIN32:.*]] = memref.load %[[BPOS]][%[[I]]]
// CHECK-NEXT: %[[BBEGIN:.*]] = arith.index_castui %[[BBEGIN32]]
// CHECK-NEXT: %[[BEND32:.*]] = memref.load %[[BPOS]][%[[INEXT]]]
// CHECK-NEXT: %[[BEND:.*]] = arith.index_castui %[[BEND32]]
// CHECK-NEXT: %[[CBEGIN32:.*]] = memref.load %[[CPOS]][%[[I]]]
// CHECK-NEXT: %[[CBEGIN:.*]] = arith.index_castui %[[CBEGIN32]]
// CHECK-NEXT: %[[CEND32:.*]] = memref.load %[[CPOS]][%[[INEXT]]]
// CHECK-NEXT: %[[CEND:.*]] = arith.index_castui %[[CEND32]]
// CHECK-NEXT: %[[LEFT:.*]]:2 = scf.while (%[[P:.*]] = %[[BBEGIN]], %[[Q:.*]] = %[[CBEGIN]])
// CHECK-NEXT: %[[INB:.*]] = arith.cmpi ult, %[[P]], %[[BEND]]
// CHECK-NEXT: %[[INC:.*]] = arith.cmpi ult, %[[Q]], %[[CEND]]
// CHECK-NEXT: %[[GO:.*]] = arith.andi %[[INB]], %[[INC]]
// CHECK-NEXT: scf.condition(%[[GO]])
// CHECK: ^bb0(%[[PB:.*]]: index, %[[PC:.*]]: index):
// CHECK-NEXT: %[[JB32:.*]] = memref.load %[[BCRD]][%[[PB]]]
// CHECK-NEXT: %[[JB:.*]] = arith.index_castui %[[JB32]]
// CHECK-NEXT: %[[JC32:.*]] = memref.load %[[CCRD]][%[[PC]]]
// CHECK-NEXT: %[[JC:.*]] = arith.index_castui %[[JC32]]
// CHECK-NEXT: %[[J:.*]] = arith.minui %[[JB]], %[[JC]]
// CHECK: %[[ATB:.*]] = arith.cmpi eq, %[[JB]], %[[J]]
// CHECK: %[[ATC:.*]] = arith.cmpi eq, %[[JC]], %[[J]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[ATB]], %[[ATC]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: %[[BV:.*]] = memref.load %[[B]][%[[PB]]]
// CHECK-NEXT: %[[CV:.*]] = memref.load %[[C]][%[[PC]]]
// CHECK-NEXT: %[[BC:.*]] = arith.addf %[[BV]], %[[CV]]
// CHECK-NEXT: memref.store %[[BC]], %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[ATB]] {
// CHECK-NEXT: %[[BV2:.*]] = memref.load %[[B]][%[[PB]]]
// CHECK-NEXT: memref.store %[[BV2]], %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[ATC]] {
// CHECK-NEXT: %[[CV2:.*]] = memref.load %[[C]][%[[PC]]]
// CHECK-NEXT: memref.store %[[CV2]], %[[A]][%[[I]], %[[J]]]
// CHECK: %[[PBNEXT:.*]] = arith.select %[[ATB]], %{{.*}}, %[[PB]]
// CHECK-NEXT: %[[PCNEXT:.*]] = arith.select %[[ATC]], %{{.*}}, %[[PC]]
// CHECK-NEXT: scf.yield %[[PBNEXT]], %[[PCNEXT]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[PB3:.*]] = %[[LEFT]]#0 to %[[BEND]]
// CHECK: %[[BV3:.*]] = memref.load %[[B]][%[[PB3]]]
// CHECK: memref.store %[[BV3]], %[[A]]
// CHECK-NEXT: } {loop_annotation = #[[SCALAR]], strata.independent}
// CHECK-NEXT: scf.for %[[PC3:.*]] = %[[LEFT]]#1 to %[[CEND]]
// CHECK: %[[CV3:.*]] = memref.load %[[C]][%[[PC3]]]
// CHECK: memref.store %[[CV3]], %[[A]]
// CHECK-NEXT: } {loop_annotation = #[[SCALAR]], strata.independent}
// CHECK-NEXT: } {strata.independent}
// CHECK-NEXT: return
module attributes {strata.stage = "notation"} {
  func.func @sum(%a: !mat {strata.extents = array<i64: 256, 256>, strata.name = "A", strata.unit_level = 1 : i64}, %b: !csr {strata.extents = array<i64: 256, 256>, strata.name = "B"}, %c: !csr {strata.extents = array<i64: 256, 256>, strata.name = "C"}) {
    %0 = strata_itg.access %b ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %c ["i", "j"] : !csr -> f64
    %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %a ["i", "j"] : f64, !mat
    return
  }
}
