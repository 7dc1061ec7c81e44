// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HAND_WRITTEN_HPP
#define STRATA_HAND_WRITTEN_HPP

#include <string>

#include <Strata_Error.hpp>
#include <Strata_Modules.h>
#include <Target/LLVMIR/HostCode.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h>
#include <mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h>
#include <strata/Passes.h>
#include <strata/Pipelines.h>

namespace Strata::Testing {

/// A hand-written module at stage position, compiled as expressions are.
class HandWritten {
 public:
  /// `map`: loops are mapped by strata-map-loops, else as they are written.
  HandWritten(const std::string& text, const PlanOptions& options, bool map) {
    mlir::DialectRegistry registry;
    strata::registerDialects(registry);
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) throw CodegenError("the hand-written module is not valid");
    mlir::PassManager passes(&context);
    if (map) passes.addPass(strata::createMapLoops({options.team_size, options.vector_length}));
    passes.addPass(strata::createConvertPositionToFlat());
    run(passes, *module);
    m_program = strata::readProgram(*module);
    mlir::PassManager host(&context);
    strata::CompileRequest request;
    request.options = options;
    strata::buildHostPipeline(host, request);
    run(host, *module);
    m_program.objects = m_host.emitObjects(*module, true);
    Strata::Impl::linker().link(m_program);
  }

  const strata::ProgramStep& step() const { return m_program.steps.at(0); }

 private:
  static void run(mlir::PassManager& passes, mlir::ModuleOp module) {
    if (failed(passes.run(module))) throw CodegenError("a pass failed");
  }

  strata::HostCode m_host;
  strata::CompiledProgram m_program;
};

}  // namespace Strata::Testing

#endif
