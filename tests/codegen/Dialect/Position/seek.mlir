// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --split-input-file --verify-diagnostics | FileCheck %s

!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
// CHECK-LABEL: func.func @seek(
// CHECK: %[[P:.*]], %[[Q:.*]] = strata_pos.seek %{{.*}} level 0 parent[%{{.*}}, %{{.*}}) coordinate %{{.*}} :
// CHECK: %[[IT:.*]] = strata_pos.positions
// CHECK: strata_pos.clip %[[IT]][%[[P]], %[[Q]])
func.func @seek(%a: !dcsr, %i: index, %j: index) {
  %p, %q = strata_pos.seek %a level 0 parent[%i, %j) coordinate %i : !dcsr
  %it = strata_pos.positions %a level 0 parent[%i, %j) : !dcsr
  %part = strata_pos.clip %it[%p, %q)
  return
}

// -----

!dcsr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)">
func.func @no_such_level(%a: !dcsr, %i: index) {
  // expected-error @+1 {{level 2 of a tensor with 2 levels}}
  %p, %q = strata_pos.seek %a level 2 parent[%i, %i) coordinate %i : !dcsr
  return
}

// -----

!any = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonordered))">
func.func @nonordered(%a: !any, %i: index) {
  // expected-error @+1 {{cannot search a nonordered level}}
  %p, %q = strata_pos.seek %a level 0 parent[%i, %i) coordinate %i : !any
  return
}
