// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels from linalg against kernels from notation: at every stage the IR is
// the same, character by character.
#include "Strata_LinalgImport.hpp"

namespace {

using Strata::Testing::LinalgImport;

TEST_F(LinalgImport, MatrixTimesVector) {
  for (const char* format : {"CSR", "CSC", "DCSR", "COO"})
    expect_same(
        "func.func @kernel(%a: tensor<6x8xf64, #" + std::string(format) +
            R"(> {strata.name = "A"}, %x: tensor<8xf64> {strata.name = "x"},
            %y: tensor<6xf64> {strata.name = "y"}) -> tensor<6xf64> {
  %0 = linalg.matvec ins(%a, %x : tensor<6x8xf64, #)" + format +
            R"(>, tensor<8xf64>) outs(%y : tensor<6xf64>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
})",
        "y(i) += A(i,j) * x(j)",
        {{"y", "Dense", {6}}, {"A", format, {6, 8}}, {"x", "Dense", {8}}});
}

TEST_F(LinalgImport, MatrixTimesMatrix) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x8xf32, #CSR> {strata.name = "A"}, %b: tensor<8x3xf32> {strata.name = "B"})
    -> (tensor<6x3xf32> {strata.name = "C"}) {
  %z = arith.constant dense<0.0> : tensor<6x3xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x8xf32, #CSR>, tensor<8x3xf32>) outs(%z : tensor<6x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
})",
              "C(i,j) = A(i,k) * B(k,j)",
              {{"C", "Dense", {6, 3}, Strata::ScalarType::f32},
               {"A", "CSR", {6, 8}, Strata::ScalarType::f32},
               {"B", "Dense", {8, 3}, Strata::ScalarType::f32}});
}

TEST_F(LinalgImport, ResidualOfTwoOps) {
  expect_same(R"(
func.func @kernel(%b: tensor<6xf64> {strata.name = "b"}, %a: tensor<6x8xf64, #CSC> {strata.name = "A"},
                  %x: tensor<8xf64> {strata.name = "x"}) -> (tensor<6xf64> {strata.name = "r"}) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<6xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %0 = linalg.matvec ins(%a, %x : tensor<6x8xf64, #CSC>, tensor<8xf64>) outs(%f : tensor<6xf64>) -> tensor<6xf64>
  %1 = linalg.sub ins(%b, %0 : tensor<6xf64>, tensor<6xf64>) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  return %1 : tensor<6xf64>
})",
              "r(i) = b(i) - A(i,j) * x(j)",
              {{"r", "Dense", {6}},
               {"b", "Dense", {6}},
               {"A", "CSC", {6, 8}},
               {"x", "Dense", {8}}});
}

TEST_F(LinalgImport, Mttkrp) {
  expect_same(R"(
func.func @kernel(%b: tensor<4x5x6xf64, #CSF> {strata.name = "B"}, %c: tensor<5x3xf64> {strata.name = "C"},
                  %d: tensor<6x3xf64> {strata.name = "D"}) -> (tensor<4x3xf64> {strata.name = "A"}) {
  %z = arith.constant dense<0.0> : tensor<4x3xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>,
                     affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%b, %c, %d : tensor<4x5x6xf64, #CSF>, tensor<5x3xf64>, tensor<6x3xf64>) outs(%z : tensor<4x3xf64>) {
  ^bb0(%bv: f64, %cv: f64, %dv: f64, %out: f64):
    %0 = arith.mulf %bv, %cv : f64
    %1 = arith.mulf %0, %dv : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
})",
              "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
              {{"A", "Dense", {4, 3}},
               {"B", "CSF", {4, 5, 6}},
               {"C", "Dense", {5, 3}},
               {"D", "Dense", {6, 3}}});
}

TEST_F(LinalgImport, TensorTimesVector) {
  expect_same(R"(
func.func @kernel(%b: tensor<4x5x6xf64, #CSF> {strata.name = "B"}, %c: tensor<6xf64> {strata.name = "c"},
                  %a: tensor<4x5xf64> {strata.name = "A"}) -> tensor<4x5xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %c : tensor<4x5x6xf64, #CSF>, tensor<6xf64>) outs(%a : tensor<4x5xf64>) {
  ^bb0(%bv: f64, %cv: f64, %out: f64):
    %0 = arith.mulf %bv, %cv : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
})",
              "A(i,j) += B(i,j,k) * c(k)",
              {{"A", "Dense", {4, 5}}, {"B", "CSF", {4, 5, 6}}, {"c", "Dense", {6}}});
}

TEST_F(LinalgImport, ScaledSum) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x7xf64, #CSR> {strata.name = "A"}, %b: tensor<6x7xf64, #DCSR> {strata.name = "B"})
    -> (tensor<6x7xf64> {strata.name = "C"}) {
  %alpha = arith.constant 2.5 : f64
  %e = tensor.empty() : tensor<6x7xf64>
  %0 = linalg.generic #elementwise
      ins(%a, %b : tensor<6x7xf64, #CSR>, tensor<6x7xf64, #DCSR>) outs(%e : tensor<6x7xf64>) {
  ^bb0(%av: f64, %bv: f64, %out: f64):
    %0 = arith.mulf %alpha, %av : f64
    %1 = arith.subf %0, %bv : f64
    linalg.yield %1 : f64
  } -> tensor<6x7xf64>
  return %0 : tensor<6x7xf64>
})",
              "C(i,j) = 2.5 * A(i,j) - B(i,j)",
              {{"C", "Dense", {6, 7}}, {"A", "CSR", {6, 7}}, {"B", "DCSR", {6, 7}}});
}

TEST_F(LinalgImport, UnionOfRegions) {
  expect_same(R"(
func.func @kernel(%u: tensor<9xf64, #V> {strata.name = "u"}, %v: tensor<9xf64, #V> {strata.name = "v"})
    -> (tensor<9xf64> {strata.name = "w"}) {
  %e = tensor.empty() : tensor<9xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u, %v : tensor<9xf64, #V>, tensor<9xf64, #V>) outs(%e : tensor<9xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %0 = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.addf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right=identity
    linalg.yield %0 : f64
  } -> tensor<9xf64>
  return %0 : tensor<9xf64>
})",
              "w(i) = u(i) + v(i)",
              {{"w", "Dense", {9}},
               {"u", "(i) -> (i : compressed), posWidth = 32, crdWidth = 8", {9}},
               {"v", "(i) -> (i : compressed), posWidth = 32, crdWidth = 8", {9}}});
}

TEST_F(LinalgImport, SampledProduct) {
  expect_same(R"(
func.func @kernel(%s: tensor<6x7xf64, #DCSR> {strata.name = "S"}, %b: tensor<6x3xf64> {strata.name = "B"},
                  %c: tensor<3x7xf64> {strata.name = "C"}, %a: tensor<6x7xf64> {strata.name = "A"}) -> tensor<6x7xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                     affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %b, %c : tensor<6x7xf64, #DCSR>, tensor<6x3xf64>, tensor<3x7xf64>) outs(%a : tensor<6x7xf64>) {
  ^bb0(%sv: f64, %bv: f64, %cv: f64, %out: f64):
    %0 = arith.mulf %sv, %bv : f64
    %1 = arith.mulf %0, %cv : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<6x7xf64>
  return %0 : tensor<6x7xf64>
})",
              "A(i,j) += S(i,j) * B(i,k) * C(k,j)",
              {{"A", "Dense", {6, 7}},
               {"S", "DCSR", {6, 7}},
               {"B", "Dense", {6, 3}},
               {"C", "Dense", {3, 7}}});
}

TEST_F(LinalgImport, IntegersWithUnsignedDivision) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x7xi32, #CSR> {strata.name = "A"}, %b: tensor<6x7xi32> {strata.name = "B"},
                  %c: tensor<6x7xi32> {strata.name = "C"}) -> tensor<6x7xi32> {
  %0 = linalg.generic #elementwise
      ins(%a, %b : tensor<6x7xi32, #CSR>, tensor<6x7xi32>) outs(%c : tensor<6x7xi32>) {
  ^bb0(%av: i32, %bv: i32, %out: i32):
    %0 = arith.divui %av, %bv : i32
    linalg.yield %0 : i32
  } -> tensor<6x7xi32>
  return %0 : tensor<6x7xi32>
})",
              "C(i,j) = cast_i32(cast_u32(A(i,j)) / cast_u32(B(i,j)))",
              {{"C", "Dense", {6, 7}, Strata::ScalarType::i32},
               {"A", "CSR", {6, 7}, Strata::ScalarType::i32},
               {"B", "Dense", {6, 7}, Strata::ScalarType::i32}});
}

TEST_F(LinalgImport, ComplexDot) {
  expect_same(R"(
func.func @kernel(%u: tensor<9xcomplex<f64>> {strata.name = "u"}, %v: tensor<9xcomplex<f64>> {strata.name = "v"})
    -> (tensor<complex<f64>> {strata.name = "s"}) {
  %z = arith.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  %0 = linalg.dot ins(%u, %v : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>) outs(%z : tensor<complex<f64>>) -> tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
})",
              "s = u(i) * v(i)",
              {{"s", "Dense", {}, Strata::ScalarType::c128},
               {"u", "Dense", {9}, Strata::ScalarType::c128},
               {"v", "Dense", {9}, Strata::ScalarType::c128}});
}

TEST_F(LinalgImport, ProductsOfHalves) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x8xf16, #CSR> {strata.name = "A"}, %b: tensor<8x3xf16> {strata.name = "B"})
    -> (tensor<6x3xf16> {strata.name = "C"}) {
  %z = arith.constant dense<0.0> : tensor<6x3xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<6x8xf16, #CSR>, tensor<8x3xf16>) outs(%z : tensor<6x3xf16>) -> tensor<6x3xf16>
  return %0 : tensor<6x3xf16>
})",
              "C(i,j) = A(i,k) * B(k,j)",
              {{"C", "Dense", {6, 3}, Strata::ScalarType::f16},
               {"A", "CSR", {6, 8}, Strata::ScalarType::f16},
               {"B", "Dense", {8, 3}, Strata::ScalarType::f16}});
}

TEST_F(LinalgImport, SumsOfTwoMatrices) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x7xf32, #CSR> {strata.name = "A"}, %b: tensor<6x7xf32, #DCSR> {strata.name = "B"},
                  %y: tensor<6xf64> {strata.name = "y"}) -> tensor<6xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<6x7xf32, #CSR>, tensor<6x7xf32, #DCSR>) outs(%y : tensor<6xf64>) {
  ^bb0(%av: f32, %bv: f32, %out: f64):
    %0 = arith.extf %av : f32 to f64
    %1 = arith.extf %bv : f32 to f64
    %2 = arith.addf %out, %0 : f64
    %3 = arith.subf %2, %1 : f64
    linalg.yield %3 : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
})",
              "y(i) += sum(j, cast_f64(A(i,j))) - sum(k, cast_f64(B(i,k)))",
              {{"y", "Dense", {6}},
               {"A", "CSR", {6, 7}, Strata::ScalarType::f32},
               {"B", "DCSR", {6, 7}, Strata::ScalarType::f32}});
}

}  // namespace
