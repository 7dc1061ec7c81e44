// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Strata's passes on IR: strata-opt in.mlir --strata-order-loops …
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "strata/DevicePasses.h"
#include "strata/HostPasses.h"
#include "strata/Passes.h"
#include "strata/Pipelines.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  strata::registerDialects(registry);
  // Dialects that only the import from MLIR reads.
  registry.insert<mlir::affine::AffineDialect,
                  mlir::bufferization::BufferizationDialect,
                  mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                  mlir::sparse_tensor::SparseTensorDialect,
                  mlir::tensor::TensorDialect>();
  strata::registerStrataPasses();
  strata::registerStrataHostPasses();
  strata::registerStrataDevicePasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Strata's optimizer driver\n", registry));
}
