// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICEPASSES_H
#define STRATA_DEVICEPASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace strata {

#define GEN_PASS_DECL
#include "strata/DevicePasses.h.inc"
#define GEN_PASS_REGISTRATION
#include "strata/DevicePasses.h.inc"

} // namespace strata

#endif
