// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-expand-assembly --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-expand-assembly="separate" --split-input-file | FileCheck %s --check-prefix=SEPARATE

// Every row is entered, so that every row closes the positions of its entries.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-LABEL: func.func @every_row(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK-NEXT: strata_pos.launch "a::count" parallel race("none") assemble %[[A]] : {{.*}} phase("count") {
// CHECK: strata_pos.entry %[[A]] level 0 coordinate %{{.*}} everywhere
// CHECK: strata_pos.entry %[[A]] level 1
// CHECK: strata_pos.insert %{{.*}} to %[[A]]
// CHECK: strata_pos.allocate %[[A]] incomplete [] :
// CHECK-NEXT: strata_pos.launch "a::fill" parallel race("none") assemble %[[A]] : {{.*}} phase("fill") {
// CHECK: strata_pos.insert %{{.*}} to %[[A]]
// CHECK-NOT: strata_pos.complete
// CHECK-NOT: strata_pos.launch
// CHECK: return
// SEPARATE-LABEL: func.func @every_row(
// SEPARATE: strata_pos.launch "a::count" {{.*}} phase("count")
// SEPARATE: strata_pos.allocate
// SEPARATE: strata_pos.launch "a::fill" {{.*}} phase("structure")
// SEPARATE: strata_pos.launch "a::compute" {{.*}} phase("values")
// SEPARATE-NOT: strata_pos.launch
// SEPARATE: return
module attributes {strata.stage = "position"} {
  func.func @every_row(%a: !csr, %i: index, %v: f64) {
    strata_pos.launch "a" parallel race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %a level 0 coordinate %i everywhere : !csr {
        strata_pos.entry %a level 1 coordinate %i : !csr {
          strata_pos.insert %v to %a : f64, !csr
        }
      }
    }
    return
  }
}

// -----

// To rows that are not entered nobody comes: their positions are completed, in
// a program of separate phases before the values.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-LABEL: func.func @some_rows(
// CHECK: phase("count")
// CHECK: strata_pos.allocate %[[A:.*]] incomplete [1] :
// CHECK-NEXT: strata_pos.launch {{.*}} phase("fill")
// CHECK: strata_pos.complete %[[A]] levels [1] :
// CHECK-NEXT: return
// SEPARATE-LABEL: func.func @some_rows(
// SEPARATE: phase("structure")
// SEPARATE: strata_pos.complete %{{.*}} levels [1] :
// SEPARATE-NEXT: strata_pos.launch {{.*}} phase("values")
module attributes {strata.stage = "position"} {
  func.func @some_rows(%a: !csr, %i: index, %v: f64) {
    strata_pos.launch "a" race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %a level 0 coordinate %i : !csr {
        strata_pos.entry %a level 1 coordinate %i : !csr {
          strata_pos.insert %v to %a : f64, !csr
        }
      }
    }
    return
  }
}

// -----

// Below a compressed level positions are written with the parent's entry; below
// dense levels all of them must be entered everywhere.
!middle = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : compressed)">
// CHECK-LABEL: func.func @middle(
// CHECK: strata_pos.allocate %[[A:.*]] incomplete [2] :
// CHECK: strata_pos.complete %[[A]] levels [2] :
module attributes {strata.stage = "position"} {
  func.func @middle(%a: !middle, %i: index, %v: f64) {
    strata_pos.launch "a" race("none") assemble %a : !middle {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %a level 0 coordinate %i everywhere : !middle {
        strata_pos.entry %a level 1 coordinate %i : !middle {
          strata_pos.entry %a level 2 coordinate %i : !middle {
            strata_pos.insert %v to %a : f64, !middle
          }
        }
      }
    }
    return
  }
}

// -----

// Launches that assemble nothing, or whose phase is known, stay as they are.
!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK-LABEL: func.func @others(
// CHECK-NEXT: strata_pos.launch "dense" race("none") {
// CHECK: strata_pos.launch "known" race("none") assemble %{{.*}} phase("values") {
// CHECK-NOT: strata_pos.launch
// CHECK-NOT: strata_pos.allocate
// CHECK: return
module attributes {strata.stage = "position"} {
  func.func @others(%a: !dcsr) {
    strata_pos.launch "dense" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    strata_pos.launch "known" race("none") assemble %a : !dcsr phase("values") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}
