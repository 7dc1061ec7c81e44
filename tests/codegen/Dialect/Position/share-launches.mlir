// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-share-launches="loops=i" --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-share-launches="loops=i" --convert-strata-pos-to-flat --split-input-file | FileCheck %s --check-prefix=FLAT

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// One loop; t, which has no memory, is neither stored nor read.
// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: strata.notation = "kernel; kernel_2"
// CHECK: launch "Strata::einsum[t(i) = x(i) & y(i) = t(i) * x(i)]" over %{{.*}} dimension 0 : {{.*}} parallel race("none")
// CHECK: coiterate "i"(%{{.*}}) points [1] independent {
// CHECK: %[[X:.*]] = strata_pos.value %[[x:.*]][
// CHECK-NOT: store %[[X]]
// CHECK: %[[X2:.*]] = strata_pos.value %[[x]][
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[X2]]
// CHECK: strata_pos.store %[[P]] to
// CHECK-NOT: coiterate
// CHECK-NOT: func.func
// FLAT-LABEL: func.func private @launch0(
// FLAT: scf.for
// FLAT-COUNT-1: memref.store
// FLAT-NOT: scf.for
// FLAT: } {strata.independent}
module attributes {strata.stage = "coordinate"} {
  func.func @kernel(%t: !vec {strata.name = "t", strata.register}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %x ["i"] : !vec -> f64
        strata_itg.assign %0 to %t ["i"] : f64, !vec
      }
    }
    return
  }
  func.func @kernel_2(%t: !vec {strata.name = "t"}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %t ["i"] : !vec -> f64
        %1 = strata_itg.access %x ["i"] : !vec -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!scalar = !strata_itg.tensor<f64, "() -> ()">
// Two sums: two accumulators. Where one piece runs one of them, it runs all.
// CHECK-LABEL: func.func @kernel(
// CHECK: launch {{.*}} race("none")
// CHECK: %[[SUMS:.*]]:2 = strata_pos.coiterate "i"(%{{.*}}) points [1] init(%{{.*}}, %{{.*}} : f64, f64) : f64, f64 {
// CHECK: strata_pos.store %{{.*}} to %[[y:.*]][
// CHECK: strata_pos.yield %{{.*}}, %{{.*}} : f64, f64
// CHECK: strata_pos.store %[[SUMS]]#0
// CHECK: strata_pos.store %[[SUMS]]#1
// CHECK-NOT: launch
// FLAT: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f64, f64)
module attributes {strata.stage = "coordinate"} {
  func.func @kernel(%s: !scalar {strata.name = "s"}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}, %u: !scalar {strata.name = "u"}) {
    strata_itg.nest parallel("") race("none") {
      %0 = strata_itg.access %x ["i"] : !vec -> f64
      %1 = strata_itg.reduce "add" %0 over "i" : f64 -> f64
      strata_itg.assign %1 to %s [] : f64, !scalar
    }
    return
  }
  func.func @kernel_2(%s: !scalar {strata.name = "s"}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}, %u: !scalar {strata.name = "u"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %x ["i"] : !vec -> f64
        strata_itg.assign %0 to %y ["i"] : f64, !vec
      }
    }
    return
  }
  func.func @kernel_3(%s: !scalar {strata.name = "s"}, %x: !vec {strata.name = "x"}, %y: !vec {strata.name = "y"}, %u: !scalar {strata.name = "u"}) {
    strata_itg.nest parallel("") race("none") {
      %0 = strata_itg.access %y ["i"] : !vec -> f64
      %1 = strata_itg.reduce "add" %0 over "i" : f64 -> f64
      strata_itg.assign %1 to %u [] : f64, !scalar
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
// Both are cut: into pieces of which the work of both is equal.
// CHECK-LABEL: func.func @kernel(
// CHECK: strata_pos.partition %[[cuts:.*]] weighed(%{{.*}}, %{{.*}}) depths [1, 1] extents(%{{.*}}) dimensions [0] visits_all [true] :
// CHECK-NOT: partition
// CHECK: launch {{.*}} parallel race("none")
// CHECK: strata_pos.cut %[[cuts]][
// CHECK: strata_pos.cut %[[cuts]][
// CHECK-NOT: strata_pos.cut
// CHECK: coiterate "i"
// CHECK: coiterate "j"
// CHECK: coiterate "j2"
// CHECK-NOT: launch
module attributes {strata.stage = "coordinate"} {
  func.func @kernel(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "a"}, %x: !vec {strata.name = "x"}, %z: !vec {strata.name = "z"}, %b: !csr {strata.name = "b"}) {
    %c = strata_itg.temporary "cuts0" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i"] at %c : !cuts {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] : f64, !vec
      }
    }
    return
  }
  func.func @kernel_2(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "a"}, %x: !vec {strata.name = "x"}, %z: !vec {strata.name = "z"}, %b: !csr {strata.name = "b"}) {
    %c = strata_itg.temporary "cuts0" ["#cut", "#1"] : !cuts
    strata_itg.nest parallel("i") race("none") cut ["i"] at %c : !cuts {
      strata_itg.forall "i" {
        %0 = strata_itg.access %b ["i", "j2"] : !csr -> f64
        %1 = strata_itg.reduce "add" %0 over "j2" : f64 -> f64
        strata_itg.assign %1 to %z ["i"] : f64, !vec
      }
    }
    return
  }
}
