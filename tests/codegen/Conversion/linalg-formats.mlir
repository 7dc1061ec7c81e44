// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg | FileCheck %s

// Conversions: who uses the result reads the source, and a function returns the
// format of its result.
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed) }>
#CSF = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed, j : compressed, k : compressed) }>
#FSC = #sparse_tensor.encoding<{ map = (i, j, k) -> (j : compressed, k : compressed, i : compressed) }>
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

// CHECK-LABEL: func.func @converts(
// CHECK-SAME: %{{[^:]*}}: !strata_itg.tensor<f32, "(d0, d1) -> (d1 : dense, d0 : compressed)"> {strata.extents = array<i64: 4, 5>, strata.name = "B"}
// CHECK-SAME: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)"> {strata.extents = array<i64: 4, 5>, strata.name = "A"}
// CHECK-SAME: strata.notation = "B(i,j) = cast_f32(A(i,j))"
func.func @converts(%a: tensor<4x5xf64, #CSR> {strata.name = "A"}) -> (tensor<4x5xf32, #CSC> {strata.name = "B"}) {
  %0 = sparse_tensor.convert %a : tensor<4x5xf64, #CSR> to tensor<4x5xf32, #CSC>
  return %0 : tensor<4x5xf32, #CSC>
}

// CHECK-LABEL: func.func @to_dense(
// CHECK-SAME: "(d0, d1) -> (d0 : dense, d1 : dense)"> {strata.extents = array<i64: 4, 5>, strata.name = "A1"}
// CHECK-SAME: strata.notation = "A1(i,j) = A0(i,j)"
func.func @to_dense(%a: tensor<4x5xf64, #CSR>) -> tensor<?x?xf64> {
  %0 = sparse_tensor.convert %a : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
  %1 = tensor.cast %0 : tensor<4x5xf64> to tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

// The operand is the tensor that was converted.
// CHECK-LABEL: func.func @operand(
// CHECK-SAME: "(d0, d1) -> (d0 : dense, d1 : compressed)"> {strata.extents = array<i64: 4, 5>, strata.name = "A0"}
// CHECK-SAME: strata.notation = "A2(i) += sum(j, cast_f64(A0(i,j)) * A1(j))"
func.func @operand(%a: tensor<4x5xf32, #CSR>, %x: tensor<5xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = sparse_tensor.convert %a : tensor<4x5xf32, #CSR> to tensor<4x5xf64, #CSC>
  %1 = linalg.matvec ins(%0, %x : tensor<4x5xf64, #CSC>, tensor<5xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %1 : tensor<4xf64>
}

// A computed value has the format that it is converted to last.
// CHECK-LABEL: func.func @computed(
// CHECK-SAME: "(d0, d1) -> (d0 : compressed, d1 : compressed)"> {strata.extents = array<i64: 4, 6>, strata.name = "A2"}
// CHECK-SAME: strata.notation = "A2(i,j) = sum(k, A0(i,k) * A1(k,j))"
func.func @computed(%a: tensor<4x5xf64, #CSR>, %b: tensor<5x6xf64, #CSR>) -> tensor<4x6xf64, #DCSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf64, #CSR>, tensor<5x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  %1 = sparse_tensor.convert %0 : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #CSC>
  %2 = sparse_tensor.convert %1 : tensor<4x6xf64, #CSC> to tensor<4x6xf64, #DCSR>
  return %2 : tensor<4x6xf64, #DCSR>
}

// Zeros of a dense tensor do not become entries.
// CHECK-LABEL: func.func @nonzeros(
// CHECK-SAME: strata.notation = "A1(i) = select(neq(A0(i), 0.0), A0(i) + 1.0, 0.0)"
func.func @nonzeros(%a: tensor<8xf64>) -> tensor<8xf64> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %0 = sparse_tensor.convert %a : tensor<8xf64> to tensor<8xf64, #V>
  %1 = linalg.generic #one ins(%0 : tensor<8xf64, #V>) outs(%e : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          %m = arith.addf %p, %one : f64
          sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %1 : tensor<8xf64>
}

// The same levels under other dimensions: a transposition.
// CHECK-LABEL: func.func @reinterpreted(
// CHECK-SAME: "(d0, d1) -> (d1 : dense, d0 : compressed)"> {strata.extents = array<i64: 4, 5>, strata.name = "A0"}
// CHECK-SAME: strata.notation = "A2(i) += sum(j, A0(j,i) * A1(j))"
func.func @reinterpreted(%a: tensor<4x5xf64, #CSC>, %x: tensor<4xf64>, %y: tensor<5xf64>) -> tensor<5xf64> {
  %0 = sparse_tensor.reinterpret_map %a : tensor<4x5xf64, #CSC> to tensor<5x4xf64, #CSR>
  %1 = linalg.matvec ins(%0, %x : tensor<5x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<5xf64>) -> tensor<5xf64>
  return %1 : tensor<5xf64>
}

// CHECK-LABEL: func.func @rotated(
// CHECK-SAME: {strata.extents = array<i64: 5, 6, 4>, strata.name = "A1"}
// CHECK-SAME: {strata.extents = array<i64: 4, 5, 6>, strata.name = "A0"}
// CHECK-SAME: strata.notation = "A1(i,j,k) = A0(k,i,j)"
func.func @rotated(%a: tensor<4x5x6xf64, #FSC>) -> tensor<5x6x4xf64, #CSF> {
  %0 = sparse_tensor.reinterpret_map %a : tensor<4x5x6xf64, #FSC> to tensor<5x6x4xf64, #CSF>
  return %0 : tensor<5x6x4xf64, #CSF>
}
