// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DISK_CACHE_H
#define STRATA_DISK_CACHE_H

#include <optional>
#include <string>

#include <strata/Compiler.h>

namespace Strata::Impl {

/// A cache that fails costs time, no results: it is mentioned, once in a process.
void warn_of_cache(const std::string& what);

/// Which code generator makes kernels here. Where there is none, those of another machine
/// may have been brought: it is the one that made them.
const std::string& kernel_maker();

/// The linked kernel of `request` from the folder of kernels, if it is there. `key`: that
/// of the process's cache. Files that are no kernels, or damaged, are said so once in a
/// process and count as missing.
/// \throws CodegenError when the linker's module cannot be found.
std::optional<strata::CompiledProgram> find_on_disk(const strata::CompileRequest& request,
                                                    const std::string& key);

/// Keeps a kernel that is not linked yet. A folder that cannot be written is said so once
/// in a process.
void keep_on_disk(const strata::CompileRequest& request, const std::string& key,
                  const strata::CompiledProgram& program);

}  // namespace Strata::Impl

#endif
