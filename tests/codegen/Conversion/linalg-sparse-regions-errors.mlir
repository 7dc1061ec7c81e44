// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --verify-diagnostics --split-input-file

// A dense operand is always there: nothing is computed where it is absent.
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @nowhere(%a: tensor<8xf64>) -> tensor<8xf64> {
  %c = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic #one ins(%a : tensor<8xf64>) outs(%e : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.unary: regions: expected a value where operands are there, got nothing that is computed anywhere; remove the operation}}
    %r = sparse_tensor.unary %x : f64 to f64
      present={}
      absent={ sparse_tensor.yield %c : f64 }
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @captures(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          // expected-error @+1 {{arith.mulf: operand: expected arguments of its own region, or constants, got a value of the body around it; make it an operand of the operation}}
          %m = arith.mulf %p, %x : f64
          sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @used_further(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.unary: result: expected linalg.yield, an op of sparse_tensor or an addition as its user, got arith.negf; move the operation into the regions}}
    %r = sparse_tensor.unary %x : f64 to f64
      present={
        ^bb0(%p: f64):
          sparse_tensor.yield %p : f64
      }
      absent={}
    %m = arith.negf %r : f64
    linalg.yield %m : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @identity(%a: tensor<?xf64, #V>, %s: tensor<f64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.reduce: identity: expected 0, which leaves the other argument of the region alone, got 1.0; combine it with the initial value of the result}}
    %t = sparse_tensor.reduce %out, %x, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.addf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @least(%a: tensor<?xi32, #V>, %s: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xi32, #V>) outs(%s : tensor<i32>) {
  ^bb0(%x: i32, %out: i32):
    // expected-error @+1 {{identity: expected 2147483647, which leaves the other argument of the region alone, got 0}}
    %t = sparse_tensor.reduce %out, %x, %zero : i32 {
      ^bb0(%p: i32, %q: i32):
        %m = arith.minsi %p, %q : i32
        sparse_tensor.yield %m : i32
    }
    linalg.yield %t : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @computed_identity(%a: tensor<?xf64, #V>, %n: f64, %s: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{identity: expected a constant, got a value that is computed; pass the number that the region leaves alone}}
    %t = sparse_tensor.reduce %out, %x, %n : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.mulf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// A region that reads a tensor of its own: an operator has its arguments only.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @reads_a_scalar(%a: tensor<?xf64, #V>, %n: f64, %s: tensor<f64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.reduce: region: expected its arguments and constants, got a tensor, a number from outside or an index; combine it with the terms or with the initial value}}
    %t = sparse_tensor.reduce %out, %x, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.mulf %p, %q : f64
        %c = arith.minnumf %m, %n : f64
        sparse_tensor.yield %c : f64
    }
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @region_of_the_result(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @+1 {{linalg.generic: body: expected the result's old value once, in a sum, product, minimum, maximum, conjunction or sparse_tensor.reduce with a value, got another use of it}}
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    %r = sparse_tensor.binary %out, %x : f64, f64 to f64
      overlap={}
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
