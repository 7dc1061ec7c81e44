// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-map-to-device --split-input-file | FileCheck %s

// Threads take rows, lanes entries. Shuffles are of the width of a warp, and name the
// 8 lanes of the thread. The first lane writes; nobody reads what it wrote.
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64>
// CHECK-DAG: %[[TY:.*]] = nvvm.read.ptx.sreg.tid.y : i32
// CHECK-DAG: %[[THREAD:.*]] = arith.index_castui %[[TY]]
// CHECK-DAG: %[[TX:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-DAG: %[[LANE:.*]] = arith.index_castui %[[TX]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[LANE]]
// CHECK: %[[ID:.*]] = nvvm.read.ptx.sreg.laneid : i32
// CHECK: %[[BEGIN:.*]] = arith.andi %[[ID]], %c-8_i32
// CHECK: %[[MEMBERS:.*]] = arith.shli %c255_i32, %[[BEGIN]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[THREAD]], %c1
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK: scf.for %[[I:.*]] = %[[ROW]] to %{{.*}} step %c4
// CHECK: arith.muli %[[LANE]]
// CHECK: %[[NONE:.*]] = arith.constant 0.0
// CHECK: %[[PART:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[NONE]])
// CHECK-NOT: strata.map
// CHECK: nvvm.shfl.sync bfly %[[MEMBERS]], %{{.*}}, %c4_i32{{.*}}, %c31_i32
// CHECK: nvvm.shfl.sync bfly %[[MEMBERS]], %{{.*}}, %c2_i32{{.*}}, %c31_i32
// CHECK: nvvm.shfl.sync bfly %[[MEMBERS]], %{{.*}}, %c1_i32{{.*}}, %c31_i32
// CHECK-NOT: nvvm.bar.warp.sync
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]][%[[I]]]
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %a: memref<?xf64>, %n: index, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "rows", strata.team = array<i64: 4, 8>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f64
    scf.for %team = %begin to %end step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %s = scf.for %p = %c0 to %i step %c1 iter_args(%sum = %one) -> (f64) {
          %v = memref.load %a[%p] : memref<?xf64>
          %t = arith.addf %sum, %v : f64
          scf.yield %t : f64
        } {strata.map = "vector"}
        memref.store %s, %y[%i] : memref<?xf64>
      } {strata.map = "team"}
    } {strata.map = "league"}
    return
  }
}

// -----

// What is written is read again: lanes wait before and behind. The greatest of
// floating-point numbers is taken from the first lane, so that all have the same zero.
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64>
// CHECK: nvvm.shfl.sync idx
// CHECK: %[[OLD:.*]] = memref.load %[[Y]]
// CHECK: nvvm.bar.warp.sync %c-1_i32
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]]
// CHECK: nvvm.bar.warp.sync %c-1_i32
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %a: memref<?xf64>, %n: index, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "max", strata.team = array<i64: 1, 32>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    scf.for %team = %begin to %end step %c1 {
      %s = scf.for %p = %c0 to %n step %c1 iter_args(%top = %zero) -> (f64) {
        %v = memref.load %a[%p] : memref<?xf64>
        %t = arith.maxnumf %top, %v : f64
        scf.yield %t : f64
      } {strata.map = "vector", strata.reduction = "arith.maxnumf"}
      %old = memref.load %y[%c0] : memref<?xf64>
      %new = arith.addf %old, %s : f64
      memref.store %new, %y[%c0] : memref<?xf64>
    } {strata.map = "league"}
    return
  }
}

// -----

// Nothing for lanes to share: the first ones do it all, without guards inside.
// CHECK-LABEL: func.func private @launch0(
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FIRST]] {
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.store
module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "alone", strata.team = array<i64: 1, 32>} {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    scf.for %team = %begin to %end step %c1 {
      memref.store %zero, %y[%team] : memref<?xf64>
    } {strata.map = "league"}
    return
  }
}
