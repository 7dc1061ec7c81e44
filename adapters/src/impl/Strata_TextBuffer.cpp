// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_TextBuffer.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <Strata_Error.hpp>
#include <impl/Strata_RunTasks.hpp>

namespace Strata::Impl {
namespace {

/// An open file.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : m_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }
  Descriptor(const Descriptor&)            = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return m_descriptor; }
  int release() { return std::exchange(m_descriptor, -1); }

 private:
  int m_descriptor;
};

[[noreturn]] void fail_to_read(const std::string& path, const std::string& reason) {
  throw IoError(path + ": cannot be read: " + reason);
}

/// Reads `size` bytes at `offset`; false at an earlier end of the file.
bool read_at(const std::string& path, int file, char* text, std::size_t size,
             std::size_t offset) {
  while (size > 0) {
    const ::ssize_t got = ::pread(file, text, size, static_cast<::off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(path, std::strerror(errno));
    if (got == 0) return false;
    text += got;
    offset += static_cast<std::size_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

TextBuffer load_plain(const std::string& path, int file, std::size_t size,
                      const HostTasks& tasks) {
  constexpr std::size_t piece = std::size_t{1} << 23;
  TextBuffer text;
  text.resize(size);
  run_tasks(tasks, static_cast<std::int64_t>((size + piece - 1) / piece),
            [&](std::int64_t n) {
              const std::size_t begin = static_cast<std::size_t>(n) * piece;
              const std::size_t bytes = std::min(piece, size - begin);
              if (!read_at(path, file, text.data() + begin, bytes, begin))
                fail_to_read(path, "it became shorter while it was read");
            });
  return text;
}

/// Also reads plain text, from anything that has no size: pipes, terminals.
TextBuffer load_stream(const std::string& path, Descriptor& descriptor) {
  const gzFile file = ::gzdopen(descriptor.get(), "rb");
  if (!file) fail_to_read(path, "out of memory");
  descriptor.release();  // gzclose() closes it
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> closer(file, &::gzclose_r);
  ::gzbuffer(file, 1u << 18);
  TextBuffer text;
  std::size_t used = 0;
  int got          = 0;
  do {
    text.resize(std::max<std::size_t>(std::size_t{1} << 18, 2 * used));
    const auto wanted =
        static_cast<unsigned>(std::min<std::size_t>(text.size() - used, 1u << 30));
    got = ::gzread(file, text.data() + used, wanted);
    if (got > 0) used += static_cast<std::size_t>(got);
  } while (got > 0);
  int status               = Z_OK;
  const std::string reason = ::gzerror(file, &status);
  if (status == Z_ERRNO) fail_to_read(path, std::strerror(errno));
  if (got < 0 || status != Z_OK) fail_to_read(path, "damaged gzip data: " + reason);
  text.resize(used);
  return text;
}

bool is_gzip(const std::string& path, int file) {
  char magic[2];
  return read_at(path, file, magic, sizeof magic, 0) && magic[0] == '\x1f' &&
         magic[1] == '\x8b';
}

}  // namespace

void TextBuffer::resize(std::size_t size) {
  if (size == 0) {
    m_text.reset();
  } else {
    char* const text = static_cast<char*>(std::realloc(m_text.get(), size));
    if (!text) throw std::bad_alloc();
    (void)m_text.release();  // realloc() has taken it over
    m_text.reset(text);
  }
  m_size = size;
}

TextBuffer load_file(const std::string& path, const HostTasks& tasks) {
  Descriptor file(path);
  struct ::stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
    fail_to_read(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail_to_read(path, std::strerror(EISDIR));
  // Files of /proc and the like say that they are empty.
  if (!S_ISREG(status.st_mode) || status.st_size == 0 || is_gzip(path, file.get()))
    return load_stream(path, file);
  return load_plain(path, file.get(), static_cast<std::size_t>(status.st_size), tasks);
}

}  // namespace Strata::Impl
