// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Passes.h"

#include <Strata_Error.hpp>

#include <exception>

using namespace mlir;

namespace strata {

LogicalResult requireStage(ModuleOp module, StringRef pass, StringRef stage) {
  auto attr = module->getAttrOfType<StringAttr>(stageAttr);
  const StringRef found = attr ? attr.getValue() : StringRef("none");
  if (found == stage)
    return success();
  return module.emitError(pass) << " runs at stage '" << stage
                                << "', but the module is at stage '" << found
                                << "'";
}

void setStage(ModuleOp module, StringRef stage) {
  module->setAttr(stageAttr, StringAttr::get(module.getContext(), stage));
}

static thread_local std::exception_ptr keptError;

LogicalResult guardErrors(Operation *op,
                          function_ref<LogicalResult()> body) {
  try {
    return body();
  } catch (const Strata::Error &e) {
    keptError = std::current_exception();
    return op->emitError(e.what());
  } catch (const std::exception &e) {
    return op->emitError("malformed input: ") << e.what();
  }
}

void rethrowError() {
  if (std::exception_ptr error = std::exchange(keptError, nullptr))
    std::rethrow_exception(error);
}

} // namespace strata
