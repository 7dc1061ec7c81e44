// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --verify-diagnostics --split-input-file

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @complex(%a: tensor<4x5xcomplex<f64>, #CSR>) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.convert: element type: expected numbers that convert to each other, got c128 and f64; convert the elements in a linalg op}}
  %0 = sparse_tensor.convert %a : tensor<4x5xcomplex<f64>, #CSR> to tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#DSDD = #sparse_tensor.encoding<{ map = (i, j, k, l) -> (i : dense, j : compressed, k : dense, l : dense) }>
func.func @blocks(%a: tensor<6x12xi32, #BSR>) -> tensor<3x4x2x3xi32, #DSDD> {
  // expected-error @+1 {{sparse_tensor.reinterpret_map: maps: expected permutations of the dimensions, got (d0, d1) -> (d0 floordiv 2, d1 floordiv 3, d0 mod 2, d1 mod 3); convert the tensor before the call}}
  %0 = sparse_tensor.reinterpret_map %a : tensor<6x12xi32, #BSR> to tensor<3x4x2x3xi32, #DSDD>
  return %0 : tensor<3x4x2x3xi32, #DSDD>
}
