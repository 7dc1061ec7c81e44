// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-drop-searches | FileCheck %s

// What only a search asks for goes with it, what another asks for stays, and so do
// functions that are no searches.
// CHECK-LABEL: func.func @launch(
// CHECK-SAME: %[[CRD:.*]]: memref<?xindex>, %[[C:.*]]: index, %[[N:.*]]: index)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[KEPT:.*]] = call @lower_bound_i64(%[[C]], %[[CRD]], %[[C0]], %[[N]])
// CHECK-NEXT: call @other(%[[C]])
// CHECK-NEXT: return %[[KEPT]]
module {
  func.func @launch(%crd: memref<?xindex>, %c: index, %n: index) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = call @lower_bound_i64(%c, %crd, %c0, %n) : (index, memref<?xindex>, index, index) -> index
    %next = arith.addi %c, %c1 : index
    %last = memref.load %crd[%c1] : memref<?xindex>
    %behind = call @lower_bound_i64(%next, %crd, %first, %last) : (index, memref<?xindex>, index, index) -> index
    %again = call @lower_bound_i64(%c, %crd, %behind, %n) : (index, memref<?xindex>, index, index) -> index
    %unused = call @other(%c) : (index) -> index
    return %first : index
  }
  func.func private @lower_bound_i64(index, memref<?xindex>, index, index) -> index attributes {strata.library = "lower_bound"}
  func.func private @other(index) -> index
}
