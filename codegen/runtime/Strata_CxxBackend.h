// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CXX_BACKEND_H
#define STRATA_CXX_BACKEND_H

#include <memory>
#include <string>

#include <strata/Compiler.h>

namespace Strata::Impl {

/// How a translation unit is compiled and loaded.
struct CxxUnitOptions {
  bool strict = false;  ///< without contraction of a * b + c
  bool stays  = false;  ///< loaded until the process ends
};

/// Arrays that a kernel allocates are freed by code of its unit, and may live
/// longer than every plan: the unit stays.
bool allocates_result(const strata::CompiledProgram& program);

/// Compiles a translation unit and loads what comes out; unless it stays, the
/// shared object goes with the last owner.
/// \throws CodegenError with the first lines the compiler wrote, or saying what
///   to set when there is no compiler.
std::shared_ptr<void> load_cxx(const std::string& source,
                               const CxxUnitOptions& options);

/// Fills the entries of a program from a loaded unit, which it then owns.
/// \param name of the kernel
/// \throws CodegenError when the unit has them not.
void link_unit(strata::CompiledProgram& program,
               const std::shared_ptr<void>& unit, const std::string& name);

/// Compiles a program that has a source and fills its entries.
void link_cxx(strata::CompiledProgram& program,
              const strata::CompileRequest& request);

}  // namespace Strata::Impl

#endif
