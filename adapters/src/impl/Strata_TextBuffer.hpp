// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TEXT_BUFFER_HPP
#define STRATA_IMPL_TEXT_BUFFER_HPP

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// Characters whose memory is touched only when they are written: a string that
/// several threads fill, each its own pages.
class TextBuffer {
 public:
  TextBuffer() = default;
  std::string_view view() const { return {m_text.get(), m_size}; }
  char* data() { return m_text.get(); }
  std::size_t size() const { return m_size; }
  /// Keeps what is there; new characters are not set. \throws std::bad_alloc.
  void resize(std::size_t size);

 private:
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  std::unique_ptr<char, Free> m_text;
  std::size_t m_size = 0;
};

/// A file in memory, unpacked when it is gzip (by its first bytes). Plain files
/// are read by `tasks`. \throws IoError when it cannot be read or the gzip data
/// are damaged.
TextBuffer load_file(const std::string& path, const HostTasks& tasks = {});

}  // namespace Strata::Impl

#endif
