// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_FILE_H
#define STRATA_KERNEL_FILE_H

#include <optional>
#include <string>
#include <string_view>

#include <strata/Compiler.h>

namespace Strata::Impl {

/// A kernel as it is kept in a file: before it is linked.
struct KernelFile {
  std::string key;    ///< everything that the code depends on
  std::string title;  ///< for people
  strata::CompiledProgram program;
};

/// Magic number, checksum, and CBOR (RFC 8949) of the rest.
std::string to_bytes(const KernelFile& kernel);

/// Nothing for bytes that to_bytes() did not make, or that were changed since.
std::optional<KernelFile> from_bytes(std::string_view bytes);

/// Name of the file of a key: a hash of it.
std::string file_name_of(std::string_view key, const char* extension = ".kernel");

}  // namespace Strata::Impl

#endif
