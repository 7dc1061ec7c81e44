// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-strata-itg-to-strata-pos --verify-diagnostics --split-input-file

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!csc = !strata_itg.tensor<f64, "(d0, d1) -> (d1 : dense, d0 : compressed)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: C(i,j) is assembled level by level: expected the loop over 'i' before that over 'j'; order the loops as the levels are, or list the entries}}
  func.func @loops_against_levels(%c: !csr {strata.name = "C"}, %a: !csc {strata.name = "A"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "j" {
        strata_itg.forall "i" {
          %0 = strata_itg.access %a ["i", "j"] : !csc -> f64
          strata_itg.assign %0 to %c ["i", "j"] : f64, !csr
        }
      }
    }
    return
  }
}

// -----

// expected-error @+1 {{convert-strata-itg-to-strata-pos runs at stage 'coordinate', but the module is at stage 'notation'}}
module attributes {strata.stage = "notation"} {
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!unordered = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed(nonordered))">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: level 0 of v(i) is nonordered, but has to be merged over 'i'; store the tensor with ordered levels}}
  func.func @nonordered_merge(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !unordered {strata.name = "v"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %u ["i"] : !sv -> f64
        %1 = strata_itg.access %v ["i"] : !unordered -> f64
        %2 = strata_itg.apply "mul"(%0, %1) : (f64, f64) -> f64
        strata_itg.assign %2 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{A(i,i)}}
  func.func @diagonal(%y: !vec {strata.name = "y"}, %a: !csr {strata.name = "A"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "i"] : !csr -> f64
        strata_itg.assign %0 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : dense)">
!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: a dense level directly below a nonunique level is not lowered; store the tensor in a format whose level 0 is unique}}
  func.func @dense_below_nonunique(%c: !mat {strata.name = "C"}, %a: !coo {strata.name = "A"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        strata_itg.forall "j" {
          %0 = strata_itg.access %a ["i", "j"] : !coo -> f64
          strata_itg.assign %0 to %c ["i", "j"] accumulate : f64, !mat
        }
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: nothing gives the extent of 'j'; expected a tensor that it indexes}}
  func.func @no_extent(%y: !vec {strata.name = "y"}, %x: !vec {strata.name = "x"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %x ["i"] : !vec -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] : f64, !vec
      }
    }
    return
  }
}

// -----

!vec = !strata_itg.tensor<i1, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: operator 'sqrt' has no meaning for bools; cast its arguments}}
  func.func @operator(%y: !vec {strata.name = "y"}, %x: !vec {strata.name = "x"}) {
    strata_itg.nest parallel("") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %x ["i"] : !vec -> i1
        %1 = strata_itg.apply "sqrt"(%0) : (i1) -> i1
        strata_itg.assign %1 to %y ["i"] : i1, !vec
      }
    }
    return
  }
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: the loop over 'i' has to know its piece: expected a nest with 'cut'}}
  func.func @assembled_without_cuts(%c: !csr {strata.name = "C"}, %a: !csr {strata.name = "A"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        strata_itg.forall "j" {
          %0 = strata_itg.access %a ["i", "j"] : !csr -> f64
          strata_itg.assign %0 to %c ["i", "j"] : f64, !csr
        }
      }
    }
    return
  }
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: the loop over 'i' merges operands: expected a nest with 'cut'}}
  func.func @merged_without_cuts(%y: !vec {strata.name = "y"}, %u: !sv {strata.name = "u"}, %v: !sv {strata.name = "v"}) {
    strata_itg.nest parallel("i") race("none") {
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

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
module attributes {strata.stage = "coordinate"} {
  // expected-error @+1 {{compile: the loop over 'i' must not part equal coordinates: expected a nest with 'cut'}}
  func.func @segments_without_cuts(%y: !vec {strata.name = "y"}, %a: !coo {strata.name = "A"}) {
    strata_itg.nest parallel("i") race("none") {
      strata_itg.forall "i" {
        %0 = strata_itg.access %a ["i", "j"] : !coo -> f64
        %1 = strata_itg.reduce "add" %0 over "j" : f64 -> f64
        strata_itg.assign %1 to %y ["i"] accumulate : f64, !vec
      }
    }
    return
  }
}
