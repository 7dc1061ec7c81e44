// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-expand-assembly --verify-diagnostics --split-input-file

// expected-error @+1 {{strata-expand-assembly runs at stage 'position', but the module is at stage 'flat'}}
module attributes {strata.stage = "flat"} {
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
module attributes {strata.stage = "position"} {
  func.func @phase(%a: !csr) {
    // expected-error @+1 {{'strata_pos.launch' op phase 'fil', expected count, structure, values, fill, limit or append}}
    strata_pos.launch "a" race("none") assemble %a : !csr phase("fil") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @level(%a: !csr, %i: index) {
  // expected-error @+1 {{'strata_pos.entry' op level 2 of a tensor with 2 levels}}
  strata_pos.entry %a level 2 coordinate %i : !csr {
  }
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @outside(%a: !csr, %i: index) {
  // expected-error @+1 {{'strata_pos.entry' op of level 1 stands inside no entry}}
  strata_pos.entry %a level 1 coordinate %i : !csr {
  }
  return
}

// -----

!csf = !strata_itg.tensor<f64, "(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)">
func.func @nesting(%a: !csf, %i: index) {
  strata_pos.entry %a level 0 coordinate %i : !csf {
    // expected-error @+1 {{'strata_pos.entry' op of level 2 stands inside one of level 0}}
    strata_pos.entry %a level 2 coordinate %i : !csf {
    }
  }
  return
}

// -----

module attributes {strata.stage = "position"} {
  func.func @nothing() {
    // expected-error @+1 {{'strata_pos.launch' op phase 'fill' of a launch that assembles nothing}}
    strata_pos.launch "a" race("none") phase("fill") {
    ^bb0(%piece: index, %pieces: index):
    }
    return
  }
}
