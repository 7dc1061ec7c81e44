// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TEXT_OUTPUT_HPP
#define STRATA_IMPL_TEXT_OUTPUT_HPP

#include <sys/stat.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <impl/Strata_TextBuffer.hpp>

namespace Strata::Impl {

/// A text file that is written in order by tasks that make its pieces; packed with
/// gzip when the path ends in .gz (a gzip member a piece: they are packed by the
/// tasks as well, and the bytes do not depend on how many threads there are). The
/// path "-" is the standard output. A regular file that is not finished is removed.
class TextOutput {
 public:
  /// \throws IoError.
  TextOutput(const std::string& path, const HostTasks& tasks);
  ~TextOutput();
  TextOutput(const TextOutput&)            = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  void write(std::string_view text);
  /// make(0) … make(count - 1), one after the other in the file.
  void write_pieces(std::int64_t count, const std::function<TextBuffer(std::int64_t)>& make);
  /// Must be called at the end. \throws IoError when anything could not be written.
  void finish();

 private:
  static int close_file(std::FILE* file);
  void remove_file() const;
  void put(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::string m_path;
  const HostTasks& m_tasks;
  bool m_gzip;
  bool m_empty    = true;
  bool m_finished = false;
  struct stat m_status {};  ///< of the file, from when it was opened
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> m_file;
};

}  // namespace Strata::Impl

#endif
