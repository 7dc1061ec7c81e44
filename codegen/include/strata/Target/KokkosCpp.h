// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TARGET_KOKKOSCPP_H
#define STRATA_TARGET_KOKKOSCPP_H

#include "mlir/IR/BuiltinOps.h"
#include "strata/Compiler.h"

namespace strata {

/// The program of `request` (a module at stage flat) as a C++ header: a function
/// template over an execution-space instance and the tensors of the statement.
/// It needs nothing but Kokkos and Strata_Kernel.hpp.
/// \throws Strata::CodegenError for an operation that has no C++ form.
std::string emitKokkosCpp(mlir::ModuleOp flat, const CompileRequest &request);

} // namespace strata

#endif
