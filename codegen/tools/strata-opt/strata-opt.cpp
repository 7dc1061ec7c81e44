// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Strata's passes on IR: strata-opt in.mlir --strata-order-loops …
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "strata/Passes.h"
#include "strata/Pipelines.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  strata::registerDialects(registry);
  strata::registerStrataPasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Strata's optimizer driver\n", registry));
}
