// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HOSTPASSES_H
#define STRATA_HOSTPASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace strata {

#define GEN_PASS_DECL
#include "strata/HostPasses.h.inc"
#define GEN_PASS_REGISTRATION
#include "strata/HostPasses.h.inc"

} // namespace strata

#endif
