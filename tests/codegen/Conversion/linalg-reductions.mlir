// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#rows = { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"] }
#all = { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"] }
#two = { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"] }

// sparse_tensor.reduce takes what is stored only. A sparse result has no entry
// where there is nothing to reduce.
// CHECK-LABEL: func.func @least(
// CHECK-SAME: strata.notation = "A1(i) = select(stored(reduce_min(j, select(stored(A0(i,j)), A0(i,j), inf))), reduce_min(k, select(stored(A0(i,k)), A0(i,k), inf)), 0.0)"
func.func @least(%a: tensor<4x5xf64, #CSR>) -> tensor<4xf64, #V> {
  %e = tensor.empty() : tensor<4xf64, #V>
  %inf = arith.constant 0x7FF0000000000000 : f64
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%e : tensor<4xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    %t = sparse_tensor.reduce %out, %x, %inf : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.minnumf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<4xf64, #V>
  return %0 : tensor<4xf64, #V>
}

// What the result held is one more number.
// CHECK-LABEL: func.func @greatest(
// CHECK-SAME: strata.notation = "A2 = max(A1, reduce_max(i, reduce_max(j, select(stored(A0(i,j)), A0(i,j), -2147483648))))"
func.func @greatest(%a: tensor<4x5xi32, #CSR>, %s: tensor<i32>) -> tensor<i32> {
  %low = arith.constant -2147483648 : i32
  %0 = linalg.generic #all ins(%a : tensor<4x5xi32, #CSR>) outs(%s : tensor<i32>) {
  ^bb0(%x: i32, %out: i32):
    %t = sparse_tensor.reduce %x, %out, %low : i32 {
      ^bb0(%p: i32, %q: i32):
        %m = arith.maxsi %p, %q : i32
        sparse_tensor.yield %m : i32
    }
    linalg.yield %t : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// A result that starts at the identity starts at nothing in particular.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: strata.notation = "A1(i) = reduce_product(j, select(stored(A0(i,j)), A0(i,j), 1.0))"
func.func @product(%a: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %ones = arith.constant dense<1.0> : tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%ones : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %t = sparse_tensor.reduce %out, %x, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.mulf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @every(
// CHECK-SAME: strata.notation = "A1(i) = reduce_and(j, select(stored(A0(i,j)), A0(i,j), true))"
func.func @every(%a: tensor<4x5xi1, #CSR>) -> tensor<4xi1> {
  %true = arith.constant true
  %init = arith.constant dense<true> : tensor<4xi1>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xi1, #CSR>) outs(%init : tensor<4xi1>) {
  ^bb0(%x: i1, %out: i1):
    %t = sparse_tensor.reduce %out, %x, %true : i1 {
      ^bb0(%p: i1, %q: i1):
        %m = arith.andi %p, %q : i1
        sparse_tensor.yield %m : i1
    }
    linalg.yield %t : i1
  } -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// `or` is the sum of bools; what is not stored is its identity.
// CHECK-LABEL: func.func @some(
// CHECK-SAME: strata.notation = "A1(i) = sum(j, A0(i,j))"
func.func @some(%a: tensor<4x5xi1, #CSR>) -> tensor<4xi1> {
  %false = arith.constant false
  %init = arith.constant dense<false> : tensor<4xi1>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xi1, #CSR>) outs(%init : tensor<4xi1>) {
  ^bb0(%x: i1, %out: i1):
    %t = sparse_tensor.reduce %out, %x, %false : i1 {
      ^bb0(%p: i1, %q: i1):
        %m = arith.ori %p, %q : i1
        sparse_tensor.yield %m : i1
    }
    linalg.yield %t : i1
  } -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Another region is an operator of its own; the total is its first argument.
// CHECK-LABEL: func.func @capped(
// CHECK-SAME: strata.notation = "A1(i) = reduce(j, (x, y) = select(gt(x * y, 100.0), 100.0, x * y) from 1.0, select(stored(A0(i,j)), A0(i,j), 1.0))"
func.func @capped(%a: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %cap = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %t = sparse_tensor.reduce %out, %x, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.mulf %p, %q : f64
        %c = arith.cmpf "ogt", %m, %cap : f64
        %r = arith.select %c, %cap, %m : f64
        sparse_tensor.yield %r : f64
    }
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @total_last(
// CHECK-SAME: strata.notation = "A1(i) = reduce(j, (y, x) = x + y - x * y from 0.0, A0(i,j))"
func.func @total_last(%a: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %t = sparse_tensor.reduce %x, %out, %zero : f64 {
      ^bb0(%p: f64, %q: f64):
        %s = arith.addf %p, %q : f64
        %m = arith.mulf %p, %q : f64
        %r = arith.subf %s, %m : f64
        sparse_tensor.yield %r : f64
    }
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Terms are there where the regions before say so.
// CHECK-LABEL: func.func @least_of_both(
// CHECK-SAME: strata.notation = "A2(i) = reduce_min(j, select(and(stored(A0(i,j)), stored(A1(i,j))), A0(i,j) + A1(i,j), inf))"
func.func @least_of_both(%a: tensor<4x5xf64, #CSR>, %b: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #two ins(%a, %b : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %s = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.addf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left={}
      right={}
    %t = sparse_tensor.reduce %out, %s, %inf : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.minnumf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Bodies without sparse_tensor.reduce see the zeros that are not stored.
// CHECK-LABEL: func.func @sees_zeros(
// CHECK-SAME: strata.notation = "A2(i) = min(A1(i), reduce_min(j, A0(i,j)))"
func.func @sees_zeros(%a: tensor<4x5xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.minimumf %out, %x fastmath<nnan> : f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @scaled_in_place(
// CHECK-SAME: strata.notation = "A2(i) = A1(i) * reduce_product(j, A0(i,j) * A0(i,j))"
func.func @scaled_in_place(%a: tensor<4x5xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.mulf %out, %x : f64
    %1 = arith.mulf %0, %x : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Not of what the result held: the region is written out.
// CHECK-LABEL: func.func @between_operands(
// CHECK-SAME: strata.notation = "A2(i) = select(or(stored(A0(i)), stored(A1(i))), select(stored(A0(i)), A0(i), 1.0) / select(stored(A1(i)), A1(i), 1.0), 0.0)"
func.func @between_operands(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %t = sparse_tensor.reduce %x, %y, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.divf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// NaN is passed on: an operator of its own, as that of index notation leaves it out.
// CHECK-LABEL: func.func @passes_nan_on(
// CHECK-SAME: strata.notation = "A1(i) = reduce(j, (x, y) = select(neq(x, x), x, select(neq(y, y), y, max(x, y))) from -inf, A0(i,j))"
func.func @passes_nan_on(%a: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %low = arith.constant dense<0xFFF0000000000000> : tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf64, #CSR>) outs(%low : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.maximumf %out, %x : f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @of_what_is_stored(
// CHECK-SAME: strata.notation = "A1(i) = reduce(j, (x, y) = select(neq(x, x), x, select(neq(y, y), y, min(x, y))) from inf, select(stored(A0(i,j)), A0(i,j), inf))"
func.func @of_what_is_stored(%a: tensor<4x5xf32, #CSR>) -> tensor<4xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic #rows ins(%a : tensor<4x5xf32, #CSR>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %t = sparse_tensor.reduce %out, %x, %inf : f32 {
      ^bb0(%p: f32, %q: f32):
        %m = arith.minimumf %p, %q : f32
        sparse_tensor.yield %m : f32
    }
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
