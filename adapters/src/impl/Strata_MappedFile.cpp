// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_MappedFile.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <Strata_Error.hpp>

namespace Strata::Impl {

MappedFile::MappedFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  void* data = MAP_FAILED;
  if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0)
    data = mmap(nullptr, static_cast<std::size_t>(status.st_size),
                PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  const int error = errno;
  if (file >= 0) close(file);
  if (data == MAP_FAILED)
    throw IoError(path + ": cannot be mapped: " + std::strerror(error));
  m_data = static_cast<std::byte*>(data);
  m_size = static_cast<std::int64_t>(status.st_size);
}

MappedFile::~MappedFile() { munmap(m_data, static_cast<std::size_t>(m_size)); }

}  // namespace Strata::Impl
