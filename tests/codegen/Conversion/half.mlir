// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s

// f16 and bf16 are two bytes in memory and f32 in registers.
!f16 = !strata_itg.tensor<f16, "(d0) -> (d0 : dense)">
!bf16 = !strata_itg.tensor<bf16, "(d0) -> (d0 : dense)">
// CHECK: func.func private @launch0(
// CHECK-SAME: memref<?xf16, {{.*}}> {strata.name = "y_values"}
// CHECK-SAME: memref<?xbf16, {{.*}}> {strata.name = "x_values"}
// CHECK-COUNT-2: arith.extf %{{.*}} : {{b?}}f16 to f32
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: %[[NARROW:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK: memref.store %[[NARROW]]
module attributes {strata.stage = "coordinate"} {
  func.func @add(%arg0: !f16 {strata.name = "y"}, %arg1: !bf16 {strata.name = "x"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %arg1 ["i"] : !bf16 -> bf16
        %1 = strata_itg.cast %0 : bf16 to f32
        strata_itg.assign %1 to %arg0 ["i"] accumulate : f32, !f16
      }
    }
    return
  }
}
