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

// -----

// A loop that ends once its total is settled: where entries are counted, the total is
// not needed, nor is its end.
!csr = !strata_itg.tensor<i1, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<i1, "(d0) -> (d0 : compressed)">
// CHECK-LABEL: func.func @settled(
// CHECK: phase("count") {
// CHECK-NOT: strata_pos.flag
// CHECK: strata_pos.coiterate "j"(%{{.*}}) points [1] init(
// CHECK-NOT: strata_pos.set
// CHECK: phase("fill") {
// CHECK: %[[END:.*]] = strata_pos.flag
// CHECK: strata_pos.coiterate "j"(%{{.*}}) points [1] until %[[END]] init(
// CHECK: strata_pos.set %[[END]] if
// SEPARATE-LABEL: func.func @settled(
// SEPARATE: phase("structure") {
// SEPARATE-NOT: strata_pos.flag
// SEPARATE: phase("values") {
// SEPARATE: strata_pos.flag
module attributes {strata.stage = "position"} {
  func.func @settled(%y: !vec, %a: !csr, %i: index, %p: index, %q: index) {
    strata_pos.launch "y" parallel race("none") assemble %y : !vec {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %y level 0 coordinate %i : !vec {
        %false = arith.constant false
        %end = strata_pos.flag
        %row = strata_pos.positions %a level 1 parent[%p, %q) : !csr
        %any = strata_pos.coiterate "j"(%row) points [1] until %end init(%false : i1) : i1 {
        ^bb0(%j: index, %first: index, %last: index, %s: i1):
          %v = strata_pos.value %a[%first, %last) : !csr -> i1
          %t = arith.ori %s, %v : i1
          strata_pos.set %end if %t
          strata_pos.yield %t : i1
        }
        strata_pos.insert %any to %y : i1, !vec
      }
    }
    return
  }
}
