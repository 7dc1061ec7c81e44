// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of sparse_tensor ops against operators and reductions of index notation.
#include "Strata_LinalgImport.hpp"

namespace {

using Strata::ScalarType;
using Strata::Testing::LinalgImport;
using Strata::Testing::Operand;

const std::string sparse_vector = "(i) -> (i : compressed), posWidth = 32, crdWidth = 8";

class LinalgOperators : public LinalgImport {
 protected:
  /// w of two sparse vectors: `body` yields of %x and %y.
  void expect_vector(const std::string& body, const std::string& notation) {
    std::vector<Operand> operands;
    for (const char* name : {"w", "u", "v"})
      if (notation.find(name + std::string("(i)")) != std::string::npos)
        operands.push_back({name, sparse_vector, {9}});
    expect_same(R"(
func.func @kernel(%u: tensor<9xf64, #V> {strata.name = "u"}, %v: tensor<9xf64, #V> {strata.name = "v"})
    -> (tensor<9xf64, #V> {strata.name = "w"}) {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<9xf64, #V>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u, %v : tensor<9xf64, #V>, tensor<9xf64, #V>) outs(%e : tensor<9xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):)" + body +
                    R"(
    linalg.yield %r : f64
  } -> tensor<9xf64, #V>
  return %0 : tensor<9xf64, #V>
})",
                notation, operands);
  }

  static std::string binary(const std::string& both, const std::string& left,
                            const std::string& right) {
    return "\n%r = sparse_tensor.binary %x, %y : f64, f64 to f64\noverlap={" + both +
           "}\nleft=" + left + "\nright=" + right;
  }

  /// A result of the rows of a matrix: `body` yields of %x and the total %out.
  void expect_rows(const std::string& init, const std::string& body,
                   const std::string& notation, bool reads_init = false) {
    std::vector<Operand> operands = {{"y", "Dense", {6}}, {"A", "CSR", {6, 8}}};
    if (reads_init) operands.push_back({"z", "Dense", {6}});
    expect_same(R"(
func.func @kernel(%a: tensor<6x8xf64, #CSR> {strata.name = "A"}, %z: tensor<6xf64> {strata.name = "z"})
    -> (tensor<6xf64> {strata.name = "y"}) {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %one = arith.constant 1.0 : f64
  %i = )" + init + R"( : tensor<6xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<6x8xf64, #CSR>) outs(%)" + (reads_init ? "z" : "i") + R"( : tensor<6xf64>) {
  ^bb0(%x: f64, %out: f64):)" + body + R"(
    linalg.yield %r : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
})",
                notation, operands);
  }
};

const std::string sum = "\n^bb0(%p: f64, %q: f64):\n%m = arith.addf %p, %q : f64\n"
                        "sparse_tensor.yield %m : f64\n";
const std::string negative = "{\n^bb0(%p: f64):\n%m = arith.negf %p : f64\n"
                             "sparse_tensor.yield %m : f64\n}";

TEST_F(LinalgOperators, RegionsAreThoseOfUserOperators) {
  expect_vector(binary(sum, "{}", "{}"), "define f(x, y) = x + y on intersection; w(i) = f(u(i), v(i))");
  expect_vector(binary("", "identity", "{}"), "define f(x, y) = x on left_only; w(i) = f(u(i), v(i))");
  expect_vector(binary("", "{}", negative), "define f(x, y) = -y on right_only; w(i) = f(u(i), v(i))");
  expect_vector(binary("", "identity", negative),
                "define f(x, y) = select(stored(x), x, -y) on xor; w(i) = f(u(i), v(i))");
  expect_vector(binary(sum, negative, "{}"),
                "define f(x, y) = select(stored(y), x + y, -x) on left; w(i) = f(u(i), v(i))");
  expect_vector(binary(sum, "{}", negative),
                "define f(x, y) = select(stored(x), x + y, -y) on right; w(i) = f(u(i), v(i))");
  expect_vector(binary(sum, negative, "identity"),
                "define f(x, y) = select(stored(x), select(stored(y), x + y, -x), y) on union; "
                "w(i) = f(u(i), v(i))");
}

TEST_F(LinalgOperators, WhatIsNotStored) {
  expect_vector("\n%r = sparse_tensor.unary %x : f64 to f64\npresent={}\n"
                "absent={ sparse_tensor.yield %one : f64 }",
                "define f(x) = 1 on not(x); w(i) = f(u(i))");
  expect_vector("\n%r = sparse_tensor.unary %x : f64 to f64\npresent={\n^bb0(%p: f64):\n"
                "%m = arith.addf %p, %one : f64\nsparse_tensor.yield %m : f64\n}\nabsent={}",
                "define f(x) = x + 1 on intersection; w(i) = f(u(i))");
}

TEST_F(LinalgOperators, SelectedEntries) {
  expect_vector("\n%r = sparse_tensor.select %x : f64 {\n^bb0(%p: f64):\n"
                "%k = arith.cmpf oge, %p, %one : f64\nsparse_tensor.yield %k : i1\n}",
                "w(i) = select(and(stored(u(i)), gte(u(i), 1)), u(i), 0)");
}

TEST_F(LinalgOperators, ReductionsOfWhatIsStored) {
  auto reduce = [](const std::string& identity, const std::string& op) {
    return "\n%r = sparse_tensor.reduce %out, %x, " + identity + " : f64 {\n^bb0(%p: f64, %q: f64):\n%m = " +
           op + " %p, %q : f64\nsparse_tensor.yield %m : f64\n}";
  };
  const std::string empty = "tensor.empty()";
  expect_rows(empty, reduce("%inf", "arith.minnumf"),
              "y(i) = reduce_min(j, select(stored(A(i,j)), A(i,j), inf))");
  expect_rows(empty, reduce("%one", "arith.mulf"),
              "y(i) = reduce_product(j, select(stored(A(i,j)), A(i,j), 1))");
  expect_rows(empty, reduce("%one", "arith.mulf"),
              "y(i) = z(i) * reduce_product(j, select(stored(A(i,j)), A(i,j), 1))", true);
}

TEST_F(LinalgOperators, AnotherRegionIsAReductionOfItsOwn) {
  expect_rows("tensor.empty()", R"(
    %zero = arith.constant 0.0 : f64
    %r = sparse_tensor.reduce %out, %x, %zero : f64 {
      ^bb0(%p: f64, %q: f64):
        %s = arith.addf %p, %q : f64
        %m = arith.mulf %p, %q : f64
        %d = arith.subf %s, %m : f64
        sparse_tensor.yield %d : f64
    })",
              "define either(x, y) = x + y - x * y identity 0; y(i) = reduce_either(j, A(i,j))");
}

TEST_F(LinalgOperators, ReductionsSeeZerosInPlainBodies) {
  expect_rows("tensor.empty()", "\n%r = arith.maxnumf %out, %x : f64", "y(i) = reduce_max(j, A(i,j))");
  expect_rows("arith.constant dense<2.0>", "\n%r = arith.mulf %x, %out : f64",
              "y(i) = 2 * reduce_product(j, A(i,j))");
}

TEST_F(LinalgOperators, FunctionsComparisonsAndIndices) {
  expect_rows("arith.constant dense<0.0>", R"(
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f64
    %s = math.sqrt %x : f64
    %c = arith.cmpf olt, %s, %f : f64
    %t = arith.select %c, %s, %one : f64
    %w = arith.mulf %t, %x : f64
    %r = arith.addf %out, %w : f64)",
              "y(i) = select(lt(sqrt(A(i,j)), cast_f64(j)), sqrt(A(i,j)), 1) * A(i,j)");
}

TEST_F(LinalgImport, IndexOfAResult) {
  expect_same(R"(
func.func @kernel() -> (tensor<5xi64> {strata.name = "y"}) {
  %e = tensor.empty() : tensor<5xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<5xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %c = arith.constant 3 : index
    %k = arith.muli %i, %c : index
    %v = arith.index_cast %k : index to i64
    linalg.yield %v : i64
  } -> tensor<5xi64>
  return %0 : tensor<5xi64>
})",
              "y(i) = cast_i64(i) * 3", {{"y", "Dense", {5}, ScalarType::i64}});
}

TEST_F(LinalgImport, ConversionsAreTheResultsFormat) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x8xf64, #CSR> {strata.name = "A"}) -> (tensor<6x8xf32, #DCSR> {strata.name = "B"}) {
  %0 = sparse_tensor.convert %a : tensor<6x8xf64, #CSR> to tensor<6x8xf32, #DCSR>
  return %0 : tensor<6x8xf32, #DCSR>
})",
              "B(i,j) = cast_f32(A(i,j))",
              {{"B", "DCSR", {6, 8}, ScalarType::f32}, {"A", "CSR", {6, 8}}});
}

TEST_F(LinalgImport, ConversionOfAComputedOperand) {
  expect_same(R"(
func.func @kernel(%a: tensor<6x8xf64, #CSR> {strata.name = "A"}, %b: tensor<6x8xf64, #CSR> {strata.name = "B"})
    -> (tensor<6x8xf64, #DCSR> {strata.name = "C"}) {
  %e = tensor.empty() : tensor<6x8xf64, #CSC>
  %0 = linalg.generic #elementwise ins(%a, %b : tensor<6x8xf64, #CSR>, tensor<6x8xf64, #CSR>) outs(%e : tensor<6x8xf64, #CSC>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %0 = arith.addf %x, %y : f64
    linalg.yield %0 : f64
  } -> tensor<6x8xf64, #CSC>
  %1 = sparse_tensor.convert %0 : tensor<6x8xf64, #CSC> to tensor<6x8xf64, #DCSR>
  return %1 : tensor<6x8xf64, #DCSR>
})",
              "C(i,j) = A(i,j) + B(i,j)",
              {{"C", "DCSR", {6, 8}}, {"A", "CSR", {6, 8}}, {"B", "CSR", {6, 8}}});
}

}  // namespace
