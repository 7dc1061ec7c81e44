// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --strata-order-loops --verify-diagnostics --split-input-file

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{the storage orders of the operands of 'A(i,j) * B(i,j)' form a cycle over 'i', 'j'}}
  func.func @cycle(%c: !mat {strata.name = "C"}, %a: !csr {strata.name = "A"}, %b: !csc {strata.name = "B"}) {
    %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
    %1 = strata_itg.access %b ["i", "j"] : !csc -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %c ["i", "j"] : f64, !mat
    return
  }
}

// -----

// expected-error @+1 {{strata-order-loops runs at stage 'notation', but the module is at stage 'coordinate'}}
module attributes {strata.stage = "coordinate"} {
}

// -----

// expected-error @+1 {{strata-order-loops runs at stage 'notation', but the module is at stage 'none'}}
module {
}

// -----

module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{expected one assignment}}
  func.func @no_assignment() {
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{expected one assignment}}
  func.func @two_assignments(%y: !vec {strata.name = "y"}) {
    %0 = strata_itg.literal 0.0 : f64 to f64
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    strata_itg.assign %0 to %y ["i"] : f64, !vec
    return
  }
}

// -----

!coo = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonunique, nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "notation"} {
  // expected-error @+1 {{u(i) has a level that is nonunique and nonordered, so that its duplicates cannot be summed before 'u(i) * u(i)' is computed; expected it once, as a factor; store it with ordered levels}}
  func.func @duplicates(%y: !vec {strata.name = "y"}, %u: !coo {strata.name = "u"}) {
    %0 = strata_itg.access %u ["i"] : !coo -> f64
    %1 = strata_itg.access %u ["i"] : !coo -> f64
    %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
    strata_itg.assign %2 to %y ["i"] : f64, !vec
    return
  }
}
