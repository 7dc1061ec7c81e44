// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-order-loops="merge=branchy" --split-input-file | FileCheck %s --check-prefix=MERGED

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// The loops follow the levels of the result: entries are appended as they come.
// CHECK-LABEL: func.func @appended(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts0" ["#cut", "#2"] : <ui64,
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") cut ["i", "j"] at %[[CUTS]] : {{.*}} {
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

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered))">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// They cannot where an operand's entries come in no order: entries are listed as
// the loops come to them, and the list is converted.
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
  func.func @listed(%a: !csr {strata.name = "A"}, %b: !coo {strata.name = "B"}) {
    %0 = strata_itg.access %b ["i", "j"] : !coo -> f64
    strata_itg.assign %0 to %a ["i", "j"] : f64, !csr
    return
  }
}
// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered))">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// A list has narrow coordinates where the extents let it.
// CHECK-LABEL: func.func @narrow(
// CHECK: strata_itg.temporary "workspace0" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, nonordered)), crdWidth = 32">
// CHECK-LABEL: func.func @wide(
// CHECK: strata_itg.temporary "workspace0" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, nonordered))">
module attributes {strata.stage = "notation"} {
  func.func @narrow(%a: !csr {strata.extents = array<i64: 4294967296, 5>, strata.name = "A"}, %b: !coo {strata.extents = array<i64: 4294967296, 5>, strata.name = "B"}) {
    %0 = strata_itg.access %b ["i", "j"] : !coo -> f64
    strata_itg.assign %0 to %a ["i", "j"] : f64, !csr
    return
  }
  func.func @wide(%a: !csr {strata.extents = array<i64: 5, 4294967297>, strata.name = "A"}, %b: !coo {strata.extents = array<i64: 5, 4294967297>, strata.name = "B"}) {
    %0 = strata_itg.access %b ["i", "j"] : !coo -> f64
    strata_itg.assign %0 to %a ["i", "j"] : f64, !csr
    return
  }
}
// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered))">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// One nest does not serve both terms: each is a tensor of its own, ordered as the
// result is, and the result their sum.
// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[FIRST:.*]] = strata_itg.temporary "workspace0" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK-NEXT: %[[SECOND:.*]] = strata_itg.temporary "workspace1" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK-NEXT: %[[LIST:.*]] = strata_itg.temporary "workspace2" ["i", "j"] : <f64, "(d0, d1) -> (d0 : compressed(nonunique, nonordered),
// CHECK: strata_itg.assign %{{.*}} to %[[FIRST]] ["i", "j"]
// CHECK: strata_itg.assign %{{.*}} to %[[LIST]] ["i", "j"]
// CHECK: strata_itg.collect %[[LIST]] to %[[SECOND]] :
// CHECK: %[[X:.*]] = strata_itg.access %[[FIRST]] ["i", "j"]
// CHECK-NEXT: %[[Y:.*]] = strata_itg.access %[[SECOND]] ["i", "j"]
// CHECK-NEXT: %[[SUM:.*]] = strata_itg.apply "add"(%[[X]], %[[Y]])
// CHECK-NEXT: strata_itg.assign %[[SUM]] to %[[A]] ["i", "j"]
// CHECK-NOT: strata_itg.collect
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @split(%a: !csr {strata.name = "A"}, %b: !csr {strata.name = "B"}, %u: !coo {strata.name = "U"}) {
    %0 = strata_itg.access %b ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %u ["i", "j"] : !coo -> f64
    %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %a ["i", "j"] : f64, !csr
    return
  }
}
// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
// Products that scatter within a row, of operands in the order of the result: a
// worklist holds values, marks and the coordinates that are marked.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]: !strata_itg.tensor
// CHECK-NEXT: %[[ROWS:.*]] = strata_itg.convert %[[B]] to "B@CSR"
// CHECK-NEXT: %[[SUMS:.*]] = strata_itg.temporary "workspace0" ["#slot", "j"] scratch : <f64,
// CHECK-NEXT: %[[MARKS:.*]] = strata_itg.temporary "workspace1" ["#slot", "j"] scratch zero : <ui8,
// CHECK-NEXT: %[[LIST:.*]] = strata_itg.temporary "workspace2" ["#slot", "j"] scratch : <ui32,
// CHECK-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts3" ["#cut", "#1"]
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") workspace %[[SUMS]] ["#slot", "j"] depth 1 : {{.*}} marks %[[MARKS]] : {{.*}} list %[[LIST]] : {{.*}} cut ["i"] at %[[CUTS]] :
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "k" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK-NEXT: strata_itg.access %[[ROWS]] ["i", "k"]
// CHECK: strata_itg.assign %{{.*}} to %[[A]] ["i", "j"]
// CHECK-NOT: strata_itg.collect
// CHECK: return
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

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// The loop over j would merge a fibre of %M once for each entry of %B: it is kept in a
// row, which it is written to in the loop over i. Asked to merge, it is not.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[A:[^:]*]]: {{.*}}, %[[M:[^:]*]]: {{.*}}, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]: !strata_itg.tensor
// CHECK: %[[ROW:.*]] = strata_itg.temporary "kept3" ["#slot", "j"] scratch : <f64,
// CHECK-NEXT: %[[SET:.*]] = strata_itg.temporary "kept4" ["#slot", "j"] scratch zero : <ui8,
// CHECK-NEXT: %[[LIST:.*]] = strata_itg.temporary "kept5" ["#slot", "j"] scratch : <ui32,
// CHECK: strata_itg.nest
// CHECK-NEXT: strata_itg.keep %[[M]] ["i", "j"] over "j" in %[[ROW]], %[[SET]], %[[LIST]] after "i" :
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "k" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK: strata_itg.access %[[M]] ["i", "j"]
// CHECK: return
// MERGED-LABEL: func.func @masked(
// MERGED-NOT: strata_itg.keep
// MERGED: return
module attributes {strata.stage = "notation"} {
  func.func @masked(%a: !csr {strata.name = "A"}, %m: !csr {strata.name = "M"}, %b: !csr {strata.name = "B"}, %c: !csr {strata.name = "C"}) {
    %0 = strata_itg.access %m ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %b ["i", "k"] : !csr -> f64
    %2 = strata_itg.access %c ["k", "j"] : !csr -> f64
    %3 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %4 = strata_itg.apply "mul"(%3, %2) : (f64, f64) -> f64
    %5 = strata_itg.reduce "add" %4 over "k" : f64 -> f64
    strata_itg.assign %5 to %a ["i", "j"] : f64, !csr
    return
  }
}
// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// A level that has the coordinate of another one needs no loop.
// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts0" ["#cut", "#1"]
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") cut ["i"] at %[[CUTS]] : {{.*}} {
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
