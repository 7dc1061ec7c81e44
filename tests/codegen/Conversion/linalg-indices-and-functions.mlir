// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg | FileCheck %s

// Values of index variables, functions and comparisons.
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#rows = { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"] }
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
#two = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

// CHECK-LABEL: func.func @moments(
// CHECK-SAME: strata.notation = "A1(i) += sum(j, A0(i,j) * cast_f64(j))"
// CHECK: strata_itg.index "j" : i32
func.func @moments(%a: tensor<4x5xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %f = arith.uitofp %n : i64 to f64
    %0 = arith.mulf %x, %f : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Arithmetic of indices is that of i64; the result gives the extent.
// CHECK-LABEL: func.func @iota(
// CHECK-SAME: strata.notation = "A0(i) = cast_i32(cast_i64(i) * 3 + 1)"
func.func @iota() -> tensor<7xi32> {
  %e = tensor.empty() : tensor<7xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<7xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %0 = arith.muli %i, %c3 : index
    %1 = arith.addi %0, %c1 : index
    %2 = arith.index_cast %1 : index to i32
    linalg.yield %2 : i32
  } -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// An op that is read twice has loops of its own, and indices of them.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: strata.notation = "A1 = sum(i, A0(i) * cast_f64(i)) * sum(j, A0(j) * cast_f64(j))"
func.func @twice(%a: tensor<7xf64>) -> tensor<f64> {
  %z = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<7xf64>) outs(%z : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f64
    %0 = arith.mulf %x, %f : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  %1 = linalg.mul ins(%0, %0 : tensor<f64>, tensor<f64>) outs(%z : tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}

// CHECK-LABEL: func.func @functions(
// CHECK-SAME: strata.notation = "A2(i) = max(sqrt(A0(i)), min(pow(A1(i), 2.0), mod(A0(i), A1(i)))) + tanh(abs(A0(i)))"
func.func @functions(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> {
  %two = arith.constant 2.0 : f64
  %0 = linalg.generic #two ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%c : tensor<?xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %0 = math.sqrt %x : f64
    %1 = math.powf %y, %two : f64
    %2 = arith.remf %x, %y : f64
    %3 = arith.minnumf %1, %2 : f64
    %4 = arith.maxnumf %0, %3 : f64
    %5 = math.absf %x : f64
    %6 = math.tanh %5 : f64
    %7 = arith.addf %4, %6 : f64
    linalg.yield %7 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @named(
// CHECK-SAME: strata.notation = "A1(i) = exp(A0(i))"
func.func @named(%a: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Where a number is NaN, ordered comparisons are false and unordered ones true.
// CHECK-LABEL: func.func @comparisons(
// CHECK-SAME: strata.notation = "A2(i) = neq(select(lte(A0(i), A1(i)), not(gte(A0(i), A1(i))), or(lt(A0(i), A1(i)), gt(A0(i), A1(i)))), or(neq(A0(i), A0(i)), neq(A1(i), A1(i))))"
func.func @comparisons(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: tensor<?xi1>) -> tensor<?xi1> {
  %0 = linalg.generic #two ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%c : tensor<?xi1>) {
  ^bb0(%x: f64, %y: f64, %out: i1):
    %0 = arith.cmpf "ole", %x, %y : f64
    %1 = arith.cmpf "ult", %x, %y : f64
    %2 = arith.cmpf "one", %x, %y : f64
    %3 = arith.select %0, %1, %2 : i1
    %4 = arith.cmpf "uno", %x, %y : f64
    %5 = arith.xori %3, %4 : i1
    linalg.yield %5 : i1
  } -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: strata.notation = "A2(i) = select(lt(cast_u8(A0(i)), cast_u8(A1(i))), max(A0(i), A1(i)), cast_i8(min(cast_u8(A0(i)), cast_u8(A1(i)))))"
func.func @integers(%a: tensor<?xi8>, %b: tensor<?xi8>, %c: tensor<?xi8>) -> tensor<?xi8> {
  %0 = linalg.generic #two ins(%a, %b : tensor<?xi8>, tensor<?xi8>) outs(%c : tensor<?xi8>) {
  ^bb0(%x: i8, %y: i8, %out: i8):
    %0 = arith.cmpi "ult", %x, %y : i8
    %1 = arith.maxsi %x, %y : i8
    %2 = arith.minui %x, %y : i8
    %3 = arith.select %0, %1, %2 : i8
    linalg.yield %3 : i8
  } -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// Functions of f16 are those of f32.
// CHECK-LABEL: func.func @half(
// CHECK-SAME: strata.notation = "A1(i) = cast_f16(sin(cast_f32(A0(i))))"
func.func @half(%a: tensor<?xf16>, %y: tensor<?xf16>) -> tensor<?xf16> {
  %0 = linalg.generic #one ins(%a : tensor<?xf16>) outs(%y : tensor<?xf16>) {
  ^bb0(%x: f16, %out: f16):
    %0 = math.sin %x : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: func.func @modulus(
// CHECK-SAME: strata.notation = "A1(i) = abs(exp(A0(i)))"
func.func @modulus(%a: tensor<?xcomplex<f64>>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic #one ins(%a : tensor<?xcomplex<f64>>) outs(%y : tensor<?xf64>) {
  ^bb0(%x: complex<f64>, %out: f64):
    %0 = complex.exp %x : complex<f64>
    %1 = complex.abs %0 : complex<f64>
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @rectified(
// CHECK-SAME: strata.notation = "A1(i) = select(neq(A0(i), A0(i)), A0(i), max(A0(i), 0.0))"
func.func @rectified(%a: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #one ins(%a : tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.maximumf %x, %zero : f64
    linalg.yield %0 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
