// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-simulate-teams="check" --verify-diagnostics --split-input-file

// expected-error @+1 {{strata-simulate-teams runs at stage 'flat', but the module is at stage 'position'}}
module attributes {strata.stage = "position"} {
}

// -----

module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %begin: index, %end: index, %units: index) attributes {strata.label = "y", strata.team = array<i64: 4, 8>} {
    // expected-error @+1 {{is mapped to 'warp', expected league, team, vector or team_vector}}
    scf.for %i = %begin to %end step %units {
    } {strata.map = "warp"}
    return
  }
}

// -----

module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %begin: index, %end: index, %units: index) attributes {strata.label = "y", strata.team = array<i64: 4, 8>} {
    // expected-error @+1 {{shares a carried value of type 'memref<?xf64>', which cannot be summed}}
    %0 = scf.for %i = %begin to %end step %units iter_args(%s = %y) -> (memref<?xf64>) {
      scf.yield %s : memref<?xf64>
    } {strata.map = "vector"}
    return
  }
}

// -----

module attributes {strata.stage = "flat"} {
  func.func private @launch0(%y: memref<?xf64>, %begin: index, %end: index, %units: index) attributes {strata.label = "y", strata.team = array<i64: 4, 8>} {
    %v = arith.constant 1.0 : f64
    // expected-error @+1 {{accesses a buffer that the launch writes outside the launch's units; expected it in the loop over the league}}
    memref.store %v, %y[%begin] : memref<?xf64>
    return
  }
}
