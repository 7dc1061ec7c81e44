// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-order-loops="concurrency=2 entries=1000000" --split-input-file | FileCheck %s --check-prefix=TWO

// One nest; the reduction stays inside the assignment and the loop of rows is
// cut into pieces.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK: strata.stage = "coordinate"
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {{{.*}}strata.name = "y"}
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-SAME: %[[X:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: %[[AIJ:.*]] = strata_itg.access %[[A]] ["i", "j"]
// CHECK-NEXT: %[[XJ:.*]] = strata_itg.access %[[X]] ["j"]
// CHECK-NEXT: %[[AX:.*]] = strata_itg.apply "mul"(%[[AIJ]], %[[XJ]])
// CHECK-NEXT: %[[SUM:.*]] = strata_itg.reduce "add" %[[AX]] over "j"
// CHECK-NEXT: strata_itg.assign %[[SUM]] to %[[Y]] ["i"] : f64
// CHECK-NOT: strata_itg
// CHECK: return
// TWO-LABEL: func.func @spmv(
// TWO: strata_itg.nest parallel("i") race("none")
// TWO-NOT: strata_itg.nest
// TWO: return
module attributes {strata.stage = "notation"} {
  func.func @spmv(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}, %x: !vec {strata.name = "x"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %x ["j"] : !vec -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
    strata_itg.assign %3 to %y ["i"] : f64, !vec
    return
  }
}

// -----

// The terms of r = b - A x share one nest.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @residual(
// CHECK-COUNT-1: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NOT: strata_itg.forall
// CHECK: strata_itg.access %{{.*}} ["i"] :
// CHECK: strata_itg.reduce "add" %{{.*}} over "j"
// CHECK: strata_itg.assign %{{.*}} to %{{.*}} ["i"] : f64
// CHECK-NOT: strata_itg
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @residual(%r: !vec {strata.name = "r"}, %b: !vec {strata.name = "b"}, %a: !csr {strata.name = "A"}, %x: !vec {strata.name = "x"}) {
    %0 = strata_itg.access %b ["i"] : !vec -> f64
    %1 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %2 = strata_itg.access %x ["j"] : !vec -> f64
    %3 = strata_itg.apply "mul"(%1, %2) : (f64, f64) -> f64
    %4 = strata_itg.reduce "add" %3 over "j" : f64 -> f64
    %5 = strata_itg.apply "sub"(%0, %4) : (f64, f64) -> f64
    strata_itg.assign %5 to %r ["i"] : f64, !vec
    return
  }
}

// -----

// A stored by columns scatters into y: fill, then accumulate in the order of
// storage. Pieces of two threads that may meet in y add into copies, whose sum
// needs no fill of y.
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {{{.*}}strata.name = "y"}
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: %[[ZERO:.*]] = strata_itg.literal 0 : i64 to f64
// CHECK-NEXT: strata_itg.assign %[[ZERO]] to %[[Y]] ["i"] : f64
// CHECK: strata_itg.nest parallel("") race("none") {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NOT: strata_itg.reduce
// CHECK: strata_itg.assign %{{.*}} to %[[Y]] ["i"] accumulate : f64
// CHECK-NOT: strata_itg
// CHECK: return

// TWO-LABEL: func.func @scatter(
// TWO-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {{{.*}}strata.name = "y"}
// TWO: %[[COPY:.*]] = strata_itg.temporary "workspace0" ["#piece", "i"] : <f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// TWO-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts1" ["#cut", "#2"]
// TWO-NEXT: strata_itg.nest parallel("#piece") race("none") {
// TWO-NEXT: strata_itg.forall "#piece" {
// TWO-NEXT: strata_itg.forall "i" {
// TWO: strata_itg.assign %{{.*}} to %[[COPY]] ["#piece", "i"] : f64
// TWO: strata_itg.nest parallel("j") race("privatize") cut ["j", "i"] at %[[CUTS]] : {{.*}} {
// TWO-NEXT: strata_itg.forall "j" {
// TWO-NEXT: strata_itg.forall "i" {
// TWO: strata_itg.assign %{{.*}} to %[[COPY]] ["#piece", "i"] accumulate : f64
// TWO: strata_itg.nest parallel("i") race("none") {
// TWO: %[[EACH:.*]] = strata_itg.access %[[COPY]] ["#piece", "i"]
// TWO: %[[ALL:.*]] = strata_itg.reduce "add" %[[EACH]] over "#piece"
// TWO: strata_itg.assign %[[ALL]] to %[[Y]] ["i"] : f64
// TWO-NOT: strata_itg.nest
// TWO: return
module attributes {strata.stage = "notation"} {
  func.func @scatter(%y: !vec {strata.extents = array<i64: 4>, strata.name = "y"}, %a: !csc {strata.extents = array<i64: 4, 5>, strata.name = "A"}, %x: !vec {strata.extents = array<i64: 5>, strata.name = "x"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
    %1 = strata_itg.access %x ["j"] : !vec -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
    strata_itg.assign %3 to %y ["i"] : f64, !vec
    return
  }
}

// -----

// += keeps what y holds.
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @scatter_accumulate(
// CHECK-NOT: strata_itg.literal
// CHECK: strata_itg.assign %{{.*}} to %{{.*}} ["i"] accumulate : f64
// CHECK: return
// TWO-LABEL: func.func @scatter_accumulate(
// TWO-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {{{.*}}strata.name = "y"}
// TWO: %[[ALL:.*]] = strata_itg.reduce "add" %{{.*}} over "#piece"
// TWO: strata_itg.assign %[[ALL]] to %[[Y]] ["i"] accumulate : f64
module attributes {strata.stage = "notation"} {
  func.func @scatter_accumulate(%y: !vec {strata.extents = array<i64: 4>, strata.name = "y"}, %a: !csc {strata.extents = array<i64: 4, 5>, strata.name = "A"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
    %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
    strata_itg.assign %1 to %y ["i"] accumulate : f64, !vec
    return
  }
}

// -----

// SpMM visits rows, the stored entries of a row, then the dense columns; a row is
// added up in a workspace, so that the result need not be cleared before.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: %[[C:[^:]*]]: !strata_itg.tensor
// CHECK-NEXT: %[[W:.*]] = strata_itg.temporary "workspace0" ["#piece", "k"] scratch
// CHECK-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts1" ["#cut", "#1"]
// CHECK-NEXT: strata_itg.nest parallel("i") race("none") workspace %[[W]] ["#piece", "k"] depth 1 : {{.*}} cut ["i"] at %[[CUTS]] :
// CHECK-NEXT: strata_itg.forall "i" {
// CHECK-NEXT: strata_itg.forall "j" {
// CHECK-NEXT: strata_itg.forall "k" {
// CHECK: strata_itg.assign %{{.*}} to %[[C]] ["i", "k"] : f64
module attributes {strata.stage = "notation"} {
  func.func @spmm(%c: !mat {strata.name = "C"}, %a: !csr {strata.name = "A"}, %b: !mat {strata.name = "B"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %b ["j", "k"] : !mat -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
    strata_itg.assign %3 to %c ["i", "k"] : f64, !mat
    return
  }
}

// -----

// A dot product of one thread is one loop; of two, a register per piece.
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!scalar = !strata_itg.tensor<f64, "() -> ()">
// CHECK-LABEL: func.func @dot(
// CHECK-NEXT: strata_itg.nest parallel("") race("none") {
// CHECK-NOT: strata_itg.forall
// CHECK: %[[SUM:.*]] = strata_itg.reduce "add" %{{.*}} over "i"
// CHECK-NEXT: strata_itg.assign %[[SUM]] to %{{.*}} [] : f64
// CHECK-NOT: strata_itg
// CHECK: return

// TWO-LABEL: func.func @dot(
// TWO-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "() -> ()">
// TWO-NEXT: %[[COPY:.*]] = strata_itg.temporary "workspace0" ["#piece"] : <f64, "(d0) -> (d0 : dense)">
// TWO-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts1" ["#cut", "#1"]
// TWO-NEXT: strata_itg.nest parallel("i") race("privatize") cut ["i"] at %[[CUTS]] : {{.*}} {
// TWO-NOT: strata_itg.forall
// TWO: %[[SUM:.*]] = strata_itg.reduce "add" %{{.*}} over "i"
// TWO-NEXT: strata_itg.assign %[[SUM]] to %[[COPY]] ["#piece"] : f64
// TWO: strata_itg.nest parallel("") race("none") {
// TWO-NEXT: %[[EACH:.*]] = strata_itg.access %[[COPY]] ["#piece"]
// TWO-NEXT: %[[ALL:.*]] = strata_itg.reduce "add" %[[EACH]] over "#piece"
// TWO-NEXT: strata_itg.assign %[[ALL]] to %[[A]] [] : f64
module attributes {strata.stage = "notation"} {
  func.func @dot(%a: !scalar {strata.name = "a"}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}) {
    %0 = strata_itg.access %x ["i"] : !vec -> f64
    %1 = strata_itg.access %y ["i"] : !vec -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "i" : f64 -> f64
    strata_itg.assign %3 to %a [] : f64, !scalar
    return
  }
}
