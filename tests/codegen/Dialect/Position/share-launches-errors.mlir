// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-share-launches="loops=i" --split-input-file --verify-diagnostics

// expected-error @+1 {{strata-share-launches runs at stage 'position', but the module is at stage 'flat'}}
module attributes {strata.stage = "flat"} {
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "position"} {
  func.func @kernel(%y: !vec) {
    strata_pos.launch "y" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
  // expected-error @+1 {{strata-share-launches: expected the tensors of @kernel}}
  func.func @other(%y: !vec, %z: !vec) {
    strata_pos.launch "z" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "position"} {
  func.func @kernel(%y: !vec) {
    strata_pos.launch "y" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
  // expected-error @+1 {{strata-share-launches: expected a launch}}
  func.func @other(%y: !vec) {
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "position"} {
  func.func @kernel(%y: !vec) {
    // expected-error @+1 {{strata-share-launches: expected a loop over every 'i' in both launches}}
    strata_pos.launch "y" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
  func.func @other(%y: !vec) {
    strata_pos.launch "z" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "position"} {
  // expected-error @+1 {{a tensor without memory is not written once, before all reads of it}}
  func.func @kernel(%t: !vec {strata.register}) {
    strata_pos.launch "y" race("none") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}

// -----

func.func @accumulators(%n: index, %a: f64) {
  %u = strata_pos.universe[%n, %n)
  %v = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op has 2 accumulators, expected one iterator}}
  %s:2 = strata_pos.coiterate "i"(%u, %v) points [3] init(%a, %a : f64, f64) : f64, f64 {
  ^bb0(%i: index, %x: f64, %y: f64):
    strata_pos.yield %x, %y : f64, f64
  }
  return
}
