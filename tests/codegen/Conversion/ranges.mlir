// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=1000" --convert-strata-itg-to-strata-pos | FileCheck %s
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=1000" --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s --check-prefix=FLAT
// RUN: strata-opt %s --strata-order-loops="race=ranges concurrency=2 entries=1" --convert-strata-itg-to-strata-pos | FileCheck %s --check-prefix=SEARCH
// Each piece has a range of the rows of a matrix that is stored by columns.
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "notation"} {
  // CHECK-LABEL: func.func @kernel
  // CHECK: strata_pos.partition %[[CUTS:.*]] weighed(%[[A:.*]]) depths [0] {{.*}} ranged sampled [1] begins(%[[BEGINS:.*]]) :
  // CHECK: strata_pos.launch
  // CHECK-NEXT: ^bb0(%[[PIECE:[a-z0-9]+]]: index
  // CHECK: strata_pos.coiterate "j"
  // CHECK: %[[ALL:.*]] = strata_pos.positions %[[A]] level 1 parent[%[[J:[a-z0-9]+]], %{{.*}})
  // CHECK-NEXT: %[[PART:.*]] = strata_pos.part %[[ALL]] range %[[PIECE]] parent %[[J]] in %[[BEGINS]] :
  // CHECK: strata_pos.coiterate "i"(%[[PART]])
  // No positions are read, and nothing is searched for.
  // FLAT: func.func private @launch1
  // FLAT: scf.for %[[RANGE:[a-z0-9]+]] =
  // FLAT-NEXT: scf.for %[[J:[a-z0-9]+]] =
  // FLAT-NEXT: %[[NEXT:.*]] = arith.addi %[[RANGE]]
  // FLAT-NEXT: %[[FIRST:.*]] = memref.load %[[TABLE:.*]][%[[RANGE]], %[[J]]] : memref<?x?xi64
  // FLAT-NEXT: %[[BEGIN:.*]] = arith.index_castui %[[FIRST]]
  // FLAT-NEXT: %[[LAST:.*]] = memref.load %[[TABLE]][%[[NEXT]], %[[J]]]
  // FLAT-NEXT: %[[END:.*]] = arith.index_castui %[[LAST]]
  // FLAT-NEXT: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
  // SEARCH: strata_pos.partition {{.*}} ranged sampled [1] :
  // SEARCH: strata_pos.window
  // SEARCH-NOT: strata_pos.part
  func.func @kernel(%y: !vec {strata.extents = array<i64: 50>, strata.name = "y"}, %a: !csc {strata.extents = array<i64: 50, 5>, strata.name = "A"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
    %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
    strata_itg.assign %1 to %y ["i"] : f64, !vec
    return
  }
}
