// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops="merge=branchfree" --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s

// S4-36: A(i,j) = sum(k, B(i,j,k) * c(k)), B and c dense.
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!cube = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : dense, d1 : dense, d2 : dense)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A rectangular nest of three loops; of the first two, a part between two cuts.
// CHECK-LABEL: func.func @all_dense(
// CHECK-COUNT-1: strata_pos.run
// CHECK-NOT: strata_pos.run
// CHECK: return
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[J:[^:]*]]: index {strata.name = "A_extent1"}
// CHECK-SAME: %[[K:[^:]*]]: index {strata.name = "B_extent2"}
// CHECK-NOT: scf.while
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1 {
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1 {
// CHECK: %[[PART:.*]]:2 = scf.if
// CHECK: scf.yield %c0, %[[J]]
// CHECK: scf.for %{{.*}} = %[[PART]]#0 to %[[PART]]#1 step %c1 {
// CHECK-NEXT: %[[SUM:.*]] = scf.for %{{.*}} = %c0 to %[[K]] step %c1 iter_args
// CHECK-NOT: scf.
// CHECK: scf.yield
// CHECK: memref.store %[[SUM]]
// CHECK-NOT: scf.
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @all_dense(%a: !mat {strata.name = "A"}, %b: !cube {strata.name = "B"}, %c: !vec {strata.name = "c"}) {
    %0 = strata_itg.access %b ["i", "j", "k"] : !cube -> f64
    %1 = strata_itg.access %c ["k"] : !vec -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "k" : f64 -> f64
    strata_itg.assign %3 to %a ["i", "j"] : f64, !mat
    return
  }
}

// -----

!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!csf = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Loops over the stored subsets of B alone; c is located.
// CHECK-LABEL: func.func @csf_dense(
// CHECK: func.func private @launch1(
// CHECK-SAME: %[[B:[^:]*]]: memref<?xf64> {strata.name = "B_values"}
// CHECK-SAME: %[[BCRD0:[^:]*]]: memref<?xi64> {strata.name = "B_coordinates0"}
// CHECK-SAME: %[[BPOS1:[^:]*]]: memref<?xi64> {strata.name = "B_positions1"}
// CHECK-SAME: %[[BCRD1:[^:]*]]: memref<?xi64> {strata.name = "B_coordinates1"}
// CHECK-SAME: %[[BPOS2:[^:]*]]: memref<?xi64> {strata.name = "B_positions2"}
// CHECK-SAME: %[[BCRD2:[^:]*]]: memref<?xi64> {strata.name = "B_coordinates2"}
// CHECK-SAME: %[[C:[^:]*]]: memref<?xf64, strided<[?]>> {strata.name = "c_values"}
// CHECK-NOT: scf.while
// CHECK: scf.for %[[PIECE:.*]] = %{{.*}} to %{{.*}} step
// CHECK-COUNT-2: func.call @lower_bound_i64({{.*}}, %[[BCRD1]],{{.*}} {no_inline} :
// CHECK: scf.for %[[P0:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: memref.load %[[BCRD0]][%[[P0]]]
// CHECK: memref.load %[[BPOS1]][%[[P0]]]
// CHECK-NEXT: %[[BEGIN1:.*]] = arith.index_castui
// CHECK-NEXT: memref.load %[[BPOS1]]
// CHECK-NEXT: %[[END1:.*]] = arith.index_castui
// CHECK-NEXT: %[[LOW:.*]] = arith.maxui %[[BEGIN1]],
// CHECK-NEXT: %[[HIGH:.*]] = arith.minui %[[END1]],
// CHECK-NEXT: scf.for %[[P1:.*]] = %[[LOW]] to %[[HIGH]] step
// CHECK-NEXT: memref.load %[[BCRD1]][%[[P1]]]
// CHECK: memref.load %[[BPOS2]][%[[P1]]]
// CHECK-NEXT: %[[BEGIN2:.*]] = arith.index_castui
// CHECK-NEXT: memref.load %[[BPOS2]]
// CHECK-NEXT: %[[END2:.*]] = arith.index_castui
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[P2:.*]] = %[[BEGIN2]] to %[[END2]] step
// CHECK-NEXT: %[[K64:.*]] = memref.load %[[BCRD2]][%[[P2]]]
// CHECK-NEXT: %[[K:.*]] = arith.index_castui %[[K64]]
// CHECK-NEXT: %[[BV:.*]] = memref.load %[[B]][%[[P2]]]
// CHECK-NEXT: %[[CV:.*]] = memref.load %[[C]][%[[K]]]
// CHECK-NEXT: arith.mulf %[[BV]], %[[CV]]
// CHECK: memref.store %[[SUM]]
// CHECK-NOT: scf.
// CHECK: {strata.map = "league"}
// CHECK-NEXT: return
module attributes {strata.stage = "notation"} {
  func.func @csf_dense(%a: !mat {strata.name = "A"}, %b: !csf {strata.name = "B"}, %c: !vec {strata.name = "c"}) {
    %0 = strata_itg.access %b ["i", "j", "k"] : !csf -> f64
    %1 = strata_itg.access %c ["k"] : !vec -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "k" : f64 -> f64
    strata_itg.assign %3 to %a ["i", "j"] : f64, !mat
    return
  }
}

// -----

!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!csf = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)">
!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// The third loop merges k of B and of c and computes where both are stored.
// CHECK-LABEL: func.func @csf_sparse(
// CHECK: func.func private @launch1(
// CHECK-SAME: %[[BPOS1:[^:]*]]: memref<?xi64> {strata.name = "B_positions1"}
// CHECK-SAME: %[[BPOS2:[^:]*]]: memref<?xi64> {strata.name = "B_positions2"}
// CHECK-SAME: %[[BCRD2:[^:]*]]: memref<?xi64> {strata.name = "B_coordinates2"}
// CHECK-SAME: %[[CPOS:[^:]*]]: memref<?xi64> {strata.name = "c_positions0"}
// CHECK-SAME: %[[CCRD:[^:]*]]: memref<?xi64> {strata.name = "c_coordinates0"}
// CHECK-NOT: scf.while
// CHECK: scf.for %[[PIECE:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[P0:.*]] = %{{.*}} to %{{.*}} step
// CHECK: memref.load %[[BPOS1]][%[[P0]]]
// CHECK: scf.for %[[P1:.*]] = %{{.*}} to %{{.*}} step
// CHECK: memref.load %[[BPOS2]][%[[P1]]]
// CHECK-NEXT: %[[BBEGIN:.*]] = arith.index_castui
// CHECK: memref.load %[[CPOS]][%c0]
// CHECK-NEXT: %[[CBEGIN:.*]] = arith.index_castui
// CHECK-NOT: scf.for
// CHECK: %[[SUM:.*]]:3 = scf.while (%{{.*}} = %[[BBEGIN]], %{{.*}} = %[[CBEGIN]], %{{.*}} = %cst)
// CHECK: ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[S:.*]]: f64):
// CHECK: memref.load %[[BCRD2]][%[[P]]]
// CHECK: memref.load %[[CCRD]][%[[Q]]]
// CHECK: %[[BOTH:.*]] = arith.andi
// CHECK-NEXT: %[[NEXT:.*]] = scf.if %[[BOTH]] -> (f64) {
// CHECK: arith.mulf
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: scf.yield %{{.*}}, %{{.*}}, %[[NEXT]]
// CHECK: memref.store %[[SUM]]#2
// CHECK-NOT: scf.
// CHECK: {strata.map = "league"}
// CHECK-NEXT: return
module attributes {strata.stage = "notation"} {
  func.func @csf_sparse(%a: !mat {strata.name = "A"}, %b: !csf {strata.name = "B"}, %c: !sv {strata.name = "c"}) {
    %0 = strata_itg.access %b ["i", "j", "k"] : !csf -> f64
    %1 = strata_itg.access %c ["k"] : !sv -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "k" : f64 -> f64
    strata_itg.assign %3 to %a ["i", "j"] : f64, !mat
    return
  }
}
