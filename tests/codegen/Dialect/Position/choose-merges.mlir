// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-choose-merges --split-input-file | FileCheck %s
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-expand-assembly --strata-choose-merges --split-input-file | FileCheck %s --check-prefix=PHASES
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --strata-choose-merges="body=branchy" --split-input-file | FileCheck %s --check-prefix=FORCED

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// v holds 2^5 times as many entries as u: the loop skips in v.
// CHECK-LABEL: func.func @skewed(
// CHECK: coiterate "i"(%{{.*}}, %{{.*}}) points [3] body "gallop" {
// FORCED-LABEL: func.func @skewed(
// FORCED: coiterate "i"(%{{.*}}, %{{.*}}) points [3] body "branchy" {
module attributes {strata.stage = "coordinate"} {
  func.func @skewed(%w: !sv {strata.name = "w"}, %u: !sv {strata.name = "u", strata.length = 0 : i64}, %v: !sv {strata.name = "v", strata.length = 5 : i64}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %w ["i"] : f64, !sv
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// Of about the same length. A match is a branch when it is counted, too.
// CHECK-LABEL: func.func @balanced(
// CHECK: coiterate "i"(%{{.*}}, %{{.*}}) points [3] body "branchy" {
// PHASES-LABEL: func.func @balanced(
// PHASES-COUNT-2: coiterate "i"(%{{.*}}, %{{.*}}) points [3] body "branchy" {
module attributes {strata.stage = "coordinate"} {
  func.func @balanced(%w: !sv {strata.name = "w"}, %u: !sv {strata.name = "u", strata.length = 0 : i64}, %v: !sv {strata.name = "v", strata.length = 4 : i64}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %w ["i"] : f64, !sv
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
// A union skips nothing, however long its operands are; every coordinate is
// appended in a branch, but counted without one.
// PHASES-LABEL: func.func @union(
// PHASES: phase("count")
// PHASES: coiterate "i"(%{{.*}}, %{{.*}}) points [3, 1, 2] {
// PHASES: phase("fill")
// PHASES: coiterate "i"(%{{.*}}, %{{.*}}) points [3, 1, 2] body "branchy" {
// CHECK-LABEL: func.func @union(
// CHECK: coiterate "i"(%{{.*}}, %{{.*}}) points [3, 1, 2] body "branchy" {
module attributes {strata.stage = "coordinate"} {
  func.func @union(%w: !sv {strata.name = "w"}, %u: !sv {strata.name = "u", strata.length = 0 : i64}, %v: !sv {strata.name = "v", strata.length = 9 : i64}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !sv -> f64
        %2 = strata_itg.apply "add"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %w ["i"] : f64, !sv
      }
    }
    return
  }
}
