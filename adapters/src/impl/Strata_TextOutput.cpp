// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_TextOutput.hpp>

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_RunTasks.hpp>

namespace Strata::Impl {
namespace {

/// One gzip member. \pre `text` is shorter than 4 GB
TextBuffer pack(std::string_view text) {
  constexpr int gzip_window = 15 + 16;
  z_stream stream{};
  if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, &::deflateEnd);
  TextBuffer packed;
  packed.resize(::deflateBound(&stream, static_cast<uLong>(text.size())));
  // zlib reads only.
  stream.next_in   = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in  = static_cast<uInt>(text.size());
  stream.next_out  = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (::deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::bad_alloc();
  packed.resize(stream.total_out);
  return packed;
}

}  // namespace

TextOutput::TextOutput(const std::string& path, const HostTasks& tasks)
    : m_path(path),
      m_tasks(tasks),
      m_gzip(path.ends_with(".gz") || path.ends_with(".GZ")),
      m_file(path == "-" ? stdout : std::fopen(path.c_str(), "wb"), &close_file) {
  if (!m_file) fail();
  if (m_file.get() != stdout && ::fstat(::fileno(m_file.get()), &m_status) != 0) fail();
}

TextOutput::~TextOutput() {
  m_file.reset();
  if (!m_finished) remove_file();
}

/// Unless the path is no regular file (a device, a pipe, a link), or no longer this one.
void TextOutput::remove_file() const {
  struct stat now {};
  if (S_ISREG(m_status.st_mode) && ::lstat(m_path.c_str(), &now) == 0 && S_ISREG(now.st_mode) &&
      now.st_dev == m_status.st_dev && now.st_ino == m_status.st_ino)
    std::remove(m_path.c_str());
}

void TextOutput::write(std::string_view text) {
  put(m_gzip ? pack(text).view() : text);
}

void TextOutput::write_pieces(std::int64_t count,
                              const std::function<TextBuffer(std::int64_t)>& make) {
  constexpr std::int64_t batch = 64;  // pieces in memory at a time
  std::vector<TextBuffer> pieces(static_cast<std::size_t>(std::min(count, batch)));
  for (std::int64_t begin = 0; begin < count; begin += batch) {
    const std::int64_t size = std::min(batch, count - begin);
    run_tasks(m_tasks, size, [&](std::int64_t n) {
      TextBuffer text                     = make(begin + n);
      pieces[static_cast<std::size_t>(n)] = m_gzip ? pack(text.view()) : std::move(text);
    });
    for (std::int64_t n = 0; n < size; ++n) put(pieces[static_cast<std::size_t>(n)].view());
  }
}

void TextOutput::finish() {
  if (m_empty && m_gzip) write({});
  if (std::fflush(m_file.get()) != 0) fail();
  std::FILE* const file = m_file.release();
  if (close_file(file) != 0) fail();
  m_finished = true;
}

int TextOutput::close_file(std::FILE* file) {
  return file == stdout ? 0 : std::fclose(file);
}

void TextOutput::put(std::string_view bytes) {
  m_empty = false;
  if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size()) fail();
}

void TextOutput::fail() const {
  throw IoError(m_path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace Strata::Impl
