// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MODULES_H
#define STRATA_MODULES_H

#include <optional>
#include <string>

#include <strata/Compiler.h>
#include <strata/Linker.h>

namespace Strata::Impl {

/// The code generator; loads its module (and with it MLIR) on first use.
/// \throws CodegenError when it cannot be found.
strata::Compiler& compiler();

/// What makes machine code runnable; loads its module (and with it LLVM) on first use.
/// \throws CodegenError when it cannot be found.
strata::Linker& linker();

/// Whether LLVM holds the gathering loads of this processor to be fast, which the code
/// generator goes by; loads its module. None where it cannot be found.
std::optional<bool> host_gathers_fast();

/// Which code generator would be loaded, without loading it: size and time of its file.
/// Empty where there is none.
std::string compiler_identity();

}  // namespace Strata::Impl

#endif
