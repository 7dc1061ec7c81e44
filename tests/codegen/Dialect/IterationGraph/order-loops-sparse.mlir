// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --split-input-file | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// The loops follow the levels of the result: entries are appended as they come.
// CHECK-LABEL: func.func @appended(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK: strata_itg.assign %{{.*}} to %[[A]] ["i", "j"]
// CHECK-NOT: strata_itg
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @appended(%a: !dcsr {strata.name = "A"}, %b: !csr {strata.name = "B"}, %c: !dcsr {strata.name = "C"}) {
    %0 = strata_itg.access %b ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %c ["i", "j"] : !dcsr -> f64
    %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %a ["i", "j"] : f64, !dcsr
    return
  }
}

// -----

!unordered = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, nonordered))">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// They come in no order: entries are listed in that of the loops, and collected.
// CHECK-LABEL: func.func @listed(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[LIST:.*]] = strata_itg.temporary "workspace0" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, nonordered))">
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK: strata_itg.assign %{{.*}} to %[[LIST]] ["i", "j"]
// CHECK: strata_itg.collect %[[LIST]] to %[[A]] :
// CHECK-NEXT: return
module attributes {strata.stage = "notation"} {
  func.func @listed(%a: !csr {strata.name = "A"}, %b: !unordered {strata.name = "B"}) {
    %0 = strata_itg.access %b ["i", "j"] : !unordered -> f64
    strata_itg.assign %0 to %a ["i", "j"] : f64, !csr
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// A sum of a product that is added up in a worklist and of a term that is appended:
// each is a tensor of its own, ordered as the result is.
// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[FIRST:.*]] = strata_itg.temporary "workspace0" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK: %[[SECOND:.*]] = strata_itg.temporary "workspace{{[0-9]+}}" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK: strata_itg.nest
// CHECK: strata_itg.access %[[FIRST]] ["i", "j"]
// CHECK-NEXT: strata_itg.access %[[SECOND]] ["i", "j"]
// CHECK-NEXT: strata_itg.apply "add"
// CHECK-NEXT: strata_itg.assign %{{.*}} to %[[A]] ["i", "j"]
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @split(%a: !csr {strata.name = "A"}, %b: !csr {strata.name = "B"}) {
    %0 = strata_itg.access %b ["i", "k"] : !csr -> f64
    %1 = strata_itg.access %b ["k", "j"] : !csr -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "k" : f64 -> f64
    %4 = strata_itg.access %b ["i", "j"] : !csr -> f64
    %5 = strata_itg.apply "add"(%3, %4) : (f64, f64) -> f64
    strata_itg.assign %5 to %a ["i", "j"] : f64, !csr
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
// A sum around the loops of the result, with storage that wants it outermost: an
// operand is converted, and rows are added up in a worklist.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]:
// CHECK-NEXT: %[[COPY:.*]] = strata_itg.convert %[[B]] to "B@CSR"
// CHECK: %[[VALUES:.*]] = strata_itg.temporary "workspace0" ["#slot", "j"] scratch :
// CHECK: %[[MARKS:.*]] = strata_itg.temporary "workspace1" ["#slot", "j"] scratch zero :
// CHECK: %[[LIST:.*]] = strata_itg.temporary "workspace2" ["#slot", "j"] scratch :
// CHECK: strata_itg.nest parallel("i") race("none") workspace %[[VALUES]] ["#slot", "j"] depth 1 : {{.*}} marks %[[MARKS]] : {{.*}} list %[[LIST]]
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "k" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK-NEXT: strata_itg.access %[[COPY]] ["i", "k"]
// CHECK: strata_itg.assign %{{.*}} to %[[A]] ["i", "j"]
module attributes {strata.stage = "notation"} {
  func.func @scattered(%a: !csr {strata.name = "A"}, %b: !csc {strata.name = "B"}, %c: !csr {strata.name = "C"}) {
    %0 = strata_itg.access %b ["i", "k"] : !csc -> f64
    %1 = strata_itg.access %c ["k", "j"] : !csr -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "k" : f64 -> f64
    strata_itg.assign %3 to %a ["i", "j"] : f64, !csr
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// A level that has the coordinate of another one needs no loop.
// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK: strata_itg.assign %{{.*}} to %[[A]] ["i", "i"]
// CHECK-NOT: strata_itg
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @diagonal(%a: !csr {strata.name = "A"}, %b: !vec {strata.name = "b"}) {
    %0 = strata_itg.access %b ["i"] : !vec -> f64
    strata_itg.assign %0 to %a ["i", "i"] : f64, !csr
    return
  }
}
