// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-expand-device-library --strata-add-device-kernels=name=sum --split-input-file | FileCheck %s

// Words, then the number of units: a team takes those from its block's number on.
// CHECK: strata.stage = "llvm"
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: !llvm.ptr {llvm.noalias}
// CHECK-SAME: passthrough = ["alwaysinline", "convergent"]
// CHECK-LABEL: func.func @sum_launch0(
// CHECK-SAME: %[[Y:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[N:[^:]*]]: i64, %[[UNITS:[^:]*]]: i64)
// CHECK-SAME: passthrough = ["convergent", ["nvvm.reqntid", "8,4,1"], ["nvvm.minctasm", "16"]]
// CHECK: %[[WORD:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[ALL:.*]] = arith.index_cast %[[UNITS]] : i64 to index
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[BLOCK:.*]] = arith.index_castui
// CHECK: nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[BLOCKS:.*]] = arith.index_castui
// CHECK: scf.for %[[UNIT:.*]] = %[[BLOCK]] to %[[ALL]] step %[[BLOCKS]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[UNIT]], %c1
// CHECK: call @launch0(%[[Y]], %[[WORD]], %[[BLOCK]], %[[UNIT]], %[[NEXT]], %[[ALL]])

// Without teams a thread takes them from its number in the grid on, which is its slot.
// CHECK-LABEL: func.func @sum_launch1(
// CHECK-SAME: ["nvvm.maxntid", "128,1,1"], ["nvvm.minctasm", "4"]
// CHECK: nvvm.read.ptx.sreg.ntid.x
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: %[[SLOT:.*]] = arith.addi
// CHECK: scf.for %[[UNIT:.*]] = %[[SLOT]] to
// CHECK: call @launch1(%{{.*}}, %[[SLOT]], %[[UNIT]],

// What hosts have in the process stands beside the launches.
// CHECK: func.func private @sort_coordinates32(
// CHECK-NEXT: call @sort_i32(
// CHECK: func.func private @strata_sift_down_i32(
// CHECK: scf.while
// CHECK: func.func private @sort_i32(
// CHECK: call @strata_sift_down_i32(
module attributes {strata.stage = "flat"} {
  func.func @kernel() {
    return
  }
  func.func private @launch0(%y: memref<?xf64>, %n: index, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "teams", strata.team = array<i64: 4, 8>} {
    %zero = arith.constant 0.0 : f64
    memref.store %zero, %y[%begin] : memref<?xf64>
    return
  }
  func.func private @launch1(%list: memref<?x?xi32, strided<[?, 1]>>, %n: index, %slot: index, %begin: index, %end: index, %units: index) attributes {strata.label = "sorted"} {
    call @sort_coordinates32(%list, %begin, %n) : (memref<?x?xi32, strided<[?, 1]>>, index, index) -> ()
    return
  }
  func.func private @sort_coordinates32(memref<?x?xi32, strided<[?, 1]>>, index, index) attributes {strata.library = "sort_coordinates"}
}
