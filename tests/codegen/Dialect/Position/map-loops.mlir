// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-map-loops="team=4 vector=8" --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-map-loops="team=4 vector=8 strict" --split-input-file | FileCheck %s --check-prefix=STRICT

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Threads share the rows, lanes the sum of a row. A strict sum keeps its order,
// so that there are only rows to share.
// CHECK-LABEL: func.func @sum_of_rows(
// CHECK: strata_pos.launch "y" over %{{.*}} parallel race("none") team [4, 8]
// CHECK: coiterate "i"(%{{.*}}) points [1] independent map "team" {
// CHECK: coiterate "j"(%{{.*}}) points [1] map "vector" init(
// STRICT-LABEL: func.func @sum_of_rows(
// STRICT: strata_pos.launch "y" over %{{.*}} parallel race("none") team [4, 8]
// STRICT: coiterate "i"(%{{.*}}) points [1] independent map "team_vector" {
// STRICT: coiterate "j"(%{{.*}}) points [1] init(
module attributes {strata.stage = "position"} {
  func.func @sum_of_rows(%y: !vec, %a: !csr) {
    strata_pos.launch "y" over %y dimension 0 : !vec parallel race("none") {
    ^bb0(%begin: index, %end: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %u = strata_pos.universe[%begin, %end)
      strata_pos.coiterate "i"(%u) points [1] independent {
      ^bb0(%i: index):
        %p = strata_pos.locate %a level 0 parent %c0 coordinate %i : !csr
        %q = arith.addi %p, %c1 : index
        %row = strata_pos.positions %a level 1 parent[%p, %q) : !csr
        %sum = strata_pos.coiterate "j"(%row) points [1] init(%zero : f64) : f64 {
        ^bb0(%j: index, %first: index, %last: index, %s: f64):
          %v = strata_pos.value %a[%first, %last) : !csr -> f64
          %t = arith.addf %s, %v : f64
          strata_pos.yield %t : f64
        }
        strata_pos.store %sum to %y[%p] : f64, !vec
        strata_pos.yield
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<i32, "(d0) -> (d0 : compressed)">
// Integers may be added in any order; pieces are the threads' own. A loop that
// merges is no one's to share, and a launch of one unit has one thread.
// CHECK-LABEL: func.func @pieces(
// CHECK: strata_pos.launch "integers" parallel race("none") team [4, 8]
// CHECK: coiterate "i"(%{{.*}}) points [1] map "vector" init(
// CHECK: strata_pos.launch "merge" race("none") team [1, 8]
// CHECK: coiterate "i"(%{{.*}}) points [3] independent {
// STRICT-LABEL: func.func @pieces(
// STRICT: coiterate "i"(%{{.*}}) points [1] map "vector" init(
module attributes {strata.stage = "position"} {
  func.func @pieces(%a: !sv, %b: !sv) {
    strata_pos.launch "integers" parallel race("none") {
    ^bb0(%piece: index, %pieces: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !sv
      %1 = strata_pos.slice %0 piece %piece of %pieces
      %sum = strata_pos.coiterate "i"(%1) points [1] init(%zero : i32) : i32 {
      ^bb0(%i: index, %p: index, %q: index, %s: i32):
        strata_pos.yield %s : i32
      }
    }
    strata_pos.launch "merge" race("none") {
    ^bb0(%piece: index, %pieces: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !sv
      %1 = strata_pos.positions %b level 0 parent[%c0, %c1) : !sv
      strata_pos.coiterate "i"(%0, %1) points [3] independent {
      ^bb0(%i: index, %p: index, %q: index, %r: index, %s: index):
        strata_pos.yield
      }
    }
    return
  }
}

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Coordinates may repeat: iterations are not independent. Without `independent`
// lanes would write one entry.
// CHECK-LABEL: func.func @not_shared(
// CHECK: coiterate "i"(%{{.*}}) points [1] independent {
// CHECK: coiterate "j"(%{{.*}}) points [1] {
module attributes {strata.stage = "position"} {
  func.func @not_shared(%y: !vec, %a: !coo) {
    strata_pos.launch "y" race("none") {
    ^bb0(%piece: index, %pieces: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !coo
      strata_pos.coiterate "i"(%0) points [1] independent {
      ^bb0(%i: index, %p: index, %q: index):
        %1 = strata_pos.positions %a level 1 parent[%p, %q) : !coo
        strata_pos.coiterate "j"(%1) points [1] {
        ^bb0(%j: index, %r: index, %s: index):
          strata_pos.yield
        }
        strata_pos.yield
      }
    }
    return
  }
}

