// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ENCODING_TEST_HPP
#define STRATA_ENCODING_TEST_HPP

#include <string>

#include <gtest/gtest.h>

#include <mlir/AsmParser/AsmParser.h>
#include <mlir/IR/MLIRContext.h>
#include <strata/Conversion/SparseTensorEncoding.h>

namespace Strata::Testing {

/// Tests of encodings as MLIR parses and prints them.
class EncodingTest : public testing::Test {
 protected:
  using Encoding = mlir::sparse_tensor::SparseTensorEncodingAttr;

  EncodingTest() {
    context.loadDialect<mlir::sparse_tensor::SparseTensorDialect>();
    context.getDiagEngine().registerHandler(
        [](mlir::Diagnostic&) { return mlir::success(); });
  }

  /// Null when MLIR refuses the text.
  Encoding encoding(const std::string& text) {
    return mlir::dyn_cast_or_null<Encoding>(
        mlir::parseAttribute(text, &context));
  }

  mlir::MLIRContext context;
};

}  // namespace Strata::Testing

#endif
