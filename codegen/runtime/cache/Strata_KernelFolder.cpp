// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_KernelFolder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <system_error>
#include <utility>

namespace Strata::Impl {

namespace {

namespace fs = std::filesystem;
using fs::file_time_type;
using namespace std::chrono_literals;

/// Of files that are being written.
constexpr const char* unfinished = ".part";
/// A use is noted when the last note is older.
constexpr auto note_interval = 1h;
/// Nobody takes so long to write a file: who began it was killed.
constexpr auto longest_write = 10min;

/// An open file.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : m_number(::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {}
  ~Descriptor() {
    if (m_number >= 0) ::close(m_number);
  }
  Descriptor(const Descriptor&)            = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return m_number >= 0; }
  int number() const { return m_number; }
  /// False where not even an error of the disk comes up late.
  bool close() { return ::close(std::exchange(m_number, -1)) == 0; }

 private:
  int m_number;
};

bool read_all(int file, std::string& out) {
  for (std::size_t done = 0; done < out.size();) {
    const ssize_t n = ::read(file, out.data() + done, out.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// Code is run only if nobody but its user (or root) can have written it.
bool is_private(const struct stat& facts) {
  return (facts.st_uid == ::geteuid() || facts.st_uid == 0) &&
         (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

constexpr const char* no_file = "is no regular file";

/// What is wrong with what was opened; empty: nothing is.
std::string objection_to(const struct stat& facts, std::uint64_t limit) {
  if (S_ISDIR(facts.st_mode)) return "is a folder";
  if (!S_ISREG(facts.st_mode)) return no_file;
  if (!is_private(facts)) return "can be written by others";
  if (static_cast<std::uint64_t>(facts.st_size) > limit)
    return "is larger than all such files may be";
  return {};
}

/// Why something was not opened; empty: there is nothing, as far as can be seen.
std::string objection_to(const fs::path& path, int error) {
  struct stat facts {};
  if (error == ENOENT || ::lstat(path.c_str(), &facts) != 0) return {};
  if (S_ISLNK(facts.st_mode)) return "is a link";
  if (!S_ISREG(facts.st_mode)) return no_file;  // a socket
  return std::string("cannot be read (") + std::strerror(error) + ")";
}

/// A name that no other writer has, of this process or another one, on any machine.
std::string name_of_part(const std::string& name) {
  static std::atomic<unsigned> count = 0;
  char host[64]                      = {};
  ::gethostname(host, sizeof host - 1);
  return name + "." + host + "." + std::to_string(::getpid()) + "." + std::to_string(count++) +
         unfinished;
}

std::string fault_of(const std::string& what, const fs::path& path, std::error_code why) {
  return "cannot " + what + " " + path.string() + ": " + why.message();
}
std::string system_fault(const std::string& what, const fs::path& path) {
  return fault_of(what, path, {errno, std::generic_category()});
}

/// When something was made or changed; of a link not what it names.
file_time_type time_of(const fs::path& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0) return file_time_type::clock::now();
  return file_time_type::clock::now() - std::chrono::seconds(std::time(nullptr) - facts.st_mtime);
}

/// What is no file has no bytes. Nothing for folders and for what another process has removed.
std::optional<KernelFolder::File> file_of(const fs::directory_entry& entry) {
  std::error_code gone;
  const fs::file_status status = entry.symlink_status(gone);
  if (gone || fs::is_directory(status)) return {};
  KernelFolder::File file{entry.path(), 0, {}};
  const bool is_file = fs::is_regular_file(status);
  if (is_file) file.bytes = entry.file_size(gone);
  if (!gone) file.used = is_file ? entry.last_write_time(gone) : time_of(entry.path());
  if (gone) return {};
  return file;
}

/// Why no folder can be made where none is: one of another name is made above it, for a moment.
std::error_code fault_of_making(const fs::path& path) {
  std::error_code failed;
  fs::path above = fs::absolute(path, failed);
  while (above.has_relative_path() && !fs::exists(fs::symlink_status(above, failed)))
    above = above.parent_path();
  const fs::path attempt = above / name_of_part("folder");
  std::error_code ignored;
  if (fs::create_directory(attempt, failed)) fs::remove(attempt, ignored);
  return failed;
}

template <class F>
void for_each_entry(const fs::path& folder, F&& f) {
  std::error_code failed;
  fs::directory_iterator entry(folder, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) f(*entry);
}

}  // namespace

std::optional<std::string> KernelFolder::read(const std::string& name,
                                              std::string& fault) const {
  const fs::path path = m_path / name;
  // O_NONBLOCK: who opens a FIFO would wait for one who writes to it.
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  struct stat facts {};
  const bool is_open          = file && ::fstat(file.number(), &facts) == 0;
  const std::string objection = is_open ? objection_to(facts, m_limit) : objection_to(path, errno);
  if (!objection.empty()) fault = path.string() + " " + objection;
  if (!is_open || !objection.empty()) return {};
  std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
  if (!read_all(file.number(), bytes)) return {};
  return bytes;
}

void KernelFolder::note_use(const std::string& name) const {
  std::error_code ignored;
  const fs::path path = m_path / name;
  const auto now      = file_time_type::clock::now();
  if (now - fs::last_write_time(path, ignored) > note_interval)
    fs::last_write_time(path, now, ignored);
}

std::string KernelFolder::write(const std::string& name, std::string_view bytes) {
  std::lock_guard lock(m_mutex);
  std::error_code failed;
  if (!m_is_made) {
    fs::create_directories(m_path, failed);
    if (failed) return fault_of("make", m_path, failed);
    m_is_made = true;
  }
  const fs::path part = m_path / name_of_part(name);
  Descriptor file(part, O_WRONLY | O_CREAT | O_EXCL);
  if (!file) return system_fault("write", part);
  if (!write_all(file.number(), bytes) || !file.close()) {
    const std::string fault = system_fault("write", part);
    fs::remove(part, failed);
    return fault;
  }
  fs::rename(part, m_path / name, failed);
  if (failed) {
    const std::string fault = fault_of("write", m_path / name, failed);
    fs::remove(part, failed);
    return fault;
  }
  if (m_untrimmed) *m_untrimmed += bytes.size();
  if (!m_untrimmed || *m_untrimmed > m_limit / 16) trim();
  return {};
}

std::string KernelFolder::obstacle() const {
  std::error_code failed;
  const fs::directory_iterator entries(m_path, failed);
  if (failed == std::errc::no_such_file_or_directory) failed = fault_of_making(m_path);
  if (!failed) return {};
  std::error_code ignored;
  return fault_of(fs::is_directory(m_path, ignored) ? "read" : "make", m_path, failed);
}

/// \pre m_mutex is held
void KernelFolder::trim() {
  remove_left_behind();
  std::vector<File> all = files();
  std::uint64_t total   = 0;
  for (const File& file : all) total += file.bytes;
  // Leaves room, so that not every kernel is one too many.
  const std::uint64_t wanted = total > m_limit ? m_limit - m_limit / 8 : m_limit;
  while (total > wanted && !all.empty()) {
    std::error_code ignored;
    fs::remove(all.back().path, ignored);
    total -= all.back().bytes;
    all.pop_back();
  }
  m_untrimmed = 0;
}

void KernelFolder::remove_left_behind() const {
  for_each_entry(m_path, [](const fs::directory_entry& entry) {
    std::error_code ignored;
    if (entry.path().extension() == unfinished &&
        file_time_type::clock::now() - entry.last_write_time(ignored) > longest_write)
      fs::remove(entry.path(), ignored);
  });
}

std::vector<KernelFolder::File> KernelFolder::files() const {
  std::vector<File> out;
  for_each_entry(m_path, [&](const fs::directory_entry& entry) {
    if (entry.path().extension() != m_extension) return;
    if (auto file = file_of(entry)) out.push_back(std::move(*file));
  });
  std::sort(out.begin(), out.end(),
            [](const File& a, const File& b) { return a.used > b.used; });
  return out;
}

std::int64_t KernelFolder::clear() {
  std::lock_guard lock(m_mutex);
  std::int64_t removed = 0;
  for (const File& file : files()) {
    std::error_code ignored;
    removed += fs::remove(file.path, ignored);
  }
  remove_left_behind();
  return removed;
}

void KernelFolder::remove_what_is_no_file(const std::string& name) const {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(m_path / name, ignored);
  if (fs::is_other(status) || fs::is_symlink(status)) fs::remove(m_path / name, ignored);
}

}  // namespace Strata::Impl
