// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --split-input-file | FileCheck %s

// Scalar types, casts and formats on the way from linalg to stage I.
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

// Signless integers are signed; unsigned division casts there and back.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME: strata.notation = "A2(i) = A0(i) / A1(i) - cast_i32(cast_u32(A0(i)) / cast_u32(A1(i))) + -A0(i) * 3"
func.func @integers(%a: tensor<?xi32>, %b: tensor<?xi32>, %c: tensor<?xi32>) -> tensor<?xi32> {
  %three = arith.constant 3 : i32
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%c : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %zero = arith.constant 0 : i32
    %0 = arith.divsi %x, %y : i32
    %1 = arith.divui %x, %y : i32
    %2 = arith.subi %0, %1 : i32
    %3 = arith.subi %zero, %x : i32
    %4 = arith.muli %3, %three : i32
    %5 = arith.addi %2, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: !strata_itg.tensor<ui16,
// CHECK-SAME: strata.notation = "A1(i) = A0(i)"
func.func @unsigned(%a: tensor<?xui16>, %b: tensor<?xui16>) -> tensor<?xui16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<?xui16>) outs(%b : tensor<?xui16>) {
  ^bb0(%x: ui16, %out: ui16):
    linalg.yield %x : ui16
  } -> tensor<?xui16>
  return %0 : tensor<?xui16>
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: strata.notation = "A2(i) = cast_f64(A0(i)) + cast_f64(cast_u8(A1(i))) + cast_f64(cast_f32(cast_f64(cast_i16(A1(i))))) + cast_f64(cast_i64(cast_u64(cast_f64(A0(i)))))"
func.func @casts(%a: tensor<?xf32>, %b: tensor<?xi8>, %c: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xf32>, tensor<?xi8>) outs(%c : tensor<?xf64>) {
  ^bb0(%x: f32, %y: i8, %out: f64):
    %0 = arith.extf %x : f32 to f64
    %1 = arith.uitofp %y : i8 to f64
    %2 = arith.addf %0, %1 : f64
    %3 = arith.extsi %y : i8 to i16
    %4 = arith.sitofp %3 : i16 to f64
    %5 = arith.truncf %4 : f64 to f32
    %6 = arith.extf %5 : f32 to f64
    %7 = arith.addf %2, %6 : f64
    %8 = arith.fptoui %0 : f64 to i64
    %9 = arith.sitofp %8 : i64 to f64
    %10 = arith.addf %7, %9 : f64
    linalg.yield %10 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: strata.notation = "A2(i) = cast_i8(cast_i32(A0(i))) + cast_i8(A1(i)) + cast_i8(A1(i))"
func.func @narrow(%a: tensor<?xf32>, %b: tensor<?xi32>, %c: tensor<?xi8>) -> tensor<?xi8> {
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xf32>, tensor<?xi32>) outs(%c : tensor<?xi8>) {
  ^bb0(%x: f32, %y: i32, %out: i8):
    %0 = arith.fptosi %x : f32 to i32
    %1 = arith.trunci %0 : i32 to i8
    %2 = arith.trunci %y : i32 to i8
    %3 = arith.addi %1, %2 : i8
    %4 = arith.addi %3, %2 : i8
    linalg.yield %4 : i8
  } -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// true is 1 unsigned and -1 signed.
// CHECK-LABEL: func.func @bools(
// CHECK-SAME: strata.notation = "A2(i) = cast_i32(A0(i) * A1(i)) + -cast_i32(A0(i) + A1(i))"
func.func @bools(%a: tensor<?xi1>, %b: tensor<?xi1>, %c: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xi1>, tensor<?xi1>) outs(%c : tensor<?xi32>) {
  ^bb0(%x: i1, %y: i1, %out: i32):
    %0 = arith.andi %x, %y : i1
    %1 = arith.ori %x, %y : i1
    %2 = arith.extui %0 : i1 to i32
    %3 = arith.extsi %1 : i1 to i32
    %4 = arith.addi %2, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Reachability: `or` is the sum of bools.
// CHECK-LABEL: func.func @reach(
// CHECK-SAME: strata.notation = "A2(i) += sum(j, A0(i,j) * A1(j))"
func.func @reach(%a: tensor<?x?xi1>, %x: tensor<?xi1>, %y: tensor<?xi1>) -> tensor<?xi1> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xi1>, tensor<?xi1>) outs(%y : tensor<?xi1>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: func.func @complex(
// CHECK-SAME: strata.notation = "A2(i) = -A0(i) / cast_c128(A1(i)) - complex(1.0, -2.0) * A0(i) + complex(0.5, 3.0) * A0(i)"
func.func @complex(%a: tensor<?xcomplex<f64>>, %b: tensor<?xf64>, %c: tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
  %number = complex.constant [1.0, -2.0] : complex<f64>
  %half = arith.constant 0.5 : f64
  %three = arith.constant 3.0 : f64
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xcomplex<f64>>, tensor<?xf64>) outs(%c : tensor<?xcomplex<f64>>) {
  ^bb0(%x: complex<f64>, %y: f64, %out: complex<f64>):
    %zero = arith.constant 0.0 : f64
    %0 = complex.neg %x : complex<f64>
    %1 = complex.create %y, %zero : complex<f64>
    %2 = complex.div %0, %1 : complex<f64>
    %3 = complex.mul %number, %x : complex<f64>
    %4 = complex.sub %2, %3 : complex<f64>
    %5 = complex.create %half, %three : complex<f64>
    %6 = complex.mul %5, %x : complex<f64>
    %7 = complex.add %4, %6 : complex<f64>
    linalg.yield %7 : complex<f64>
  } -> tensor<?xcomplex<f64>>
  return %0 : tensor<?xcomplex<f64>>
}

// Sums of complex numbers that start at the constant zero.
// CHECK-LABEL: func.func @complex_dot(
// CHECK-SAME: strata.notation = "A2 = sum(i, A0(i) * A1(i))"
func.func @complex_dot(%a: tensor<?xcomplex<f32>>, %b: tensor<?xcomplex<f32>>) -> tensor<complex<f32>> {
  %z = arith.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = linalg.dot ins(%a, %b : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>) outs(%z : tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// -----

// A floating-point sum that starts at -0.0 does not start at 0.
// CHECK-LABEL: func.func @minus_zero(
// CHECK-SAME: strata.notation = "A1 = -0.0 + sum(i, A0(i))"
func.func @minus_zero(%a: tensor<?xf64>) -> tensor<f64> {
  %z = arith.constant dense<-0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.addf %out, %x : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// Levels, orders and widths.
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>
#bag = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered)), crdWidth = 8 }>
#CSF = #sparse_tensor.encoding<{ map = (i, j, k) -> (k : dense, i : compressed, j : compressed), posWidth = 64 }>
#blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : dense), implicitVal = 0.0 : f64 }>
// CHECK-LABEL: func.func @formats(
// CHECK-SAME: "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)"> {
// CHECK-SAME: "(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered)), crdWidth = 8"> {
// CHECK-SAME: "(d0, d1, d2) -> (d2 : dense, d0 : compressed, d1 : compressed), posWidth = 64"> {
// CHECK-SAME: "(d0, d1) -> (d0 : compressed, d1 : dense)"> {
func.func @formats(%a: tensor<?x?xf64, #COO>, %b: tensor<?x?xf64, #bag>, %c: tensor<?x?x?xf64, #CSF>, %d: tensor<?x?xf64, #blocks>, %s: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>,
                     affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> ()>],
    iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%a, %b, %c, %d : tensor<?x?xf64, #COO>, tensor<?x?xf64, #bag>, tensor<?x?x?xf64, #CSF>, tensor<?x?xf64, #blocks>) outs(%s : tensor<f64>) {
  ^bb0(%av: f64, %bv: f64, %cv: f64, %dv: f64, %out: f64):
    %0 = arith.mulf %av, %bv : f64
    %1 = arith.mulf %0, %cv : f64
    %2 = arith.mulf %1, %dv : f64
    %3 = arith.addf %out, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// The module form is that of the other passes: strata-order-loops takes it.
// RUN: strata-opt %s --convert-linalg-to-strata-itg --strata-order-loops --split-input-file | FileCheck %s --check-prefix=ORDER
// ORDER-LABEL: func.func @ordered(
// ORDER: strata_itg.nest parallel("i") race("none")
// ORDER-NEXT: strata_itg.forall "i"
// ORDER: strata_itg.reduce "add"
func.func @ordered(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

// f16 and bf16 are computed in f32 and rounded where the result is stored;
// a truncf in the body rounds too.
// CHECK-LABEL: func.func @half(
// CHECK-SAME: !strata_itg.tensor<f16,
// CHECK-SAME: !strata_itg.tensor<bf16,
// CHECK-SAME: strata.notation = "A2(i) = cast_f16(cast_f32(A0(i)) * 1.5 + cast_f32(A1(i)) + cast_f32(cast_f16(cast_f32(A1(i)))))"
func.func @half(%a: tensor<?xf16>, %b: tensor<?xbf16>, %c: tensor<?xf16>) -> tensor<?xf16> {
  %z = arith.constant 1.5 : f16
  %0 = linalg.generic #vector ins(%a, %b : tensor<?xf16>, tensor<?xbf16>) outs(%c : tensor<?xf16>) {
  ^bb0(%x: f16, %y: bf16, %out: f16):
    %0 = arith.mulf %x, %z : f16
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.extf %0 : f16 to f32
    %3 = arith.addf %2, %1 : f32
    %4 = arith.truncf %1 : f32 to f16
    %5 = arith.extf %4 : f16 to f32
    %6 = arith.addf %3, %5 : f32
    %7 = arith.truncf %6 : f32 to f16
    linalg.yield %7 : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: func.func @half_copy(
// CHECK-SAME: strata.notation = "A1(i) = A0(i)"
func.func @half_copy(%a: tensor<?xbf16>, %b: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = linalg.copy ins(%a : tensor<?xbf16>) outs(%b : tensor<?xbf16>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
