// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --split-input-file | FileCheck %s

// Of two operands whose storage orders contradict each other, the one with fewer
// entries is read from a copy; the loops follow the other, and are cut together.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// CHECK-LABEL: func.func @cycle(
// CHECK-SAME: %[[C:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-SAME: %[[B:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
// CHECK-NEXT: %[[COPY:.*]] = strata_itg.convert %[[A]] to "A@CSC"
// CHECK-SAME: reason = "the storage orders of 'A(i,j) * B(i,j)' form a cycle over 'i', 'j'"
// CHECK-SAME: <f64, "(d0, d1) -> (d0 : dense, d1 : compressed)"> -> <f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
// CHECK: strata_itg.nest parallel("j") race("none") cut ["j", "i"] at %{{.*}} : {{.*}} {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: %[[AIJ:.*]] = strata_itg.access %[[COPY]] ["i", "j"]
// CHECK-NEXT: %[[BIJ:.*]] = strata_itg.access %[[B]] ["i", "j"]
// CHECK-NEXT: %[[AB:.*]] = strata_itg.apply "mul"(%[[AIJ]], %[[BIJ]])
// CHECK-NEXT: strata_itg.assign %[[AB]] to %[[C]] ["i", "j"]
module attributes {strata.stage = "notation"} {
  func.func @cycle(%c: !mat {strata.name = "C"}, %a: !csr {strata.name = "A", strata.entries = 10.0 : f64}, %b: !csc {strata.name = "B", strata.entries = 11.0 : f64}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %b ["i", "j"] : !csc -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %c ["i", "j"] : f64, !mat
    return
  }
}

// -----

// A level that is iterated a second time over the same index is pinned.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @diagonal(
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: %[[AII:.*]] = strata_itg.access %{{.*}} ["i", "i'"]
// CHECK-NEXT: %[[SUM:.*]] = strata_itg.reduce "add" %[[AII]] over "i'"
// CHECK-NEXT: strata_itg.assign %[[SUM]] to %{{.*}} ["i"]
module attributes {strata.stage = "notation"} {
  func.func @diagonal(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) {
    %0 = strata_itg.access %a ["i", "i"] : !csr -> f64
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    return
  }
}

// -----

// Duplicates that are not next to each other are summed where they cannot be
// added up.
!bag = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonunique, nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @duplicates(
// CHECK-SAME: %[[U:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonunique, nonordered))">
// CHECK: %[[COPY:.*]] = strata_itg.convert %[[U]] to "u@0"
// CHECK-SAME: -> <f64, "(d0) -> (d0 : compressed(nonunique))">
// CHECK: strata_itg.access %[[COPY]] ["i"]
module attributes {strata.stage = "notation"} {
  func.func @duplicates(%y: !vec {strata.name = "y"}, %u: !bag {strata.name = "u"}) {
    %0 = strata_itg.access %u ["i"] : !bag -> f64
    %1 = strata_itg.access %u ["i"] : !bag -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %y ["i"] : f64, !vec
    return
  }
}
