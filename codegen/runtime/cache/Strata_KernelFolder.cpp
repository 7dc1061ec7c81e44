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
  return S_ISREG(facts.st_mode) && (facts.st_uid == ::geteuid() || facts.st_uid == 0) &&
         (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// A name that no other writer has, of this process or another one, on any machine.
std::string name_of_part(const std::string& name) {
  static std::atomic<unsigned> count = 0;
  char host[64]                      = {};
  ::gethostname(host, sizeof host - 1);
  return name + "." + host + "." + std::to_string(::getpid()) + "." + std::to_string(count++) +
         unfinished;
}

std::string system_fault(const std::string& what, const fs::path& path) {
  return "cannot " + what + " " + path.string() + ": " + std::strerror(errno);
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
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW);
  if (!file) return {};
  struct stat facts {};
  if (::fstat(file.number(), &facts) != 0) return {};
  if (!is_private(facts)) {
    fault = path.string() + " can be written by others";
    return {};
  }
  if (static_cast<std::uint64_t>(facts.st_size) > m_limit) {
    fault = path.string() + " is larger than all such files may be";
    return {};
  }
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
    if (failed) return "cannot make " + m_path.string() + ": " + failed.message();
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
  if (failed) return "cannot write " + (m_path / name).string() + ": " + failed.message();
  if (m_untrimmed) *m_untrimmed += bytes.size();
  if (!m_untrimmed || *m_untrimmed > m_limit / 16) trim();
  return {};
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
    std::error_code gone;  // removed by another process
    File file{entry.path(), entry.file_size(gone), {}};
    if (!gone) file.used = entry.last_write_time(gone);
    if (!gone) out.push_back(std::move(file));
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

}  // namespace Strata::Impl
