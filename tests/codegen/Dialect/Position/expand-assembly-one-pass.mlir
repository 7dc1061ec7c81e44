// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-expand-assembly="one-pass" --split-input-file | FileCheck %s
// RUN: strata-opt %s --strata-expand-assembly="one-pass separate" --split-input-file | FileCheck %s --check-prefix=SEPARATE

// A product has as many entries as its shorter operand at most, row by row.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-LABEL: func.func @product(
// CHECK: strata_pos.launch "a::limit" {{.*}} phase("limit")
// CHECK: strata_pos.entry %{{.*}} level 0
// CHECK: %[[B:.*]] = strata_pos.length
// CHECK: %[[C:.*]] = strata_pos.length
// CHECK: %[[LEAST:.*]] = arith.minsi %[[B]], %[[C]]
// CHECK: strata_pos.expect %[[LEAST]] to
// CHECK-NOT: strata_pos.coiterate
// CHECK: strata_pos.launch "a::count" {{.*}} phase("count")
// CHECK: strata_pos.coiterate
// CHECK: strata_pos.allocate
// CHECK: strata_pos.launch "a::fill" {{.*}} phase("append")
// CHECK: strata_pos.coiterate
// SEPARATE-LABEL: func.func @product(
// SEPARATE-NOT: phase("limit")
// SEPARATE-NOT: phase("append")
// SEPARATE: return
module attributes {strata.stage = "position"} {
  func.func @product(%a: !csr, %b: !csr, %c: !csr, %i: index, %n: index) {
    strata_pos.launch "a" parallel race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %a level 0 coordinate %i everywhere : !csr {
        %ib = strata_pos.positions %b level 1 parent[%i, %n) : !csr
        %ic = strata_pos.positions %c level 1 parent[%i, %n) : !csr
        strata_pos.coiterate "j" (%ib, %ic) points [3] {
        ^bb0(%j: index, %pb: index, %qb: index, %pc: index, %qc: index):
          strata_pos.entry %a level 1 coordinate %j : !csr {
            %v = strata_pos.value %b[%pb, %qb) : !csr -> f64
            strata_pos.insert %v to %a : f64, !csr
          }
          strata_pos.yield
        }
      }
    }
    return
  }
}

// -----

// A union has all of both; a loop over one operand has nothing that counting could save.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-LABEL: func.func @union_and_copy(
// CHECK: strata_pos.launch "a::limit"
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: strata_pos.expect %[[SUM]] to
// CHECK: strata_pos.launch "b::count"
// CHECK: strata_pos.launch "b::fill" {{.*}} phase("fill")
// SEPARATE-LABEL: func.func @union_and_copy(
// SEPARATE: return
module attributes {strata.stage = "position"} {
  func.func @union_and_copy(%a: !csr, %b: !csr, %c: !csr, %i: index, %n: index, %v: f64) {
    strata_pos.launch "a" parallel race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %a level 0 coordinate %i everywhere : !csr {
        %ib = strata_pos.positions %b level 1 parent[%i, %n) : !csr
        %ic = strata_pos.positions %c level 1 parent[%i, %n) : !csr
        strata_pos.coiterate "j" (%ib, %ic) points [3, 1, 2] {
        ^bb0(%j: index, %pb: index, %qb: index, %pc: index, %qc: index):
          strata_pos.entry %a level 1 coordinate %j : !csr {
            strata_pos.insert %v to %a : f64, !csr
          }
          strata_pos.yield
        }, {
        ^bb0(%j: index, %pb: index, %qb: index):
          strata_pos.entry %a level 1 coordinate %j : !csr {
            strata_pos.insert %v to %a : f64, !csr
          }
          strata_pos.yield
        }, {
        ^bb0(%j: index, %pc: index, %qc: index):
          strata_pos.entry %a level 1 coordinate %j : !csr {
            strata_pos.insert %v to %a : f64, !csr
          }
          strata_pos.yield
        }
      }
    }
    strata_pos.launch "b" parallel race("none") assemble %b : !csr {
    ^bb0(%piece: index, %pieces: index):
      strata_pos.entry %b level 0 coordinate %i everywhere : !csr {
        %ic = strata_pos.positions %c level 1 parent[%i, %n) : !csr
        strata_pos.coiterate "j" (%ic) points [1] {
        ^bb0(%j: index, %pc: index, %qc: index):
          strata_pos.entry %b level 1 coordinate %j : !csr {
            strata_pos.insert %v to %b : f64, !csr
          }
          strata_pos.yield
        }
      }
    }
    return
  }
}

// -----

// Rows between two cuts lie behind one another: their lengths need no loop to be added up,
// but the shorter of two lengths does.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK-LABEL: func.func @rows_of_a_piece(
// CHECK: strata_pos.launch "sum::limit"
// CHECK-NOT: strata_pos.coiterate
// CHECK: %[[B:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: strata_pos.expect %[[B]] to
// CHECK: %[[C:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: strata_pos.expect %[[C]] to
// CHECK-NOT: strata_pos.coiterate
// CHECK: strata_pos.launch "sum::count"
// CHECK: strata_pos.launch "product::limit"
// CHECK: strata_pos.coiterate "i"
// CHECK: strata_pos.expect
// CHECK: strata_pos.launch "product::count"
// SEPARATE-LABEL: func.func @rows_of_a_piece(
// SEPARATE: return
module attributes {strata.stage = "position"} {
  func.func @rows_of_a_piece(%a: !csr, %b: !csr, %c: !csr, %n: index, %bf: index, %bl: index, %cf: index, %cl: index, %v: f64) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    strata_pos.launch "sum" parallel race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      %rows = strata_pos.universe[%zero, %n)
      strata_pos.coiterate "i" (%rows) points [1] {
      ^bb0(%i: index):
        strata_pos.entry %a level 0 coordinate %i everywhere : !csr {
          %ib = strata_pos.locate %b level 0 parent %zero coordinate %i : !csr
          %nb = arith.addi %ib, %one : index
          %wb = strata_pos.positions %b level 1 parent[%ib, %nb) : !csr
          %ic = strata_pos.locate %c level 0 parent %zero coordinate %i : !csr
          %nc = arith.addi %ic, %one : index
          %wc = strata_pos.positions %c level 1 parent[%ic, %nc) : !csr
          %rb = strata_pos.clip %wb[%bf, %bl)
          %rc = strata_pos.clip %wc[%cf, %cl)
          strata_pos.coiterate "j" (%rb, %rc) points [3, 1, 2] {
          ^bb0(%j: index, %pb: index, %qb: index, %pc: index, %qc: index):
            strata_pos.entry %a level 1 coordinate %j : !csr {
              strata_pos.insert %v to %a : f64, !csr
            }
            strata_pos.yield
          }, {
          ^bb0(%j: index, %pb: index, %qb: index):
            strata_pos.entry %a level 1 coordinate %j : !csr {
              strata_pos.insert %v to %a : f64, !csr
            }
            strata_pos.yield
          }, {
          ^bb0(%j: index, %pc: index, %qc: index):
            strata_pos.entry %a level 1 coordinate %j : !csr {
              strata_pos.insert %v to %a : f64, !csr
            }
            strata_pos.yield
          }
        }
        strata_pos.yield
      }
    }
    strata_pos.launch "product" parallel race("none") assemble %a : !csr {
    ^bb0(%piece: index, %pieces: index):
      %rows = strata_pos.universe[%zero, %n)
      strata_pos.coiterate "i" (%rows) points [1] {
      ^bb0(%i: index):
        strata_pos.entry %a level 0 coordinate %i everywhere : !csr {
          %ib = strata_pos.locate %b level 0 parent %zero coordinate %i : !csr
          %nb = arith.addi %ib, %one : index
          %wb = strata_pos.positions %b level 1 parent[%ib, %nb) : !csr
          %ic = strata_pos.locate %c level 0 parent %zero coordinate %i : !csr
          %nc = arith.addi %ic, %one : index
          %wc = strata_pos.positions %c level 1 parent[%ic, %nc) : !csr
          %rb = strata_pos.clip %wb[%bf, %bl)
          %rc = strata_pos.clip %wc[%cf, %cl)
          strata_pos.coiterate "j" (%rb, %rc) points [3] {
          ^bb0(%j: index, %pb: index, %qb: index, %pc: index, %qc: index):
            strata_pos.entry %a level 1 coordinate %j : !csr {
              strata_pos.insert %v to %a : f64, !csr
            }
            strata_pos.yield
          }
        }
        strata_pos.yield
      }
    }
    return
  }
}
