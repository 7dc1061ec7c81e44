// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LINALG_IMPORT_HPP
#define STRATA_LINALG_IMPORT_HPP

#include <gtest/gtest.h>

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SparseTensor/IR/SparseTensor.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>
#include <strata/Conversion/Notation.h>
#include <strata/Passes.h>
#include <strata/Pipelines.h>

namespace Strata::Testing {

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

/// A tensor of the notation: format as text, extents.
struct Operand {
  std::string name, format;
  std::vector<std::int64_t> extents;
  Strata::ScalarType scalar = Strata::ScalarType::f64;
};

class LinalgImport : public testing::Test {
 protected:
  LinalgImport() {
    mlir::DialectRegistry registry;
    strata::registerDialects(registry);
    registry.insert<mlir::bufferization::BufferizationDialect,
                    mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                    mlir::sparse_tensor::SparseTensorDialect,
                    mlir::tensor::TensorDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  Module from_linalg(const std::string& text) {
    Module module =
        mlir::parseSourceString<mlir::ModuleOp>(prelude + text, &context);
    if (!module) return module;
    mlir::PassManager pm(&context);
    pm.addPass(strata::createConvertLinalgToIterationGraph());
    return mlir::succeeded(pm.run(*module)) ? std::move(module) : nullptr;
  }

  /// Operands in the order of arguments, result first.
  Module from_notation(const std::string& text,
                       const std::vector<Operand>& operands) {
    Strata::TensorDeclarations tensors;
    std::vector<std::string> names;
    for (const Operand& o : operands) {
      const int rank = static_cast<int>(o.extents.size());
      tensors[o.name] = {Strata::TensorFormat::parse(o.format, rank), o.scalar,
                         o.extents};
      names.push_back(o.name);
    }
    return strata::importNotation(
        &context, {Strata::check(Strata::parse_notation(text), tensors)}, names);
  }

  std::string at_stage(mlir::ModuleOp module, Strata::Stage stage) {
    mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
    strata::CompileRequest request;
    mlir::PassManager pm(&context);
    strata::buildStagePipeline(pm, request, stage);
    EXPECT_TRUE(mlir::succeeded(pm.run(*copy)));
    std::string text;
    llvm::raw_string_ostream os(text);
    copy->print(os);
    return text;
  }

  void expect_same(const std::string& linalg, const std::string& notation,
                   const std::vector<Operand>& operands) {
    Module imported = from_linalg(linalg);
    ASSERT_TRUE(imported) << linalg;
    Module expected = from_notation(notation, operands);
    for (const Strata::Stage stage :
         {Strata::Stage::notation, Strata::Stage::coordinate,
          Strata::Stage::position, Strata::Stage::flat})
      EXPECT_EQ(at_stage(*imported, stage), at_stage(*expected, stage))
          << notation;
    // The text of the statement says the same.
    const auto kernel = *imported->getOps<mlir::func::FuncOp>().begin();
    const auto text   = kernel->getAttrOfType<mlir::StringAttr>("strata.notation");
    EXPECT_EQ(at_stage(*from_notation(text.str(), operands), Strata::Stage::notation),
              at_stage(*imported, Strata::Stage::notation));
  }

  mlir::MLIRContext context;

 private:
  const std::string prelude = R"(
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>
#CSF = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed, j : compressed, k : compressed) }>
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), posWidth = 32, crdWidth = 8 }>
#elementwise = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                iterator_types = ["parallel", "parallel"]}
)";
};

}  // namespace Strata::Testing

#endif
