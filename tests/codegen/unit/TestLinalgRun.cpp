// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of sparse_tensor, imported, compiled and run: results as MLIR defines them.
#include <limits>

#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestTensors.hpp>

#include "Strata_LinalgImport.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// "(i, j): value" of what is stored, in order.
using Stored = std::map<std::vector<std::int64_t>, double>;

class LinalgRun : public LinalgImport {
 protected:
  using exec_type = Kokkos::DefaultHostExecutionSpace;

  /// The result of a function over tensors A, u and v.
  Stored run(const std::string& text) {
    Module module = from_linalg(text);
    if (!module) throw CodegenError("the function is refused");
    const auto kernel   = *module->getOps<mlir::func::FuncOp>().begin();
    const auto notation = kernel->getAttrOfType<mlir::StringAttr>("strata.notation").str();
    const strata::NotationReader reader(kernel);
    Operands operands;
    for (const auto& [name, declared] : reader.tensors())
      operands[name] = inputs().count(name)
                           ? make_tensor(m_exec, declared.format, inputs().at(name))
                           : result(declared);
    const Plan plan = compile(m_exec, notation, operands);
    plan.execute(m_exec);
    return stored(plan.result());
  }

 private:
  static CooData data(std::vector<std::int64_t> extents, const Stored& stored) {
    CooData out{ScalarType::f64, std::move(extents), {}, {}};
    for (const auto& [coordinate, value] : stored) out.add(coordinate, value);
    return out;
  }

  static const std::map<std::string, CooData>& inputs() {
    static const std::map<std::string, CooData> all = {
        {"u", data({9}, {{{0}, 3}, {{1}, -4}, {{3}, 5}, {{6}, 8.5}})},
        {"v", data({9}, {{{1}, 2}, {{2}, 7}, {{6}, -1.5}, {{8}, 4}})},
        {"A", data({4, 5}, {{{0, 0}, 2}, {{0, 2}, -5}, {{1, 1}, 3}, {{1, 4}, 4}, {{3, 0}, 6}})}};
    return all;
  }

  TensorRef result(const TensorDeclaration& declared) {
    if (!declared.format.is_dense())
      return declare_result(declared.format, declared.scalar, declared.extents);
    return make_tensor(m_exec, declared.format, {declared.scalar, declared.extents, {}, {}});
  }

  Stored stored(const TensorRef& tensor) {
    Stored out;
    const Entries entries = extract(m_exec, tensor);
    for (std::int64_t e = 0; e < entries.size(); ++e) {
      const std::int64_t* c = entries.coordinate(e);
      out[{c, c + entries.order}] = load(entries.scalar, entries.value(e)).number.real();
    }
    return out;
  }

  exec_type m_exec;
};

/// A function of two sparse vectors whose body computes %r of %x and %y.
std::string of_vectors(const std::string& body) {
  return R"(
func.func @kernel(%u: tensor<9xf64, #V> {strata.name = "u"}, %v: tensor<9xf64, #V> {strata.name = "v"}) -> tensor<9xf64, #V> {
  %one = arith.constant 1.0 : f64
  %four = arith.constant 4.0 : f64
  %e = tensor.empty() : tensor<9xf64, #V>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u, %v : tensor<9xf64, #V>, tensor<9xf64, #V>) outs(%e : tensor<9xf64, #V>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    )" + body + R"(
    linalg.yield %r : f64
  } -> tensor<9xf64, #V>
  return %0 : tensor<9xf64, #V>
})";
}

TEST_F(LinalgRun, BinaryWithThreeRegions) {
  const Stored w = run(of_vectors(R"(%r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={
        ^bb0(%p: f64, %q: f64):
          %m = arith.mulf %p, %q : f64
          sparse_tensor.yield %m : f64
      }
      left=identity
      right={
        ^bb0(%q: f64):
          %m = arith.negf %q : f64
          sparse_tensor.yield %m : f64
      })"));
  EXPECT_EQ(w, (Stored{{{0}, 3}, {{1}, -8}, {{2}, -7}, {{3}, 5}, {{6}, -12.75}, {{8}, -4}}));
}

TEST_F(LinalgRun, BinaryThatIsADifferenceOfSets) {
  const Stored w = run(of_vectors(R"(%r = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap={}
      left=identity
      right={})"));
  EXPECT_EQ(w, (Stored{{{0}, 3}, {{3}, 5}}));
}

TEST_F(LinalgRun, UnaryWhereNothingIsStored) {
  const Stored w = run(of_vectors(R"(%r = sparse_tensor.unary %x : f64 to f64
      present={}
      absent={ sparse_tensor.yield %one : f64 })"));
  EXPECT_EQ(w, (Stored{{{2}, 1}, {{4}, 1}, {{5}, 1}, {{7}, 1}, {{8}, 1}}));
}

TEST_F(LinalgRun, SelectLeavesZeros) {
  const Stored w = run(of_vectors(R"(%r = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %k = arith.cmpf oge, %p, %four : f64
        sparse_tensor.yield %k : i1
    })"));
  EXPECT_EQ(w, (Stored{{{0}, 0}, {{1}, 0}, {{3}, 5}, {{6}, 8.5}}));
}

/// Rows of A reduced by `region` of %p and %q, which computes %m.
std::string of_rows(const std::string& identity, const std::string& before,
                    const std::string& region) {
  return R"(
func.func @kernel(%a: tensor<4x5xf64, #CSR> {strata.name = "A"}) -> tensor<4xf64, #V> {
  %id = arith.constant )" +
         identity + R"( : f64
  %e = tensor.empty() : tensor<4xf64, #V>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf64, #CSR>) outs(%e : tensor<4xf64, #V>) {
  ^bb0(%x: f64, %out: f64):
    )" + before +
         R"(
    %r = sparse_tensor.reduce %out, %t, %id : f64 {
      ^bb0(%p: f64, %q: f64):
        )" + region +
         R"(
        sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<4xf64, #V>
  return %0 : tensor<4xf64, #V>
})";
}

const std::string all = "%t = sparse_tensor.unary %x : f64 to f64\npresent={\n^bb0(%p: f64):\n"
                        "sparse_tensor.yield %p : f64\n}\nabsent={}";

TEST_F(LinalgRun, ReduceTakesWhatIsStored) {
  EXPECT_EQ(run(of_rows("0x7FF0000000000000", all, "%m = arith.minnumf %p, %q : f64")),
            (Stored{{{0}, -5}, {{1}, 3}, {{3}, 6}}));
  EXPECT_EQ(run(of_rows("1.0", all, "%m = arith.mulf %p, %q : f64")),
            (Stored{{{0}, -10}, {{1}, 12}, {{3}, 6}}));
}

TEST_F(LinalgRun, ReduceThatPassesNanOn) {
  EXPECT_EQ(run(of_rows("0xFFF0000000000000", all, "%m = arith.maximumf %p, %q : f64")),
            (Stored{{{0}, 2}, {{1}, 4}, {{3}, 6}}));
}

TEST_F(LinalgRun, ReduceByAnotherRegion) {
  EXPECT_EQ(run(of_rows("1.0", all,
                        "%n = arith.mulf %p, %q : f64\n%c = arith.constant 10.0 : f64\n"
                        "%g = arith.cmpf ogt, %n, %c : f64\n%m = arith.select %g, %c, %n : f64")),
            (Stored{{{0}, -10}, {{1}, 10}, {{3}, 6}}));
}

TEST_F(LinalgRun, ReduceOfSelectedEntries) {
  EXPECT_EQ(run(of_rows("1.0", R"(
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %t = sparse_tensor.select %x : f64 {
      ^bb0(%p: f64):
        %k = arith.cmpi ugt, %j, %i : index
        sparse_tensor.yield %k : i1
    })",
                        "%m = arith.mulf %p, %q : f64")),
            (Stored{{{0}, -5}, {{1}, 4}, {{3}, 0}}));
}

TEST_F(LinalgRun, IndicesAndConversions) {
  const Stored y = run(R"(
func.func @kernel(%a: tensor<4x5xf64, #CSR> {strata.name = "A"}) -> tensor<4xf64> {
  %z = arith.constant dense<0.0> : tensor<4xf64>
  %c = sparse_tensor.convert %a : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #CSC>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<4x5xf64, #CSC>) outs(%z : tensor<4xf64>) {
  ^bb0(%x: f64, %out: f64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %f = arith.sitofp %n : i64 to f64
    %m = arith.mulf %x, %f : f64
    %r = arith.addf %out, %m : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
})");
  EXPECT_EQ(y, (Stored{{{0}, -10}, {{1}, 19}, {{2}, 0}, {{3}, 0}}));
}

TEST_F(LinalgRun, ReinterpretedMapTransposes) {
  const Stored t = run(R"(
func.func @kernel(%a: tensor<4x5xf64, #CSC> {strata.name = "A"}) -> tensor<5x4xf64, #DCSR> {
  %0 = sparse_tensor.reinterpret_map %a : tensor<4x5xf64, #CSC> to tensor<5x4xf64, #CSR>
  %1 = sparse_tensor.convert %0 : tensor<5x4xf64, #CSR> to tensor<5x4xf64, #DCSR>
  return %1 : tensor<5x4xf64, #DCSR>
})");
  EXPECT_EQ(t, (Stored{{{0, 0}, 2}, {{0, 3}, 6}, {{1, 1}, 3}, {{2, 0}, -5}, {{4, 1}, 4}}));
}

}  // namespace
