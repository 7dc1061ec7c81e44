// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s --check-prefix=FLAT

// Under each row: clear the workspace, add to it, assign it to the result.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// CHECK: func.func @spmm(%[[C:[^:]*]]: {{.*}}, %[[A:[^:]*]]: {{.*}}, %{{[^:]*}}: !strata_itg
// CHECK: %[[W:.*]] = strata_itg.temporary "workspace0" ["#piece", "k"] scratch
// CHECK-NEXT: %[[CUTS:.*]] = strata_itg.temporary "cuts1" ["#cut", "#1"]
// CHECK-NEXT: strata_pos.partition %[[CUTS]] weighed(%[[A]]) depths [1] extents(%[[C]]) dimensions [0] visits_all [true] :
// CHECK-NEXT: strata_pos.launch "{{.*}}" parallel race("none")
// CHECK-NEXT: ^bb0(%[[PIECE:.*]]: index, %{{.*}}: index):
// CHECK: %[[NEXT:.*]] = arith.addi %[[PIECE]], %c1
// CHECK: %[[BEGIN:.*]] = strata_pos.cut %[[CUTS]][%[[PIECE]]] variable 0
// CHECK: %[[END:.*]] = strata_pos.cut %[[CUTS]][%[[NEXT]]] variable 0
// CHECK: %[[ALL:.*]] = strata_pos.universe
// CHECK: %[[ROWS:.*]] = strata_pos.window %[[ALL]][%[[BEGIN]], %[[END]])
// CHECK: strata_pos.coiterate "i"(%[[ROWS]]) points [1] independent
// CHECK: strata_pos.coiterate "k"({{.*}}) points [1] independent
// CHECK: %[[OWN:.*]] = strata_pos.locate %[[W]] level 0 {{.*}} coordinate %[[PIECE]]
// CHECK: %[[AT:.*]] = strata_pos.locate %[[W]] level 1 parent %[[OWN]]
// CHECK: strata_pos.store %{{.*}} to %[[W]][%[[AT]]] : f64
// CHECK: strata_pos.coiterate "j"({{.*}}) points [1]
// CHECK: strata_pos.coiterate "k"({{.*}}) points [1] independent
// CHECK: strata_pos.store %{{.*}} to %[[W]][%{{.*}}] accumulate
// CHECK: strata_pos.coiterate "k"({{.*}}) points [1] independent
// CHECK: %[[SUM:.*]] = strata_pos.value %[[W]]
// CHECK: strata_pos.store %[[SUM]] to %[[C]][%{{.*}}] : f64

// The workspace has a row for each piece.
// FLAT: func.func private @launch0(
// FLAT-SAME: %[[C:[^:]*]]: memref<?x?xf64, strided<[?, ?]>> {strata.name = "C_values"}
// FLAT-SAME: %[[W:[^:]*]]: memref<?x?xf64, strided<[?, 1]>> {strata.name = "workspace0_values", strata.scratch}
// FLAT: scf.for %[[PIECE:.*]] =
// FLAT: scf.for %[[I:.*]] =
// FLAT: scf.for %[[K0:.*]] =
// FLAT-NEXT: memref.store %{{.*}}, %[[W]][%[[PIECE]], %[[K0]]]
// FLAT: scf.for
// FLAT: scf.for %[[K1:.*]] =
// FLAT: memref.store %{{.*}}, %[[W]][%[[PIECE]], %[[K1]]]
// FLAT: scf.for %[[K2:.*]] =
// FLAT-NEXT: %[[SUM:.*]] = memref.load %[[W]][%[[PIECE]], %[[K2]]]
// FLAT-NEXT: memref.store %[[SUM]], %[[C]][%[[I]], %[[K2]]]
module attributes {strata.stage = "coordinate"} {
  func.func @spmm(%arg0: !mat {strata.name = "C"}, %arg1: !csr {strata.name = "A"}, %arg2: !mat {strata.name = "B"}) {
    %w = strata_itg.temporary "workspace0" ["#piece", "k"] scratch : !mat
    %cuts = strata_itg.temporary "cuts1" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") workspace %w ["#piece", "k"] depth 1 : !mat cut ["i"] at %cuts : !cuts {
      strata_itg.forall "i" {
        strata_itg.forall "j" {
          strata_itg.forall "k" {
            %0 = strata_itg.access %arg1 ["i", "j"] : !csr -> f64
            %1 = strata_itg.access %arg2 ["j", "k"] : !mat -> f64
            %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
            strata_itg.assign %2 to %arg0 ["i", "k"] : f64, !mat
          }
        }
      }
    }
    return
  }
}
