// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// The loop over columns ends at the extent that the kernel is compiled for.
// CHECK: func.func private @launch0(
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[COLUMNS:.*]] = arith.constant 16 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK: scf.for %{{.*}} = %[[ZERO]] to %[[COLUMNS]] step %[[ONE]]
module attributes {strata.stage = "coordinate"} {
  func.func @spmm(%y: !mat {strata.name = "Y", strata.fixed_extents = array<i64: -1, 16>}, %a: !csr {strata.name = "A"}, %x: !mat {strata.name = "X", strata.fixed_extents = array<i64: -1, 16>}) attributes {strata.notation = "Y = A X"} {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        strata_itg.forall "r" {
          %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
          %1 = strata_itg.access %x ["j", "r"] : !mat -> f64
          %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
          %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
          strata_itg.assign %3 to %y ["i", "r"] : f64, !mat
        }
      }
    }
    return
  }
}
