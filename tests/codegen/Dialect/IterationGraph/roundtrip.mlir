// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cvec = !strata_itg.tensor<complex<f64>, "(d0) -> (d0 : dense)">
!uvec = !strata_itg.tensor<ui8, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!scalar = !strata_itg.tensor<f64, "() -> ()">

// CHECK-LABEL: func.func @notation(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @notation(%y: !vec, %a: !csr) {
  // CHECK: %[[AIJ:.*]] = strata_itg.access %[[A]] ["i", "j"] : <f64, "(d0, d1) -> (d0 : dense, d1 : compressed)"> -> f64
  %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
  // CHECK: %[[TWO:.*]] = strata_itg.literal 2.000000e+00 : f64 to f64
  %1 = strata_itg.literal 2.0 : f64 to f64
  // CHECK: %[[MUL:.*]] = strata_itg.apply "mul"(%[[AIJ]], %[[TWO]]) : (f64, f64) -> f64
  %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
  // CHECK: %[[NEG:.*]] = strata_itg.apply "neg"(%[[MUL]]) : (f64) -> f64
  %3 = strata_itg.apply "neg"(%2) : (f64) -> f64
  // CHECK: %[[SUM:.*]] = strata_itg.reduce "add" %[[NEG]] over "j" : f64 -> f64
  %4 = strata_itg.reduce "add" %3 over "j" : f64 -> f64
  // CHECK: strata_itg.assign %[[SUM]] to %[[Y]] ["i"] : f64, <f64, "(d0) -> (d0 : dense)">
  strata_itg.assign %4 to %y ["i"] : f64, !vec
  // CHECK: strata_itg.assign %[[SUM]] to %[[Y]] ["i"] accumulate : f64, <f64, "(d0) -> (d0 : dense)">
  strata_itg.assign %4 to %y ["i"] accumulate : f64, !vec
  return
}

// CHECK-LABEL: func.func @scalar_types(
func.func @scalar_types(%z: !cvec, %u: !uvec) {
  // CHECK: strata_itg.literal [1.000000e+00, -2.000000e+00] to complex<f64>
  %0 = strata_itg.literal [1.0 : f64, -2.0 : f64] to complex<f64>
  strata_itg.assign %0 to %z ["i"] : complex<f64>, !cvec
  // CHECK: %[[U:.*]] = strata_itg.access %{{.*}} ["i"] : <ui8, "(d0) -> (d0 : dense)"> -> ui8
  %1 = strata_itg.access %u ["i"] : !uvec -> ui8
  // CHECK: strata_itg.cast %[[U]] : ui8 to complex<f64>
  %2 = strata_itg.cast %1 : ui8 to complex<f64>
  strata_itg.assign %2 to %z ["i"] : complex<f64>, !cvec
  return
}

// CHECK-LABEL: func.func @coordinate(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "() -> ()">
func.func @coordinate(%y: !scalar, %x: !vec) {
  // CHECK: %[[W:.*]] = strata_itg.temporary "workspace0" ["#piece"] : <f64, "(d0) -> (d0 : dense)">
  %w = strata_itg.temporary "workspace0" ["#piece"] : !vec
  // CHECK: strata_itg.nest parallel("i") race("privatize") {
  strata_itg.nest parallel("i") race("privatize") {
    // CHECK-NEXT: strata_itg.forall "i" {
    strata_itg.forall "i" {
      // CHECK-NEXT: %[[X:.*]] = strata_itg.access
      %0 = strata_itg.access %x ["i"] : !vec -> f64
      // CHECK-NEXT: strata_itg.assign %[[X]] to %[[W]] ["#piece"] accumulate
      strata_itg.assign %0 to %w ["#piece"] accumulate : f64, !vec
    }
  }
  // CHECK: %[[CUTS:.*]] = strata_itg.temporary "cuts1" ["#cut", "#1"]
  %cuts = strata_itg.temporary "cuts1" ["#cut", "#1"] : !cuts
  // CHECK: strata_itg.nest parallel("i") race("privatize") cut ["i"] at %[[CUTS]] : !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)"> {
  strata_itg.nest parallel("i") race("privatize") cut ["i"] at %cuts : !cuts {
    %0 = strata_itg.access %x ["i"] : !vec -> f64
    %1 = strata_itg.reduce "add" %0 over "i" : f64 -> f64
    strata_itg.assign %1 to %w ["#piece"] : f64, !vec
  }
  // CHECK: %[[CARRY:.*]] = strata_itg.temporary "carry2" ["#carry"] zero
  %carry = strata_itg.temporary "carry2" ["#carry"] zero : !vec
  // CHECK: strata_itg.nest parallel("i") race("none") cut ["i"] at %[[CUTS]] : {{.*}} carry %[[CARRY]] : !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {
  strata_itg.nest parallel("i") race("none") cut ["i"] at %cuts : !cuts carry %carry : !vec {
    %0 = strata_itg.access %x ["i"] : !vec -> f64
    %1 = strata_itg.reduce "add" %0 over "i" : f64 -> f64
    strata_itg.assign %1 to %y [] : f64, !scalar
  }
  // CHECK: strata_itg.nest parallel("") race("none") {
  strata_itg.nest parallel("") race("none") {
    %0 = strata_itg.access %w ["#piece"] : !vec -> f64
    %1 = strata_itg.reduce "add" %0 over "#piece" : f64 -> f64
    // CHECK: strata_itg.assign %{{.*}} to %[[Y]] [] : f64, <f64, "() -> ()">
    strata_itg.assign %1 to %y [] : f64, !scalar
  }
  return
}
