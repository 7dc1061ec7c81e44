// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-choose-merges="body=branchy" --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s --check-prefix=BRANCHY
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-choose-merges="body=gallop" --convert-strata-pos-to-flat --canonicalize --cse | FileCheck %s --check-prefix=GALLOP
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-choose-merges="body=gallop" --convert-strata-pos-to-flat="count-iterations" --canonicalize --cse | FileCheck %s --check-prefix=COUNT

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
// Where both match both step, without a question.
// BRANCHY: func.func private @launch0(
// BRANCHY: scf.while
// BRANCHY: %{{.*}}:2 = scf.if %{{.*}} -> (index, index) {
// BRANCHY: arith.mulf
// BRANCHY-NOT: arith.select
// BRANCHY: scf.yield
// BRANCHY: } else {
// BRANCHY: arith.select
// BRANCHY: arith.select
// BRANCHY: scf.yield

// What stands before the larger coordinate is searched for it.
// GALLOP: func.func private @launch0(
// GALLOP: scf.while
// GALLOP: %{{.*}}:2 = scf.if %{{.*}} -> (index, index) {
// GALLOP: arith.mulf
// GALLOP: } else {
// GALLOP: %[[TARGET:.*]] = arith.maxui
// GALLOP: %[[BEFORE:.*]] = arith.cmpi ult, %{{.*}}, %[[TARGET]]
// GALLOP: scf.if %[[BEFORE]] -> (index) {
// GALLOP: func.call @skip_to_i64(%[[TARGET]]
// GALLOP: scf.if %{{.*}} -> (index) {
// GALLOP: func.call @skip_to_i64(%[[TARGET]]
// GALLOP: func.func private @skip_to_i64(
// GALLOP-SAME: strata.library = "skip_to"

// Every step of a search counts.
// COUNT: func.func private @launch0(
// COUNT-NOT: @skip_to
// COUNT: arith.maxui
// COUNT: scf.while
// COUNT: memref.store %{{.*}} : memref<?xi64>
// COUNT: scf.while
// COUNT: memref.store %{{.*}} : memref<?xi64>
// COUNT: return
module attributes {strata.stage = "coordinate"} {
  func.func @intersection(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !sv {strata.name = "v"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}
