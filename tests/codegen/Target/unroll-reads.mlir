// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-unroll-reads=times=2 | FileCheck %s

module attributes {strata.stage = "flat"} {
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[V:[a-z0-9]+]]: memref<?xf64>, %[[LO:[a-z0-9]+]]: index, %[[HI:[a-z0-9]+]]: index
// CHECK: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[STEP:.*]] = arith.muli %[[C8]]
// CHECK: scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %[[STEP]] iter_args(%[[A:.*]] = %{{.*}}) -> (f64)
// CHECK-NEXT: %[[X:.*]] = memref.load %[[V]][%[[P]]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[A]], %[[X]]
// CHECK-NEXT: %[[P1:.*]] = arith.addi %[[P]], %[[C8]]
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi slt, %[[P1]], %[[HI]]
// CHECK-NEXT: %[[Q:.*]] = arith.select %[[INSIDE]], %[[P1]], %[[P]]
// CHECK-NEXT: %[[X1:.*]] = memref.load %[[V]][%[[Q]]]
// CHECK-NEXT: %[[T1:.*]] = arith.addf %[[T]], %[[X1]]
// CHECK-NEXT: %[[U:.*]] = arith.select %[[INSIDE]], %[[T1]], %[[T]]
// CHECK-NEXT: scf.yield %[[U]]
func.func @sum(%v: memref<?xf64>, %lo: index, %hi: index) -> f64 {
  %none = arith.constant 0.0 : f64
  %c8 = arith.constant 8 : index
  %s = scf.for %p = %lo to %hi step %c8 iter_args(%a = %none) -> (f64) {
    %x = memref.load %v[%p] : memref<?xf64>
    %t = arith.addf %a, %x : f64
    scf.yield %t : f64
  }
  return %s : f64
}

// One iteration is all that there is.
// CHECK-LABEL: func.func @once(
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: return
func.func @once(%v: memref<?xf64>, %lane: index) -> f64 {
  %none = arith.constant 0.0 : f64
  %c32 = arith.constant 32 : index
  %s = scf.for %p = %lane to %c32 step %c32 iter_args(%a = %none) -> (f64) {
    %x = memref.load %v[%p] : memref<?xf64>
    %t = arith.addf %a, %x : f64
    scf.yield %t : f64
  }
  return %s : f64
}

// What is written may be what others read; the loop around adds up what it is given.
// CHECK-LABEL: func.func @writes(
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: return
func.func @writes(%v: memref<?xf64>, %lo: index, %hi: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = scf.for %o = %lo to %hi step %c1 iter_args(%m = %c0) -> (index) {
    %k = scf.for %p = %o to %hi step %c1 iter_args(%a = %m) -> (index) {
      %x = memref.load %v[%p] : memref<?xf64>
      memref.store %x, %v[%a] : memref<?xf64>
      %t = arith.addi %a, %c1 : index
      scf.yield %t : index
    }
    scf.yield %k : index
  }
  return %n : index
}
}
