// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{element type 'f80' is not a scalar type of Strata}}
func.func private @element_type(!strata_itg.tensor<f80, "(d0) -> (d0 : dense)">)

// -----

// expected-error @+1 {{element type 'si8' is not a scalar type of Strata}}
func.func private @signed_type(!strata_itg.tensor<si8, "(d0) -> (d0 : dense)">)

// -----

// expected-error @+1 {{format "(d0) -> (d0 : packed)"}}
func.func private @format(!strata_itg.tensor<f64, "(d0) -> (d0 : packed)">)

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @access_indices(%a: !csr) {
  // expected-error @+1 {{'strata_itg.access' op has 1 indices for a tensor of order 2}}
  %0 = strata_itg.access %a ["i"] : !csr -> f64
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @access_type(%a: !csr) {
  // expected-error @+1 {{'strata_itg.access' op result type 'f32' is not the element type 'f64'}}
  %0 = strata_itg.access %a ["i", "j"] : !csr -> f32
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @temporary_variables() {
  // expected-error @+1 {{'strata_itg.temporary' op has 2 indices for a tensor of order 1}}
  %w = strata_itg.temporary "workspace0" ["i", "j"] : !vec
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @assign_indices(%y: !vec) {
  %0 = strata_itg.literal 0 to f64
  // expected-error @+1 {{'strata_itg.assign' op has 0 indices for a tensor of order 1}}
  strata_itg.assign %0 to %y [] : f64, !vec
  return
}

// -----

func.func @apply_function(%x: f64) {
  // expected-error @+1 {{'strata_itg.apply' op unknown operator 'frobnicate'}}
  %0 = strata_itg.apply "frobnicate"(%x) : (f64) -> f64
  return
}

// -----

func.func @apply_operands(%x: f64) {
  // expected-error @+1 {{'strata_itg.apply' op 'mul' takes 2 operands, got 1}}
  %0 = strata_itg.apply "mul"(%x) : (f64) -> f64
  return
}

// -----

func.func @reduce_function(%x: f64) {
  // expected-error @+1 {{'strata_itg.reduce' op unknown operator 'frobnicate'}}
  %0 = strata_itg.reduce "frobnicate" %x over "i" : f64 -> f64
  return
}

// -----

!mat = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @workspace_depth(%a: !mat) {
  %w = strata_itg.temporary "w" ["#piece", "j"] scratch : !mat
  // expected-error @+1 {{adds up a workspace under some of its loops: expected a depth of at least 1 and less than 2}}
  strata_itg.nest parallel("i") race("none") workspace %w ["#piece", "j"] depth 2 : !mat {
    strata_itg.forall "i" {
      strata_itg.forall "j" {
        %0 = strata_itg.access %a ["i", "j"] : !mat -> f64
        strata_itg.assign %0 to %a ["i", "j"] : f64, !mat
      }
    }
  }
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @cut_nothing(%y: !vec, %cuts: !cuts) {
  // expected-error @+1 {{'strata_itg.nest' op cuts loops exactly where it has a tensor of cuts}}
  strata_itg.nest parallel("i") race("none") cut [] at %cuts : !cuts {
    strata_itg.forall "i" {
      %0 = strata_itg.literal 0 to f64
      strata_itg.assign %0 to %y ["i"] : f64, !vec
    }
  }
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!single = !strata_itg.tensor<f32, "(d0, d1) -> (d1 : dense, d0 : compressed)">
func.func @convert_type(%a: !csr) {
  // expected-error @+1 {{'strata_itg.convert' op changes the element type from 'f64' to 'f32'}}
  %0 = strata_itg.convert %a to "A@CSC" : !csr -> !single
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @convert_order(%a: !csr) {
  // expected-error @+1 {{'strata_itg.convert' op changes the order of a tensor from 2 to 1}}
  %0 = strata_itg.convert %a to "A@0" : !csr -> !vec
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @half_a_window(%x: !vec) {
  // expected-error @+1 {{'strata_itg.access' op index 'i(2)': expected a variable, or one with a window i(lo,hi[,stride]) or a set i({1,3,4})}}
  %0 = strata_itg.access %x ["i(2)"] : !vec -> f64
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!row = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @kept_of_no_index(%m: !csr) {
  %row = strata_itg.temporary "kept0" ["#slot", "k"] scratch : !row
  strata_itg.nest parallel("i") race("none") {
    // expected-error @+1 {{'strata_itg.keep' op expected an index of the tensor after another, got 'k' after 'i'}}
    strata_itg.keep %m ["i", "j"] over "k" in %row, %row, %row after "i" : !csr, !row, !row, !row
    strata_itg.forall "i" {
      %0 = strata_itg.access %m ["i", "j"] : !csr -> f64
      strata_itg.assign %0 to %m ["i", "j"] : f64, !csr
    }
  }
  return
}
