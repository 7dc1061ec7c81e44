// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --convert-strata-itg-to-strata-pos | FileCheck %s
// RUN: strata-opt %s --strata-order-loops --convert-strata-itg-to-strata-pos --strata-expand-assembly="one-pass" | FileCheck %s --check-prefix=LIMIT
// RUN: strata-opt %s --strata-order-loops --convert-strata-itg-to-strata-pos --strata-expand-assembly --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s --check-prefix=FLAT

// A product under a mask: a row of %M is written once for each i, the loop over j goes
// through %B alone, and nothing is added where the row has nothing.
!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
// CHECK: func.func @masked(%[[C:[^:]*]]: {{.*}}, %[[M:[^:]*]]: {{.*}}, %[[A:[^:]*]]: {{.*}}, %[[B:[^:]*]]: !strata_itg
// CHECK: strata_pos.coiterate "i"
// CHECK: %[[SLOT:.*]] = strata_pos.slot
// CHECK-NEXT: %[[ROW:.*]] = strata_pos.worklist %{{.*}}, %{{.*}}, %{{.*}}[%[[SLOT]]] :
// CHECK: %[[FIBRE:.*]] = strata_pos.positions %[[M]] level 1
// CHECK: strata_pos.coiterate "j"(%[[FIBRE]]) points [1]
// CHECK: %[[VALUE:.*]] = strata_pos.value %[[M]]
// CHECK-NEXT: strata_pos.scatter %[[VALUE]] to %[[ROW]][
// CHECK: %[[SUMS:.*]] = strata_pos.worklist
// CHECK: strata_pos.coiterate "k"
// CHECK: %[[ENTRIES:.*]] = strata_pos.positions %[[B]] level 1
// CHECK: strata_pos.coiterate "j"(%[[ENTRIES]]) points [1]
// CHECK: %[[FOUND:.*]], %[[PLACE:.*]] = strata_pos.lookup %[[ROW]][%[[J:.*]]]
// CHECK-NEXT: scf.if %[[FOUND]] {
// CHECK: strata_pos.kept %[[ROW]][%[[PLACE]]] : f64
// CHECK: strata_pos.scatter %{{.*}} to %[[SUMS]][%[[J]]]
// CHECK: strata_pos.drain "j" %[[SUMS]]
// CHECK: strata_pos.clear %[[ROW]]

// A row of the result has as many entries as that of %M at most, which need not be written
// for that.
// LIMIT: strata_pos.launch {{.*}} phase("limit")
// LIMIT-NOT: strata_pos.worklist
// LIMIT: %[[FIBRE:.*]] = strata_pos.positions %arg1 level 1
// LIMIT: strata_pos.expect
// LIMIT: %[[OWN:.*]] = strata_pos.length %[[FIBRE]]
// LIMIT: %[[MOST:.*]] = arith.minsi %{{.*}}, %[[OWN]]
// LIMIT: %[[END:.*]] = arith.addi %{{.*}}, %[[MOST]]
// LIMIT: strata_pos.cap %{{.*}} at %[[END]]
// LIMIT: strata_pos.launch {{.*}} phase("count")
// LIMIT: strata_pos.lookup
// LIMIT: strata_pos.launch {{.*}} phase("append")
// LIMIT: strata_pos.lookup

// Who counts marks coordinates and reads no values of %M, %A and %B.
// FLAT: func.func private @launch0(
// FLAT-NOT: M_values
// FLAT-SAME: {
// FLAT: func.func private @launch1(
// FLAT-SAME: %[[KEPT:[^:]*]]: memref<?x?xf64, strided<[?, 1]>> {strata.name = "kept
// FLAT-SAME: %[[MARKS:[^:]*]]: memref<?x?xi8, strided<[?, 1]>> {strata.name = "kept
// FLAT: %[[MARK:.*]] = memref.load %[[MARKS]]
// FLAT: memref.store %{{.*}}, %[[MARKS]]
// FLAT: memref.store %{{.*}}, %[[KEPT]]
// FLAT: %[[THERE:.*]] = memref.load %[[MARKS]]
// FLAT-NEXT: %[[IS:.*]] = arith.cmpi ne, %[[THERE]]
// FLAT-NEXT: scf.if %[[IS]] {
// FLAT: memref.load %[[KEPT]]
module attributes {strata.stage = "notation"} {
  func.func @masked(%c: !csr {strata.name = "C"}, %m: !csr {strata.name = "M"}, %a: !csr {strata.name = "A"}, %b: !csr {strata.name = "B"}) {
    %0 = strata_itg.access %m ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %a ["i", "k"] : !csr -> f64
    %2 = strata_itg.access %b ["k", "j"] : !csr -> f64
    %3 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    %4 = strata_itg.apply "mul"(%3, %2) : (f64, f64) -> f64
    %5 = strata_itg.reduce "add" %4 over "k" : f64 -> f64
    strata_itg.assign %5 to %c ["i", "j"] : f64, !csr
    return
  }
}
