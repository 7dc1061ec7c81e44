// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_FOLDER_H
#define STRATA_KERNEL_FOLDER_H

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Strata::Impl {

/// Files that any number of processes read and write: a file is there as a whole or not at
/// all, wherever a process is killed. When they take more than the limit, those that
/// nobody has used for longest go. Safe to call from any thread.
class KernelFolder {
 public:
  struct File {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type used;
  };

  /// Files whose names end in something else are those of others.
  KernelFolder(std::filesystem::path path, std::uint64_t limit,
               std::string extension = ".kernel")
      : m_path(std::move(path)), m_limit(limit), m_extension(std::move(extension)) {}

  const std::filesystem::path& path() const { return m_path; }
  const std::string& extension() const { return m_extension; }

  /// Nothing where there is no such file, and for one that others may write to or that is
  /// larger than the limit, and for what is no file, such as a FIFO or a link: `fault` then
  /// says so.
  std::optional<std::string> read(const std::string& name, std::string& fault) const;
  /// The file counts as used now, or within the last hour.
  void note_use(const std::string& name) const;

  /// Replaces the file `name`; returns what went wrong, empty: nothing did.
  std::string write(const std::string& name, std::string_view bytes);

  /// What keeps all files from being read, or the folder from being made, in the words of
  /// write(); empty: nothing does. A folder that is not there is not made.
  std::string obstacle() const;

  /// Those used last first, and what is in their places, but for folders.
  std::vector<File> files() const;
  /// Removes them and what killed processes left. Returns how many files there were.
  std::int64_t clear();
  /// Removes a FIFO or a link in the place of a file, but no file and no folder.
  void remove_what_is_no_file(const std::string& name) const;

 private:
  void trim();
  void remove_left_behind() const;

  std::filesystem::path m_path;
  std::uint64_t m_limit;
  std::string m_extension;
  std::mutex m_mutex;
  bool m_is_made = false;
  /// Bytes written since the files were counted; none: they were not yet.
  std::optional<std::uint64_t> m_untrimmed;
};

}  // namespace Strata::Impl

#endif
