// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops | FileCheck %s
// RUN: strata-opt %s --strata-order-loops="concurrency=2 entries=1000000" | FileCheck %s --check-prefix=TWO

// Duplicates that are not next to each other are added where they meet, and keep
// pieces from writing to y directly.
!coo = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonunique, nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// CHECK: strata_itg.literal 0
// CHECK: strata_itg.assign %{{.*}} to %[[Y]] ["i"] : f64
// CHECK: strata_itg.nest parallel("") race("none")
// CHECK: strata_itg.assign %{{.*}} to %[[Y]] ["i"] accumulate : f64
// TWO: %[[COPY:.*]] = strata_itg.temporary "workspace0" ["#piece", "i"]
// TWO: strata_itg.nest parallel("i") race("privatize")
// TWO: strata_itg.assign %{{.*}} to %[[COPY]] ["#piece", "i"] accumulate : f64
module attributes {strata.stage = "notation"} {
  func.func @kernel(%y: !vec {strata.extents = array<i64: 4>, strata.name = "y"}, %u: !coo {strata.extents = array<i64: 4>, strata.name = "u"}) {
    %0 = strata_itg.access %u ["i"] : !coo -> f64
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    return
  }
}
