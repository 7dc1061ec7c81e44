// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAPPED_FILE_HPP
#define STRATA_IMPL_MAPPED_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace Strata::Impl {

/// A file in memory without a copy; what is written there does not reach it.
class MappedFile {
 public:
  /// \throws IoError.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&)            = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::byte* data() const { return m_data; }
  std::int64_t size() const { return m_size; }

 private:
  std::byte* m_data   = nullptr;
  std::int64_t m_size = 0;
};

}  // namespace Strata::Impl

#endif
