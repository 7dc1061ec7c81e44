// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LINKER_H
#define STRATA_LINKER_H

#include "strata/Compiler.h"

#include <string>

/// \file
/// What makes object files runnable, as the runtime sees it: no LLVM. The implementation
/// is a module of its own, so that a kernel from a file needs no compiler.
namespace strata {

class Linker {
public:
  virtual ~Linker() = default;
  /// LLVM's version, the processor and what it has: object files of another target are
  /// not for this process.
  virtual const std::string &target() const = 0;
  /// Links `program.objects`, looks the entries of its launches up and lets the objects
  /// go. The memory belongs to `program.code`.
  /// \throws Strata::CodegenError for something else than object files of this target
  ///   with these entries. Thread-safe.
  virtual void link(CompiledProgram &program) = 0;
};

/// Type of the module's entry point. Its name, STRATA_LINKER_ENTRY as CMake defines it
/// for the module and its loader, has the version in it.
using LinkerEntry = Linker *(*)();

} // namespace strata

#endif
