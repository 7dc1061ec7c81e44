// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-pos-to-flat --canonicalize --cse --split-input-file | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// A unit is a team: it has a share of the rows, which its threads take in turns.
// Geometry and mappings go along as attributes.
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: strata_pos.run @launch0 "y" over %{{.*}} dimension 0 : {{.*}} parallel race("none") team [4, 8]
// CHECK: func.func private @launch0(
// CHECK-SAME: index {strata.name = "y_extent0"}
// CHECK-SAME: %[[ROWS:[^:]*]]: index {strata.name = "A_extent0"}
// CHECK-SAME: %[[BEGIN:[^:]*]]: index {strata.name = "begin"}, %[[END:[^:]*]]: index {strata.name = "end"}, %[[UNITS:[^:]*]]: index {strata.name = "units"})
// CHECK-SAME: strata.label = "y", strata.team = array<i64: 4, 8>
// CHECK: scf.for %[[TEAM:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[ROWS]], %[[TEAM]]
// CHECK: %[[ROW:.*]] = arith.divui %[[FIRST]], %[[UNITS]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[TEAM]], %c1
// CHECK: %[[LAST:.*]] = arith.muli %[[ROWS]], %[[NEXT]]
// CHECK: %[[STOP:.*]] = arith.divui %[[LAST]], %[[UNITS]]
// CHECK: scf.for %{{.*}} = %[[ROW]] to %[[STOP]]
// CHECK: scf.for {{.*}} iter_args
// CHECK: } {strata.map = "vector"}
// CHECK: } {strata.independent, strata.map = "team"}
// CHECK: } {strata.map = "league"}
module attributes {strata.stage = "position"} {
  func.func @rows(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) {
    strata_pos.launch "y" over %a dimension 0 : !csr parallel race("none") team [4, 8] {
    ^bb0(%begin: index, %end: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %u = strata_pos.universe[%begin, %end)
      strata_pos.coiterate "i"(%u) points [1] independent map "team" {
      ^bb0(%i: index):
        %p = strata_pos.locate %a level 0 parent %c0 coordinate %i : !csr
        %q = arith.addi %p, %c1 : index
        %row = strata_pos.positions %a level 1 parent[%p, %q) : !csr
        %sum = strata_pos.coiterate "j"(%row) points [1] map "vector" init(%zero : f64) : f64 {
        ^bb0(%j: index, %first: index, %last: index, %s: f64):
          %v = strata_pos.value %a[%first, %last) : !csr -> f64
          %t = arith.addf %s, %v : f64
          strata_pos.yield %t : f64
        }
        %py = strata_pos.locate %y level 0 parent %c0 coordinate %i : !vec
        strata_pos.store %sum to %y[%py] : f64, !vec
        strata_pos.yield
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Each of the threads has a piece: number team · 4 + thread of teams · 4.
// CHECK-LABEL: func.func @pieces(
// CHECK: func.func private @launch0(
// CHECK-SAME: %[[BEGIN:[^:]*]]: index {strata.name = "begin"}, %[[END:[^:]*]]: index {strata.name = "end"}, %[[UNITS:[^:]*]]: index {strata.name = "units"})
// CHECK: scf.for %[[TEAM:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: scf.for %[[THREAD:.*]] = %c0 to %c4
// CHECK: %[[BEFORE:.*]] = arith.muli %[[TEAM]], %c4
// CHECK: %[[PIECES:.*]] = arith.muli %[[UNITS]], %c4
// CHECK: %[[PIECE:.*]] = arith.addi %[[BEFORE]], %[[THREAD]]
// CHECK: %[[SCALED:.*]] = arith.muli %{{.*}}, %[[PIECE]]
// CHECK: arith.divui %[[SCALED]], %[[PIECES]]
// CHECK: } {strata.map = "team"}
// CHECK: } {strata.map = "league"}
module attributes {strata.stage = "position"} {
  func.func @pieces(%y: !vec {strata.name = "y"}, %a: !sv {strata.name = "a"}) {
    strata_pos.launch "y" parallel race("none") team [4, 1] {
    ^bb0(%piece: index, %pieces: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = strata_pos.positions %a level 0 parent[%c0, %c1) : !sv
      %1 = strata_pos.slice %0 piece %piece of %pieces
      strata_pos.coiterate "i"(%1) points [1] independent {
      ^bb0(%i: index, %p: index, %q: index):
        %v = strata_pos.value %a[%p, %q) : !sv -> f64
        %py = strata_pos.locate %y level 0 parent %c0 coordinate %i : !vec
        strata_pos.store %v to %y[%py] : f64, !vec
        strata_pos.yield
      }
    }
    return
  }
}
