// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg | FileCheck %s

// Regions of sparse_tensor ops that + - * / do not say: select over stored, as
// operators of users with a region are written out.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
#matrix = { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"] }

// x / 0 is not nothing: a quotient on the intersection is not / alone.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: strata.notation = "A2(i) = select(and(stored(A0(i)), stored(A1(i))), A0(i) / A1(i), 0.0)"
func.func @quotient(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.divf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left={}
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @union_of_products(
// CHECK-SAME: strata.notation = "A2(i) = select(or(stored(A0(i)), stored(A1(i))), select(stored(A0(i)), select(stored(A1(i)), A0(i) * A1(i), A0(i)), A1(i)), 0.0)"
func.func @union_of_products(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.mulf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right=identity
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// Only the structure of %b matters, whose elements are of another type.
// CHECK-LABEL: func.func @set_difference(
// CHECK-SAME: strata.notation = "A2(i) = select(and(stored(A0(i)), not(stored(A1(i)))), A0(i), 0.0)"
func.func @set_difference(%a: tensor<8xf64, #V>, %b: tensor<8xi32, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xi32, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: i32, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, i32 to f64
      overlap={}
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @symmetric_difference(
// CHECK-SAME: strata.notation = "A2(i) = select(neq(stored(A0(i)), stored(A1(i))), select(stored(A0(i)), A0(i), A1(i)), 0.0)"
func.func @symmetric_difference(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={}
      left=identity
      right=identity
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// A dense operand is there everywhere: the region of the other one alone goes.
// CHECK-LABEL: func.func @beside_dense(
// CHECK-SAME: strata.notation = "A2(i) = select(stored(A0(i)), A0(i) / A1(i), A1(i))"
func.func @beside_dense(%a: tensor<8xf64, #V>, %b: tensor<8xf64>) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64>) outs(%e : tensor<8xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.divf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left={}
      right=identity
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK-LABEL: func.func @stored_only(
// CHECK-SAME: strata.notation = "A1(i) = select(stored(A0(i)), A0(i) + 1.0, 0.0)"
func.func @stored_only(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %c = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          %m = arith.addf %p, %c : f64
          sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @inverted(
// CHECK-SAME: strata.notation = "A1(i) = select(not(stored(A0(i))), 1, 0)"
func.func @inverted(%a: tensor<8xf64, #V>) -> tensor<8xi64, #V> {
  %c = arith.constant 1 : i64
  %e = tensor.empty() : tensor<8xi64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xi64, #V>) {
  ^bb0(%x: f64, %out: i64):
    %r = sparse_tensor.unary %x : f64 to i64
      present={}
      absent={ sparse_tensor.yield %c : i64 }
    linalg.yield %r : i64
  } -> tensor<8xi64, #V>
  return %0 : tensor<8xi64, #V>
}

// CHECK-LABEL: func.func @signs(
// CHECK-SAME: strata.notation = "A1(i) = select(stored(A0(i)), 1, -1)"
func.func @signs(%a: tensor<8xf64, #V>) -> tensor<8xi32, #V> {
  %p1 = arith.constant 1 : i32
  %m1 = arith.constant -1 : i32
  %e = tensor.empty() : tensor<8xi32, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xi32, #V>) {
  ^bb0(%x: f64, %out: i32):
    %r = sparse_tensor.unary %x : f64 to i32
      present={
        ^bb0(%p: f64):
          sparse_tensor.yield %p1 : i32
      }
      absent={ sparse_tensor.yield %m1 : i32 }
    linalg.yield %r : i32
  } -> tensor<8xi32, #V>
  return %0 : tensor<8xi32, #V>
}

// Entries that no region computes keep what the result held.
// CHECK-LABEL: func.func @keeps(
// CHECK-SAME: strata.notation = "A2(i) = select(stored(A0(i)), A0(i), A1(i))"
func.func @keeps(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          sparse_tensor.yield %p : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK-LABEL: func.func @keeps_inside(
// CHECK-SAME: strata.notation = "A1(i) = -select(stored(A0(i)), A0(i), 1.0)"
func.func @keeps_inside(%a: tensor<8xf64, #V>) -> tensor<8xf64> {
  %c = arith.constant dense<1.0> : tensor<8xf64>
  %e = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%c : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          sparse_tensor.yield %p : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  %1 = linalg.negf ins(%0 : tensor<8xf64>) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  return %1 : tensor<8xf64>
}

// CHECK-LABEL: func.func @selected(
// CHECK-SAME: strata.notation = "A1(i) = select(and(stored(A0(i)), not(lt(A0(i), 4.0))), A0(i), 0.0)"
func.func @selected(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %c = arith.constant 4.0 : f64
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %keep = arith.cmpf "uge", %p, %c : f64
        sparse_tensor.yield %keep : i1
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @upper_triangle(
// CHECK-SAME: strata.notation = "A1(i,j) = select(and(stored(A0(i,j)), gt(j, i)), A0(i,j), 0.0)"
func.func @upper_triangle(%a: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %e = tensor.empty() : tensor<8x8xf64, #CSR>
  %0 = linalg.generic #matrix ins(%a : tensor<8x8xf64, #CSR>) outs(%e : tensor<8x8xf64, #CSR>) {
  ^bb0(%x: f64, %out: f64):
    %row = linalg.index 0 : index
    %col = linalg.index 1 : index
    %r = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %keep = arith.cmpi "ugt", %col, %row : index
        sparse_tensor.yield %keep : i1
    }
    linalg.yield %r : f64
  } -> tensor<8x8xf64, #CSR>
  return %0 : tensor<8x8xf64, #CSR>
}

// An op asks where the one before it has a value: where that was selected.
// CHECK-LABEL: func.func @asks_selected(
// CHECK-SAME: strata.notation = "A1(i) = select(not(and(stored(A0(i)), gt(A0(i), 4.0))), 1.0, 0.0)"
func.func @asks_selected(%a: tensor<8xf64, #V>) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %d = tensor.empty() : tensor<8xf64>
  %c = arith.constant 4.0 : f64
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %keep = arith.cmpf "ogt", %p, %c : f64
        sparse_tensor.yield %keep : i1
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  %1 = linalg.generic #one ins(%0 : tensor<8xf64, #V>) outs(%d : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={}
      absent={ sparse_tensor.yield %one : f64 }
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %1 : tensor<8xf64>
}

// A dense tensor in between has every entry.
// CHECK-LABEL: func.func @dense_in_between(
// CHECK-SAME: strata.notation = "A1(i) = A0(i) + 1.0"
func.func @dense_in_between(%a: tensor<8xf64, #V>) -> tensor<8xf64> {
  %d = tensor.empty() : tensor<8xf64>
  %one = arith.constant 1.0 : f64
  %0 = linalg.copy ins(%a : tensor<8xf64, #V>) outs(%d : tensor<8xf64>) -> tensor<8xf64>
  %1 = linalg.generic #one ins(%0 : tensor<8xf64>) outs(%d : tensor<8xf64>) {
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
