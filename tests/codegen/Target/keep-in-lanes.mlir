// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-keep-in-lanes --split-input-file | FileCheck %s

// Rows of %x are added up for each lane's columns in a register, which is the
// element of the scratch memory %w that one lane alone would touch.
// CHECK-LABEL: func.func private @sum_of_rows
// CHECK-NOT: memref.store {{.*}} %arg2
// CHECK: scf.for %[[K:.*]] = %c0 to %arg3 step %c1 {
// CHECK-NEXT: %[[S:.*]] = scf.for %[[J:.*]] = %c0 to %arg4 step %c1 iter_args(%[[A:.*]] = %cst) -> (f64) {
// CHECK-NEXT: %[[C:.*]] = memref.load %arg5[%[[J]]]
// CHECK-NEXT: %[[X:.*]] = memref.load %arg1[%[[C]], %[[K]]]
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[A]], %[[X]]
// CHECK-NEXT: scf.yield %[[N]]
// CHECK: memref.store %[[S]], %arg0[%arg6, %[[K]]]
// CHECK: {strata.independent, strata.map = "vector"}
module attributes {strata.stage = "flat"} {
  func.func private @sum_of_rows(
      %y: memref<?x?xf64>, %x: memref<?x?xf64>,
      %w: memref<?x?xf64> {strata.scratch}, %extent: index, %n: index,
      %rows: memref<?xindex>, %slot: index, %begin: index, %end: index,
      %units: index) attributes {strata.team = array<i64: 8, 32>} {
    %cst = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %extent step %c1 {
      memref.store %cst, %w[%slot, %k] : memref<?x?xf64>
    } {strata.independent, strata.map = "vector"}
    scf.for %j = %c0 to %n step %c1 {
      %row = memref.load %rows[%j] : memref<?xindex>
      scf.for %k = %c0 to %extent step %c1 {
        %a = memref.load %x[%row, %k] : memref<?x?xf64>
        %old = memref.load %w[%slot, %k] : memref<?x?xf64>
        %new = arith.addf %old, %a : f64
        memref.store %new, %w[%slot, %k] : memref<?x?xf64>
      } {strata.independent, strata.map = "vector"}
    }
    scf.for %k = %c0 to %extent step %c1 {
      %all = memref.load %w[%slot, %k] : memref<?x?xf64>
      memref.store %all, %y[%slot, %k] : memref<?x?xf64>
    } {strata.independent, strata.map = "vector"}
    return
  }
}

// -----

// What another iteration reads stays in memory, and its loops apart.
// CHECK-LABEL: func.func private @neighbours
// CHECK-COUNT-2: strata.map = "vector"
module attributes {strata.stage = "flat"} {
  func.func private @neighbours(
      %y: memref<?xf64>, %w: memref<?xf64> {strata.scratch}, %extent: index,
      %slot: index, %begin: index, %end: index, %units: index)
      attributes {strata.team = array<i64: 8, 32>} {
    %cst = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %extent step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
    } {strata.independent, strata.map = "vector"}
    scf.for %k = %c0 to %extent step %c1 {
      %next = arith.addi %k, %c1 : index
      %a = memref.load %w[%next] : memref<?xf64>
      memref.store %a, %y[%k] : memref<?xf64>
    } {strata.independent, strata.map = "vector"}
    return
  }
}

// -----

// What a launch without lanes does is left alone, and a value under a condition is
// carried through it.
// CHECK-LABEL: func.func private @of_one_lane
// CHECK: memref.store %cst, %arg1
// CHECK-LABEL: func.func private @condition
// CHECK: scf.if %{{.*}} -> (f64)
// CHECK: } else {
// CHECK-NEXT: scf.yield %cst
module attributes {strata.stage = "flat"} {
  func.func private @of_one_lane(
      %y: memref<?xf64>, %w: memref<?xf64> {strata.scratch}, %extent: index,
      %slot: index, %begin: index, %end: index, %units: index)
      attributes {strata.team = array<i64: 8, 1>} {
    %cst = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %extent step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
      %a = memref.load %w[%k] : memref<?xf64>
      memref.store %a, %y[%k] : memref<?xf64>
    } {strata.independent, strata.map = "vector"}
    return
  }
  func.func private @condition(
      %y: memref<?xf64>, %w: memref<?xf64> {strata.scratch}, %extent: index,
      %some: i1, %slot: index, %begin: index, %end: index, %units: index)
      attributes {strata.team = array<i64: 8, 32>} {
    %cst = arith.constant 0.0 : f64
    %one = arith.constant 1.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %extent step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
      scf.if %some {
        memref.store %one, %w[%k] : memref<?xf64>
      }
      %a = memref.load %w[%k] : memref<?xf64>
      memref.store %a, %y[%k] : memref<?xf64>
    } {strata.independent, strata.map = "vector"}
    return
  }
}
