// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg | FileCheck %s

// sparse_tensor.unary, binary and reduce, where their regions say what + - * /
// say when what is not stored is zero.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

// CHECK-LABEL: func.func @intersection(
// CHECK-SAME: strata.notation = "A2(i) = A0(i) * A1(i)"
func.func @intersection(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.mulf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left={}
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @union(
// CHECK-SAME: strata.notation = "A2(i) = A0(i) + A1(i)"
func.func @union(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.addf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right=identity
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// CHECK-LABEL: func.func @difference(
// CHECK-SAME: strata.notation = "A2(i) = A0(i) - 2.0 * A1(i)"
func.func @difference(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %c = arith.constant 2.0 : f64
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %2 = arith.mulf %c, %q : f64
          %m = arith.subf %p, %2 : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right={
        ^bb0(%q: f64):
          %2 = arith.mulf %c, %q : f64
          %m = arith.negf %2 : f64
          sparse_tensor.yield %m : f64
      }
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// A dense operand is always there: only the regions with it matter.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: strata.notation = "A2(i) = A0(i) / A1(i)"
func.func @quotient(%a: tensor<8xf64, #V>, %b: tensor<8xf64>) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64>) outs(%e : tensor<8xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.divf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: strata.notation = "A1(i) = cast_f64(A0(i)) * 3.0"
func.func @scaled(%a: tensor<8xf32, #V>) -> tensor<8xf64, #V> {
  %c = arith.constant 3.0 : f64
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf32, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f32, %out: f64):
    %r = sparse_tensor.unary %x : f32 to f64
      present={
        ^bb0(%p: f32):
          %w = arith.extf %p : f32 to f64
          %m = arith.mulf %w, %c : f64
          sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// The value where nothing is stored is that of zero.
// CHECK-LABEL: func.func @shifted(
// CHECK-SAME: strata.notation = "A1(i) = A0(i) + 1.0"
func.func @shifted(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // The region has a value everywhere: what %y held does not matter.
  %c = arith.constant 1.0 : f64
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          %m = arith.addf %p, %c : f64
          sparse_tensor.yield %m : f64
      }
      absent={ sparse_tensor.yield %c : f64 }
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// A sum of what a region computes, written as custom reduction and as addition.
// CHECK-LABEL: func.func @reduced(
// CHECK-SAME: strata.notation = "A1 += sum(i, A0(i) * A0(i))"
func.func @reduced(%a: tensor<?xf64, #V>, %s: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          %m = arith.mulf %p, %p : f64
          sparse_tensor.yield %m : f64
      }
      absent={}
    %t = sparse_tensor.reduce %out, %r, %zero : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.addf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// What the result held is there everywhere.
// CHECK-LABEL: func.func @added(
// CHECK-SAME: strata.notation = "A1(i) += A0(i)"
func.func @added(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.binary %out, %x : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.addf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right=identity
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
