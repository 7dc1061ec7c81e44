// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --split-input-file --verify-diagnostics | FileCheck %s

// Result first, names from attributes, formats with their widths; extents from
// whatever operand knows them. The initial tensor is overwritten: +=.
#CSR = #sparse_tensor.encoding<{
  map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 16
}>
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
// CHECK: strata.stage = "notation"
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME: %[[Y:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.extents = array<i64: -1>, strata.name = "y"}
// CHECK-SAME: %[[A:[^:]*]]: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16"> {strata.extents = array<i64: -1, 8>, strata.name = "A"}
// CHECK-SAME: %[[X:[^:]*]]: !strata_itg.tensor<f64, "(d0) -> (d0 : dense)"> {strata.extents = array<i64: 8>, strata.name = "x"})
// CHECK-SAME: attributes {strata.notation = "y(i) += sum(j, A(i,j) * x(j))"}
// CHECK-NEXT: %[[AIJ:.*]] = strata_itg.access %[[A]] ["i", "j"]
// CHECK-NEXT: %[[XJ:.*]] = strata_itg.access %[[X]] ["j"]
// CHECK-NEXT: %[[AX:.*]] = strata_itg.apply "mul"(%[[AIJ]], %[[XJ]]) : (f64, f64) -> f64
// CHECK-NEXT: %[[SUM:.*]] = strata_itg.reduce "add" %[[AX]] over "j"
// CHECK-NEXT: strata_itg.assign %[[SUM]] to %[[Y]] ["i"] accumulate : f64
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @spmv(%a: tensor<?x?xf64, #CSR> {strata.name = "A"},
                %x: tensor<8xf64> {strata.name = "x"},
                %y: tensor<?xf64> {strata.name = "y"}) -> tensor<?xf64> {
  %0 = linalg.generic #matvec
      ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%av: f64, %xv: f64, %out: f64):
    %p = arith.mulf %av, %xv : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// Named ops; a result that starts at zero: =. Names by number.
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: "(d0, d1) -> (d0 : dense, d1 : dense)"> {strata.extents = array<i64: 4, 5>, strata.name = "A2"}
// CHECK-SAME: "(d0, d1) -> (d1 : dense, d0 : compressed)"> {strata.extents = array<i64: 4, 8>, strata.name = "A0"}
// CHECK-SAME: strata.notation = "A2(i,j) = sum(k, A0(i,k) * A1(k,j))"
func.func @spmm(%a: tensor<4x8xf64, #CSC>, %b: tensor<8x5xf64>) -> tensor<4x5xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x5xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4x5xf64>) -> tensor<4x5xf64>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf64, #CSC>, tensor<8x5xf64>)
                     outs(%f : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}

// CHECK-LABEL: func.func @dot(
// CHECK-SAME: strata.notation = "A2 = sum(i, A0(i) * A1(i))"
func.func @dot(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<f32> {
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: strata.notation = "A1(i,j) = A0(j,i)"
func.func @transpose(%a: tensor<3x4xi16>, %t: tensor<4x3xi16>) -> tensor<4x3xi16> {
  %0 = linalg.transpose ins(%a : tensor<3x4xi16>) outs(%t : tensor<4x3xi16>) permutation = [1, 0]
  return %0 : tensor<4x3xi16>
}

// -----

// An op reads what another one made in its place; the sum of the first one has
// a variable of its own.
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
// CHECK-LABEL: func.func @residual(
// CHECK-SAME: strata.notation = "r(i) = b(i) - sum(j, A(i,j) * x(j))"
func.func @residual(%a: tensor<?x?xf64, #CSR> {strata.name = "A"}, %x: tensor<?xf64> {strata.name = "x"},
                    %b: tensor<?xf64> {strata.name = "b"}, %n: index)
    -> (tensor<?xf64> {strata.name = "r"}) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %ax = linalg.matvec ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%f : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.sub ins(%b, %ax : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// The same as one op that subtracts from what was there.
// CHECK-LABEL: func.func @residual_in_place(
// CHECK-SAME: strata.notation = "A2(i) += -sum(j, A0(i,j) * A1(j))"
func.func @residual_in_place(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %r: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%r : tensor<?xf64>) {
  ^bb0(%av: f64, %xv: f64, %out: f64):
    %p = arith.mulf %av, %xv : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// An initial tensor that is read too is not overwritten.
// CHECK-LABEL: func.func @square(
// CHECK-SAME: strata.name = "A2"}{{.*}}strata.name = "A0"}{{.*}}strata.name = "A1"}
// CHECK-SAME: strata.notation = "A2(i) = A1(i) + sum(j, A0(i,j) * A1(j))"
func.func @square(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%a, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// Sums chained through their initial tensors; one that starts at a number.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: strata.notation = "A3(i) = 1.5 + sum(k, A0(i,k) * A1(k)) + sum(j, A0(i,j) * A2(j))"
func.func @chain(%a: tensor<3x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<3xf64> {
  %c = arith.constant dense<1.5> : tensor<3xf64>
  %0 = linalg.matvec ins(%a, %x : tensor<3x?xf64, #CSR>, tensor<?xf64>) outs(%c : tensor<3xf64>) -> tensor<3xf64>
  %1 = linalg.matvec ins(%a, %z : tensor<3x?xf64, #CSR>, tensor<?xf64>) outs(%0 : tensor<3xf64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}

// A value that is read twice is summed over variables of its own each time.
// CHECK-LABEL: func.func @read_twice(
// CHECK-SAME: strata.notation = "A2 = sum(i, A0(i) * A1(i)) * sum(j, A0(j) * A1(j))"
func.func @read_twice(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<f64> {
  %z = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.dot ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%0 : tensor<f64>) outs(%z : tensor<f64>) {
  ^bb0(%x: f64, %out: f64):
    %1 = arith.mulf %x, %x : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  return %1 : tensor<f64>
}

// -----

#CSF = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed, j : compressed, k : compressed) }>
// CHECK-LABEL: func.func @mttkrp(
// CHECK-SAME: strata.notation = "A3(i,j) += sum(k, sum(l, A0(i,k,l) * A1(k,j) * A2(l,j)))"
func.func @mttkrp(%b: tensor<?x?x?xf32, #CSF>, %c: tensor<?x?xf32>, %d: tensor<?x?xf32>, %a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>,
                     affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%b, %c, %d : tensor<?x?x?xf32, #CSF>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) {
  ^bb0(%bv: f32, %cv: f32, %dv: f32, %out: f32):
    %0 = arith.mulf %bv, %cv : f32
    %1 = arith.mulf %0, %dv : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @ttv(
// CHECK-SAME: strata.notation = "A2(i,j) = sum(k, A0(i,j,k) * A1(k))"
func.func @ttv(%b: tensor<2x3x4xf64, #CSF>, %c: tensor<4xf64>) -> tensor<2x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x3xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %c : tensor<2x3x4xf64, #CSF>, tensor<4xf64>) outs(%z : tensor<2x3xf64>) {
  ^bb0(%bv: f64, %cv: f64, %out: f64):
    %0 = arith.mulf %bv, %cv : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// A sparse result keeps its format. Numbers from outside: constants and
// arguments (tensors of order 0).
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed) }>
#elementwise = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %{{[^:]*}}: !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed, d1 : compressed)"> {strata.extents = array<i64: 6, 7>, strata.name = "A3"}
// CHECK-SAME: !strata_itg.tensor<f64, "() -> ()"> {strata.extents = array<i64>, strata.name = "A2"}
// CHECK-SAME: strata.notation = "A3(i,j) = 2.0 * A0(i,j) + A2 * A1(i,j)"
func.func @add(%a: tensor<6x?xf64, #CSR>, %b: tensor<?x7xf64, #DCSR>, %beta: f64) -> tensor<6x7xf64, #DCSR> {
  %alpha = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<6x7xf64, #DCSR>
  %0 = linalg.generic #elementwise
      ins(%a, %b : tensor<6x?xf64, #CSR>, tensor<?x7xf64, #DCSR>) outs(%e : tensor<6x7xf64, #DCSR>) {
  ^bb0(%av: f64, %bv: f64, %out: f64):
    %0 = arith.mulf %alpha, %av : f64
    %1 = arith.mulf %beta, %bv : f64
    %2 = arith.addf %0, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<6x7xf64, #DCSR>
  return %0 : tensor<6x7xf64, #DCSR>
}

// Every term of a sum over loops that it uses whole is summed by itself; a term
// that uses fewer loops stays inside.
// CHECK-LABEL: func.func @two_sums(
// CHECK-SAME: strata.notation = "A3(i) += sum(j, A0(i,j)) - sum(k, A1(i,k))"
func.func @two_sums(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #DCSR>, %v: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // expected-warning @-1 {{argument 2 has no part in the result and is left out}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) outs(%y : tensor<?xf64>) {
  ^bb0(%av: f64, %bv: f64, %out: f64):
    %0 = arith.addf %out, %av : f64
    %1 = arith.subf %0, %bv : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @term_of_fewer_loops(
// CHECK-SAME: strata.notation = "A2(i) += sum(j, A0(i,j) + A1(i))"
func.func @term_of_fewer_loops(%a: tensor<?x?xf64, #CSR>, %v: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
      ins(%a, %v : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%av: f64, %vv: f64, %out: f64):
    %0 = arith.addf %av, %vv : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// Order 0, sizes of 0 and 1, a diagonal that is read.
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: strata.notation = "A1 = -A0"
func.func @scalar(%a: tensor<f64>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %0 = linalg.negf ins(%a : tensor<f64>) outs(%e : tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK-LABEL: func.func @empty(
// CHECK-SAME: strata.extents = array<i64: 0, 1>, strata.name = "A1"
// CHECK-SAME: strata.notation = "A1(i,j) = A0(i,j)"
func.func @empty(%a: tensor<0x1xf64>) -> tensor<0x1xf64> {
  %e = tensor.empty() : tensor<0x1xf64>
  %0 = linalg.copy ins(%a : tensor<0x1xf64>) outs(%e : tensor<0x1xf64>) -> tensor<0x1xf64>
  return %0 : tensor<0x1xf64>
}

// CHECK-LABEL: func.func @trace(
// CHECK-SAME: strata.notation = "A1 += sum(i, A0(i,i))"
func.func @trace(%a: tensor<?x?xf64>, %t: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?x?xf64>) outs(%t : tensor<f64>) {
  ^bb0(%av: f64, %out: f64):
    %0 = arith.addf %out, %av : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// An index variable does not take the name of a tensor.
// CHECK-LABEL: func.func @names(
// CHECK-SAME: strata.notation = "j(k) = i(k)"
func.func @names(%a: tensor<?xf64> {strata.name = "i"}, %n: index) -> (tensor<?xf64> {strata.name = "j"}) {
  %e = tensor.empty(%n) : tensor<?xf64>
  %0 = linalg.copy ins(%a : tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
