// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_READ_ENTRY_H
#define STRATA_READ_ENTRY_H

#include <optional>
#include <string>
#include <string_view>

#include "Strata_DiskCache.h"
#include "Strata_KernelFile.h"
#include "Strata_KernelFolder.h"

namespace Strata::Impl {

/// What `parse` finds in the file of `key`, which counts as used then. What is damaged, of
/// `something_else` or of another key is said so once in a process and counts as missing.
template <class Entry>
std::optional<Entry> read_entry(const KernelFolder& folder, const std::string& key,
                                std::optional<Entry> (*parse)(std::string_view),
                                const char* something_else) {
  const std::string name = file_name_of(key, folder.extension().c_str());
  const std::string path = (folder.path() / name).string();
  std::string fault;
  const auto bytes = folder.read(name, fault);
  auto entry       = bytes ? parse(*bytes) : std::nullopt;
  if (bytes && !entry) fault = path + " is damaged, or " + something_else + ",";
  if (entry && entry->key != key) fault = path + " is of another key";
  if (!fault.empty()) warn_of_cache(fault + " and is not used");
  if (!entry || !fault.empty()) return {};
  folder.note_use(name);
  return entry;
}

}  // namespace Strata::Impl

#endif
