// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --canonicalize --cse --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=FLAT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A located level is located at the coordinate behind the index; an iterated one
// is cut down to the window. The launch runs over the rows of the window.
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-SAME: %[[X:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK: strata_pos.launch "Strata::einsum[y(i) = A(i(1,9,2),j(2,5)) * x(j({2,0,1})); A: CSR]" over %[[Y]] dimension 0
// CHECK: strata_pos.coiterate "i"
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: %[[TWICE:.*]] = arith.muli %[[I]], %c2
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[TWICE]], %c1
// CHECK-NEXT: strata_pos.locate %[[A]] level 0 parent %c0 coordinate %[[ROW]]
// CHECK: %[[IT:.*]] = strata_pos.positions %[[A]] level 1
// CHECK-NEXT: %[[W:.*]] = strata_pos.subrange %[[IT]] from 2 to 5 step 1
// CHECK-NEXT: strata_pos.coiterate "j"(%[[W]]) points [1]
// CHECK-NEXT: ^bb0(%[[J:[^:]*]]: index,
// CHECK: %[[C:.*]] = strata_pos.member %[[J]] of [2, 0, 1]
// CHECK-NEXT: strata_pos.locate %[[X]] level 0 parent %c0 coordinate %[[C]]
// CHECK: strata_pos.locate %[[Y]] level 0 parent %c0 coordinate %[[I]]

// The window is searched for once a row; a member is looked up in a table.
// FLAT: memref.global "private" constant @[[SET:.*]] : memref<3xi64> = dense<[2, 0, 1]>
// FLAT: func.func private @launch0(
// FLAT: %[[FIRST:.*]] = func.call @lower_bound_i64(%c2, %[[CRD:[^,]*]], %{{[^,]*}}, %[[END:[^)]*]])
// FLAT: %[[LAST:.*]] = func.call @lower_bound_i64(%c5, %[[CRD]], %[[FIRST]], %[[END]])
// FLAT: scf.for %[[P:.*]] = %[[FIRST]] to %[[LAST]] step
// FLAT: %[[STORED:.*]] = memref.load %[[CRD]][%[[P]]]
// FLAT: %[[AT:.*]] = arith.index_castui %[[STORED]]
// FLAT: %[[J:.*]] = arith.subi %[[AT]], %c2
// FLAT: %[[TABLE:.*]] = memref.get_global @[[SET]]
// FLAT: memref.load %[[TABLE]][%[[J]]]
module attributes {strata.stage = "coordinate"} {
  func.func @spmv(%y: !vec {strata.name = "y", strata.extents = array<i64: 4>}, %a: !csr {strata.name = "A", strata.extents = array<i64: 9, 9>}, %x: !vec {strata.name = "x", strata.extents = array<i64: 3>}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i(1,9,2)", "j(2,5)"] : !csr -> f64
        %1 = strata_itg.access %x ["j({2,0,1})"] : !vec -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
        strata_itg.assign %3 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// Where no tensor has the extent of a variable, the length of its windows is it.
// Pieces are cut through the windows; of an index set they are not weighed.
// CHECK-LABEL: func.func @merge(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// CHECK: strata_pos.partition %{{.*}} weighed(%[[A]]) depths [1] extents(%[[Y]]) dimensions [0] counts [4] windows [3, 5, 20] visits_all [false]
// CHECK: %[[PA:.*]] = strata_pos.positions %[[A]] level 0
// CHECK-NEXT: %[[WINDOW:.*]] = strata_pos.subrange %[[PA]] from 3 to 20 step 5
// CHECK: %[[SET:.*]] = strata_pos.subset %{{.*}} of [0, 1, 5, 7]
// CHECK: strata_pos.window %[[WINDOW]]
// CHECK: strata_pos.window %[[SET]]
// CHECK: strata_pos.coiterate "i"
// CHECK-NEXT: ^bb0(%[[I:[^:]*]]: index,
// CHECK: %[[AT:.*]] = arith.addi %[[I]], %c2
// CHECK: strata_pos.locate %[[Y]] level 0 parent %c0 coordinate %[[AT]]

// What a stride or a set skips is searched for.
// FLAT: func.func @merge(
// FLAT: func.func private @launch0(
// FLAT: func.call @next_in_window_3_5_i64(%c3, %c5,
// FLAT: func.call @next_member_4_i64_i64(
// FLAT: scf.while
// FLAT: %[[INSIDE:.*]] = arith.subi %{{.*}}, %c3
// FLAT: arith.divui %[[INSIDE]], %c5
// FLAT: func.func private @next_in_window_3_5_i64({{.*}}) -> index attributes {strata.library = "next_in_window"}
// FLAT: call @skip_to_i64
// FLAT: func.func private @next_member_4_i64_i64({{.*}}) -> index attributes {strata.library = "next_member"}
module attributes {strata.stage = "coordinate"} {
  func.func @merge(%y: !vec {strata.name = "y", strata.extents = array<i64: 9>}, %a: !sv {strata.name = "A", strata.extents = array<i64: 20>}, %b: !sv {strata.name = "B", strata.extents = array<i64: 8>}) {
    %cuts = strata_itg.temporary "cuts0" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i"] at %cuts : !cuts {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i(3,20,5)"] : !sv -> f64
        %1 = strata_itg.access %b ["i({0,1,5,7})"] : !sv -> f64
        %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i(2,6)"] : f64, !vec
      }
    }
    return
  }
}
