// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --verify-diagnostics --split-input-file

// Every refusal names the operation at fault, what is expected and what to do.

// expected-error @+1 {{convert-linalg-to-strata-itg runs at stage 'none', but the module is at stage 'notation'}}
module attributes {strata.stage = "notation"} {
}

// -----

// expected-error @+1 {{func.func: expected a function with a body, got a declaration; remove it}}
func.func private @declared(tensor<4xf64>)

// -----

#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
func.func @blocked(%a: tensor<4x6xf64, #BSR>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'A0': expected levels that store one dimension each, got (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense); blocked and shifted levels are read from copies, which functions do not make: convert the tensor before the call}}
  %0 = linalg.matvec ins(%a, %x : tensor<4x6xf64, #BSR>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#loose = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : loose_compressed) }>
func.func @loose(%a: tensor<4x6xf64, #loose> {strata.name = "B"}, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'B': sparse_tensor.encoding: level 1: expected dense, compressed or singleton, got loose_compressed; convert the tensor to such levels}}
  %0 = linalg.matvec ins(%a, %x : tensor<4x6xf64, #loose>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#batch = #sparse_tensor.encoding<{ map = (i, j) -> (i : batch, j : compressed) }>
func.func @batch(%a: tensor<4x6xf64, #batch>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{level 0: expected dense, compressed or singleton, got batch}}
  %0 = linalg.matvec ins(%a, %x : tensor<4x6xf64, #batch>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(0, 4, 1)>, j : #sparse_tensor<slice(0, 6, ?)>) -> (i : dense, j : compressed) }>
func.func @slice(%a: tensor<4x6xf64, #slice>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{dimension slices: expected none, got a slice; pass the slice as a tensor of its own}}
  %0 = linalg.matvec ins(%a, %x : tensor<4x6xf64, #slice>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#binary = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), explicitVal = 1.0 : f64 }>
func.func @binary(%a: tensor<4x6xf64, #binary>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{explicitVal: expected stored values, got a value for all entries; store the values}}
  %0 = linalg.matvec ins(%a, %x : tensor<4x6xf64, #binary>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @encoding(%a: tensor<4xf64, "blue">, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'A0': expected no encoding or #sparse_tensor.encoding, got another encoding}}
  %0 = linalg.copy ins(%a : tensor<4xf64, "blue">) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @wide(%a: tensor<4xf80>, %y: tensor<4xf80>) -> tensor<4xf80> {
  // expected-error @+1 {{element type: expected i1, i8 to i64, f16, bf16, f32, f64 or complex of f32 or f64, got f80; cast to one of them}}
  %0 = linalg.copy ins(%a : tensor<4xf80>) outs(%y : tensor<4xf80>) -> tensor<4xf80>
  return %0 : tensor<4xf80>
}

// -----

func.func @wide_operand(%a: tensor<4xf80>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'A0': expected a ranked tensor or a number, of i1, i8 to i64, f16, bf16, f32, f64 or complex of f32 or f64, got f80}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf80>) outs(%y : tensor<4xf32>) {
  ^bb0(%x: f80, %out: f32):
    %0 = arith.truncf %x : f80 to f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Extents: linalg checks each op, the import what casts hide.
func.func @extents(%a: tensor<4xf64>, %b: tensor<5xf64>, %n: index) -> tensor<?xf64> {
  %e = tensor.empty(%n) : tensor<?xf64>
  %0 = tensor.cast %a : tensor<4xf64> to tensor<?xf64>
  %1 = linalg.copy ins(%0 : tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  // expected-error @+1 {{linalg.generic: loop 'i': expected operands of one extent, got 4 and 5; correct the shapes}}
  %2 = linalg.copy ins(%b : tensor<5xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %3 = linalg.negf ins(%a : tensor<4xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %4 = linalg.add ins(%3, %2 : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  return %4 : tensor<?xf64>
}

// -----

func.func @verifier(%a: tensor<4xf64>, %b: tensor<5xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.add ins(%a, %b : tensor<4xf64>, tensor<5xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @convolution(%a: tensor<?xf64>, %f: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @+1 {{linalg.generic: operand 0: expected one loop index for each dimension, got the indexing map (d0, d1) -> (d0 + d1); shifted, blocked and constant indices are not lowered yet: pass a tensor that holds what is indexed}}
  %0 = linalg.conv_1d ins(%a, %f : tensor<?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

func.func @constant_index(%a: tensor<4x5xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{operand 0: expected one loop index for each dimension, got the indexing map (d0) -> (d0, 0)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 0)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4x5xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    linalg.yield %x : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @diagonal_result(%a: tensor<4xf64>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  // expected-error @+1 {{operand 1: expected different loops for the dimensions of the result, got the indexing map (d0) -> (d0, d0); write the diagonal to a vector}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf64>) outs(%y : tensor<4x4xf64>) {
  ^bb0(%x: f64, %out: f64):
    linalg.yield %x : f64
  } -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

func.func @parallel_sum(%a: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{loop 0: expected "reduction", as it indexes no dimension of the result, got "parallel"}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.addf %x, %out : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

func.func @last_value(%a: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{body: expected the result's old value and a value that reduces it, got a value alone; write out + f(ins)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    linalg.yield %x : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

func.func @subtracted_from(%a: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{linalg.generic: body: expected the result's old value once, in a sum, product, minimum, maximum, conjunction or sparse_tensor.reduce with a value, got another use of it; write out + f(ins), or out * f(ins) …}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.subf %x, %out : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

func.func @doubled(%a: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{body: expected the result's old value once}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.addf %x, %out : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @nothing_added(%y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{body: expected the result's old value and a value that reduces it, got the old value alone}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : tensor<4xf64>) {
  ^bb0(%out: f64):
    linalg.yield %out : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// The loop over the second dimension of %a repeats x: its extent would be lost.
func.func @repeated(%a: tensor<4x5xf64>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{loop 'j': expected an index of an operand that the body uses, got a loop that repeats the same addend; multiply by its extent instead}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<4x5xf64>, tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%av: f64, %xv: f64, %out: f64):
    %0 = arith.addf %out, %xv : f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// The values of an index give no extent.
func.func @index_alone(%a: tensor<4x5xf64>, %y: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error @+1 {{loop 'j': expected an index of an operand that the body uses, got a loop that repeats the same addend}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf64>) outs(%y : tensor<4xi64>) {
  ^bb0(%av: f64, %out: i64):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i64
    %1 = arith.addi %out, %0 : i64
    linalg.yield %1 : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @error_function(%a: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{math.erf: expected an operation of arith, math or complex that index notation has, got another operation; index notation has no kernel for it: compute it in a loop of its own}}
  %0 = linalg.erf ins(%a : tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @bits(%a: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%x: i32, %out: i32):
    // expected-error @+1 {{arith.andi: expected an operation of arith, math or complex that index notation has}}
    %0 = arith.andi %x, %x : i32
    linalg.yield %0 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// The low bit is not "other than zero".
func.func @low_bit(%a: tensor<4xi32>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xi32>) outs(%y : tensor<4xi1>) {
  ^bb0(%x: i32, %out: i1):
    // expected-error @+1 {{arith.trunci: expected}}
    %0 = arith.trunci %x : i32 to i1
    linalg.yield %0 : i1
  } -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// expected-error @+1 {{func.func: expected one result, got 2; write a function for each result}}
func.func @two_results(%a: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = linalg.copy ins(%a : tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0, %a : tensor<4xf64>, tensor<4xf64>
}

// -----

func.func @results_of_one_op(%a: tensor<4xf64>, %y: tensor<4xf64>, %z: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{linalg.generic: expected one result, got 2; write an op for each result}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf64>) outs(%y, %z : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x: f64, %o: f64, %p: f64):
    linalg.yield %x, %x : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %0#1 : tensor<4xf64>
}

// -----

func.func @no_computation(%a: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{func.return: result: expected the result of a linalg op, got an argument; write the computation as linalg.generic}}
  return %a : tensor<4xf64>
}

// -----

func.func @softmax(%a: tensor<4x5xf32>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{linalg.softmax: result: expected an argument of the function, the result of a linalg op}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x5xf32>) outs(%y : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// expected-error @+1 {{func.func: expected one block, got branches; write a function for each branch}}
func.func @branches(%a: tensor<4xf64>, %y: tensor<4xf64>, %c: i1) -> tensor<4xf64> {
  cf.cond_br %c, ^first, ^second
^first:
  return %a : tensor<4xf64>
^second:
  return %y : tensor<4xf64>
}

// -----

module {
  // expected-error @+1 {{expected functions over tensors, one for each kernel}}
  module {
  }
}

// -----

func.func @buffers(%a: memref<4xf64>, %y: memref<4xf64>) {
  // expected-error @+1 {{linalg.copy: operands: expected tensors, got buffers; import before bufferization}}
  linalg.copy ins(%a : memref<4xf64>) outs(%y : memref<4xf64>)
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @effects(%a: tensor<4xf64, #V>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{sparse_tensor.print: expected values of one statement, got a tensor that is printed; print it with Strata::print, or with strata inspect}}
  sparse_tensor.print %a : tensor<4xf64, #V>
  %0 = linalg.copy ins(%a : tensor<4xf64, #V>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @numbers(%y: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{arith.constant: result: expected an argument of the function, the result of a linalg op, or a constant of equal numbers}}
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %0 = linalg.copy ins(%c : tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func @undefined(%y: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{tensor.empty: result: expected an argument of the function}}
  %e = tensor.empty() : tensor<2xf64>
  %0 = linalg.copy ins(%e : tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// expected-error @+1 {{func.func: strata.name: expected a name for each argument, got 'a' twice; rename one of them}}
func.func @same_names(%a: tensor<2xf64> {strata.name = "a"}, %y: tensor<2xf64> {strata.name = "a"}) -> tensor<2xf64> {
  %0 = linalg.copy ins(%a : tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// expected-error @+1 {{strata.name: expected an identifier that is not reserved, got 'a b'; rename the argument}}
func.func @no_name(%a: tensor<2xf64> {strata.name = "a b"}, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.copy ins(%a : tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// expected-error @+1 {{strata.name: expected an identifier that is not reserved, got 'workspace0'; rename the argument}}
func.func @name_of_temporary(%a: tensor<2xf64> {strata.name = "workspace0"}, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.copy ins(%a : tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// expected-error @+1 {{strata.name: expected a name of its own for the result, got 'a', the name of an argument; rename it}}
func.func @name_of_result(%a: tensor<2xf64> {strata.name = "a"}) -> (tensor<2xf64> {strata.name = "a"}) {
  %e = tensor.empty() : tensor<2xf64>
  %0 = linalg.copy ins(%a : tensor<2xf64>) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// Eight squarings of a value read twice each time: 2^8 readings and more.
func.func @blows_up(%a: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.mul ins(%a, %a : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %1 = linalg.mul ins(%0, %0 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %2 = linalg.mul ins(%1, %1 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %3 = linalg.mul ins(%2, %2 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %4 = linalg.mul ins(%3, %3 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %5 = linalg.mul ins(%4, %4 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  // expected-error @+1 {{linalg.generic: expected at most 256 linalg ops that are read in place, got more; split the function}}
  %6 = linalg.mul ins(%5, %5 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %7 = linalg.mul ins(%6, %6 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %8 = linalg.mul ins(%7, %7 : tensor<2xf64>, tensor<2xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  return %8 : tensor<2xf64>
}

// -----

// The same inside one body.
func.func @blows_up_inside(%a: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<2xf64>) outs(%y : tensor<2xf64>) {
  ^bb0(%x: f64, %out: f64):
    %0 = arith.mulf %x, %x : f64
    %1 = arith.mulf %0, %0 : f64
    %2 = arith.mulf %1, %1 : f64
    %3 = arith.mulf %2, %2 : f64
    %4 = arith.mulf %3, %3 : f64
    %5 = arith.mulf %4, %4 : f64
    %6 = arith.mulf %5, %5 : f64
    %7 = arith.mulf %6, %6 : f64
    %8 = arith.mulf %7, %7 : f64
    %9 = arith.mulf %8, %8 : f64
    %10 = arith.mulf %9, %9 : f64
    %11 = arith.mulf %10, %10 : f64
    // expected-error @+1 {{arith.mulf: expected an expression of fewer than 4096 operations, got a larger one; split the function}}
    %12 = arith.mulf %11, %11 : f64
    %13 = arith.mulf %12, %12 : f64
    linalg.yield %13 : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
