// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s

!rows = !strata_itg.tensor<f64, "(d0 : #sparse_tensor<slice(?, ?, 1)>, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Rows are located behind the offset; columns are whole, and not searched.
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[OFFSET:[^:]*]]: index {strata.name = "A_offset0"}
// CHECK-SAME: %[[WHOLE:[^:]*]]: index {strata.name = "A_whole0"}
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[ROW:.*]] = arith.addi %[[I]], %[[OFFSET]]
// CHECK: memref.load %{{.*}}[%[[ROW]]]
// CHECK-NOT: call @lower_bound
module attributes {strata.stage = "coordinate"} {
  func.func @spmv(%y: !vec {strata.name = "y", strata.extents = array<i64: 4>}, %a: !rows {strata.name = "A", strata.extents = array<i64: 4, 5>}, %x: !vec {strata.name = "x", strata.extents = array<i64: 5>}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !rows -> f64
        %1 = strata_itg.access %x ["j"] : !vec -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
        strata_itg.assign %3 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!columns = !strata_itg.tensor<f64, "(d0, d1 : #sparse_tensor<slice(?, ?, ?)>) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Columns are searched for where the slice begins and ends; what lies between two
// of its coordinates is skipped. One function serves all offsets and strides.
// CHECK-LABEL: func.func private @launch0(
// CHECK-SAME: %[[SIZE:[^:]*]]: index {strata.name = "A_extent1"}
// CHECK-SAME: %[[OFFSET:[^:]*]]: index {strata.name = "A_offset1"}
// CHECK-SAME: %[[STEP:[^:]*]]: index {strata.name = "A_step1"}
// CHECK-DAG: %[[SPAN:.*]] = arith.muli %[[SIZE]], %[[STEP]]
// CHECK-DAG: %[[END:.*]] = arith.addi %[[SPAN]], %[[OFFSET]]
// CHECK: %[[FIRST:.*]] = func.call @lower_bound_i64(%[[OFFSET]],
// CHECK: %[[LAST:.*]] = func.call @lower_bound_i64(%[[END]], %{{.*}}, %[[FIRST]],
// CHECK: func.call @next_in_window_of_slice_i64(%[[OFFSET]], %[[STEP]],
// CHECK: %[[PAST:.*]] = arith.subi %{{.*}}, %[[OFFSET]]
// CHECK: arith.divui %[[PAST]], %[[STEP]]
module attributes {strata.stage = "coordinate"} {
  func.func @sum(%y: !vec {strata.name = "y", strata.extents = array<i64: 4>}, %a: !columns {strata.name = "A", strata.extents = array<i64: 4, 5>}, %x: !vec {strata.name = "x", strata.extents = array<i64: 5>}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !columns -> f64
        %1 = strata_itg.access %x ["j"] : !vec -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
        strata_itg.assign %3 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}
