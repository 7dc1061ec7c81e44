// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --verify-diagnostics --split-input-file

// Regions that + - * / do not say are refused, never approximated.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @union_of_products(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.binary: region 'left': expected 'nothing', as the other region computes when what is not stored is zero, got 'x'; operators other than + - * / with their zeros are not lowered yet: change the region, or compute on dense tensors}}
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

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @intersection_of_sums(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    // expected-error @+1 {{region 'right': expected 'y', as the other region computes when what is not stored is zero, got 'nothing'}}
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.addf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// -----

// x / 0 is not nothing: a quotient on the intersection is not / of Strata.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @quotient(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    // expected-error @+1 {{region 'left': expected 'x / 0', as the other region}}
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

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#vector = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @set_difference(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #vector ins(%a, %b : tensor<8xf64, #V>, tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.binary: region 'overlap': expected a value, got an empty region; differences of sets of entries are not lowered yet}}
    %r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={}
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @stored_only(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %c = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.unary: region 'absent': expected '1.0', as the other region computes when what is not stored is zero, got 'nothing'}}
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

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @inverted(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %c = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8xf64, #V>
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.unary: region 'present': expected a value, got an empty region; kernels over what is not stored are not lowered yet}}
    %r = sparse_tensor.unary %x : f64 to f64
      present={}
      absent={ sparse_tensor.yield %c : f64 }
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}

// -----

// Entries that no region computes keep the initial value, which = would lose.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @keeps(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @+1 {{linalg.generic: initial value: expected tensor.empty or zero, as entries that no region computes keep it, got another value; add it in an op of its own}}
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

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @keeps_inside(%a: tensor<8xf64, #V>) -> tensor<8xf64> {
  %c = arith.constant dense<1.0> : tensor<8xf64>
  %e = tensor.empty() : tensor<8xf64>
  // expected-error @+1 {{linalg.generic: initial value: expected tensor.empty or zero}}
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
    // expected-error @+1 {{sparse_tensor.unary: result: expected linalg.yield, sparse_tensor.reduce or an addition as its user, got arith.negf; move the operation into the regions}}
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
func.func @product(%a: tensor<?xf64, #V>, %s: tensor<f64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.reduce: region: expected the sum of its arguments, got 'x * y'; sums are the only reductions lowered so far}}
    %t = sparse_tensor.reduce %out, %x, %one : f64 {
      ^bb0(%p: f64, %q: f64):
        %m = arith.mulf %p, %q : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %t : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @identity(%a: tensor<?xf64, #V>, %s: tensor<f64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf64, #V>) outs(%s : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.reduce: identity: expected 0, the identity of the sum, got another value}}
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
#one = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
func.func @selected(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  %e = tensor.empty() : tensor<8xf64, #V>
  %c = arith.constant 4.0 : f64
  %0 = linalg.generic #one ins(%a : tensor<8xf64, #V>) outs(%e : tensor<8xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.select: expected + - * /, negation, a cast or a constant of arith or complex}}
    %r = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %keep = arith.cmpf "uge", %p, %c : f64
        sparse_tensor.yield %keep : i1
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #V>
  return %0 : tensor<8xf64, #V>
}
