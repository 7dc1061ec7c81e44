// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_KEY_H
#define STRATA_KERNEL_KEY_H

#include <string>

#include <strata/Compiler.h>

namespace Strata::Impl {

/// What `key`, that of the process's cache, leaves open between processes: what the levels
/// do that are registered under the names in it, which code generator, `maker`, made the
/// kernel, and for which processor.
std::string key_between_processes(const strata::CompileRequest& request,
                                  const std::string& key, const std::string& maker);

/// The statements and the formats of their sparse tensors: "y(i) = A(i,j) * x(j)  A: CSR".
std::string title_of(const strata::CompileRequest& request);

}  // namespace Strata::Impl

#endif
