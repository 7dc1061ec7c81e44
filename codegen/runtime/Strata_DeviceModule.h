// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_MODULE_H
#define STRATA_DEVICE_MODULE_H

#include <strata/DeviceCompiler.h>

namespace Strata::Impl {

/// The code generator for CUDA devices, in the same module as compiler().
/// \throws CodegenError where there is none.
strata::DeviceCompiler& device_compiler();

}  // namespace Strata::Impl

#endif
