// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops="merge=locate" --convert-strata-itg-to-strata-pos --split-input-file | FileCheck %s

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!sparse = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vector = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">

// What the row has is selected: products are computed at every coordinate.
// CHECK: func.func @selected(
// CHECK: %[[ROW:.*]] = strata_pos.worklist
// CHECK: strata_pos.coiterate "j"
// CHECK: strata_pos.scatter
// CHECK: strata_pos.coiterate "j"
// CHECK-NOT: scf.if
// CHECK: ^{{.*}}(%[[J:.*]]: index, %{{.*}}: index, %{{.*}}: index, %[[SUM:.*]]: f64):
// CHECK: %[[FOUND:.*]], %[[PLACE:.*]] = strata_pos.lookup %[[ROW]][%[[J]]]
// CHECK: strata_pos.value
// CHECK: strata_pos.kept %[[ROW]][%[[PLACE]]] : f64
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK: arith.select %[[FOUND]], %[[NEXT]], %[[SUM]] : f64
// CHECK: return
module attributes {strata.stage = "notation"} {
  func.func @selected(%y: !vector {strata.name = "y"}, %a: !csr {strata.name = "A"}, %x: !sparse {strata.name = "x"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %x ["j"] : !sparse -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %3 = strata_itg.reduce "add" %2 over "j" : f64 -> f64
    strata_itg.assign %3 to %y ["i"] : f64, !vector
    return
  }
}

// -----

// A division of integers is not made where nothing was found: it may be one by 0.
!csr = !strata_itg.tensor<i64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!sparse = !strata_itg.tensor<i64, "(d0) -> (d0 : compressed)">
!vector = !strata_itg.tensor<i64, "(d0) -> (d0 : dense)">
// CHECK: func.func @guarded(
// CHECK: strata_pos.coiterate "j"
// CHECK: strata_pos.scatter
// CHECK: strata_pos.coiterate "j"
// CHECK: %[[FOUND:.*]], %{{.*}} = strata_pos.lookup
// CHECK: scf.if %[[FOUND]] -> (i64) {
// CHECK: arith.divsi
module attributes {strata.stage = "notation"} {
  func.func @guarded(%y: !vector {strata.name = "y"}, %a: !csr {strata.name = "A"}, %d: !vector {strata.name = "d"}, %x: !sparse {strata.name = "x"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> i64
    %1 = strata_itg.access %d ["j"] : !vector -> i64
    %2 = strata_itg.access %x ["j"] : !sparse -> i64
    %3 = strata_itg.apply "div"(%0, %1) : (i64, i64) -> i64
    %4 = strata_itg.apply "mul"(%3, %2) : (i64, i64) -> i64
    %5 = strata_itg.reduce "add" %4 over "j" : i64 -> i64
    strata_itg.assign %5 to %y ["i"] : i64, !vector
    return
  }
}
