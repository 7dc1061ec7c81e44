// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder of kernels: bounded, last used kept, whole files only, whoever is killed.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>

#include <cache/Strata_KernelFile.h>
#include <cache/Strata_KernelFolder.h>

using Strata::Impl::from_bytes;
using Strata::Impl::KernelFile;
using Strata::Impl::KernelFolder;
using Strata::Impl::to_bytes;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t mib = 1 << 20;

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "strata-folder-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    m_root = name;
  }
  void TearDown() override { fs::remove_all(m_root); }

  fs::path path() const { return m_root / "deep" / "kernels"; }
  static std::string read(const KernelFolder& folder, const std::string& name) {
    std::string fault;
    const auto bytes = folder.read(name, fault);
    return bytes ? *bytes : "none" + fault;
  }
  void grow_old(const std::string& file, std::chrono::minutes age) const {
    fs::last_write_time(path() / file, fs::file_time_type::clock::now() - age);
  }

  fs::path m_root;
};

TEST_F(Folder, HoldsWhatWasWrittenLast) {
  KernelFolder folder(path(), mib);
  EXPECT_EQ(read(folder, "a.kernel"), "none");
  EXPECT_EQ(folder.write("a.kernel", "one"), "");
  EXPECT_EQ(folder.write("b.kernel", std::string("\0\n", 2)), "");
  EXPECT_EQ(read(folder, "a.kernel"), "one");
  EXPECT_EQ(read(folder, "b.kernel"), std::string("\0\n", 2));
  EXPECT_EQ(folder.write("a.kernel", "two"), "");
  EXPECT_EQ(read(KernelFolder(path(), mib), "a.kernel"), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(path()), {}), 2);
}

TEST_F(Folder, StaysBelowItsLimitAndKeepsWhatIsUsed) {
  const std::string bytes(64 << 10, 'k');
  KernelFolder folder(path(), mib);
  ASSERT_EQ(folder.write("used.kernel", bytes), "");
  for (int n = 0; n < 100; ++n) {
    const std::string name = std::to_string(n) + ".kernel";
    ASSERT_EQ(folder.write(name, bytes), "");
    grow_old(name, std::chrono::minutes(500 - n));
    grow_old("used.kernel", 90min);
    folder.note_use("used.kernel");
    std::uint64_t total = 0;
    for (const auto& file : folder.files()) total += file.bytes;
    // Files are counted again when a sixteenth of the limit was written.
    ASSERT_LE(total, mib + mib / 16 + bytes.size()) << n;
  }
  EXPECT_EQ(read(folder, "used.kernel"), bytes);
  EXPECT_EQ(read(folder, "99.kernel"), bytes);
  EXPECT_EQ(read(folder, "0.kernel"), "none");
  EXPECT_GE(folder.files().size(), 10u);
}

TEST_F(Folder, ListsThoseUsedLastFirst) {
  KernelFolder folder(path(), mib);
  for (const char* name : {"a.kernel", "b.kernel", "c.kernel"}) folder.write(name, name);
  grow_old("a.kernel", 200min);
  grow_old("b.kernel", 100min);
  grow_old("c.kernel", 300min);
  std::ofstream(path() / "notes.txt") << "of somebody else";
  std::string order;
  for (const auto& file : folder.files()) order += file.path.filename().string()[0];
  EXPECT_EQ(order, "bac");
  EXPECT_EQ(folder.clear(), 3);
  EXPECT_TRUE(fs::exists(path() / "notes.txt"));
  EXPECT_EQ(read(folder, "a.kernel"), "none");
}

TEST_F(Folder, RemovesWhatKilledProcessesLeft) {
  KernelFolder folder(path(), mib);
  folder.write("a.kernel", "a");
  for (const char* name : {"old.part", "new.part"}) std::ofstream(path() / name) << "half";
  grow_old("old.part", 30min);
  KernelFolder(path(), mib).write("b.kernel", "b");
  EXPECT_FALSE(fs::exists(path() / "old.part"));
  EXPECT_TRUE(fs::exists(path() / "new.part"));
}

TEST_F(Folder, ReadsNothingThatOthersCanWriteOrThatIsTooLarge) {
  KernelFolder folder(path(), mib);
  folder.write("a.kernel", "a");
  fs::permissions(path() / "a.kernel", fs::perms::group_write, fs::perm_options::add);
  EXPECT_EQ(read(folder, "a.kernel"),
            "none" + (path() / "a.kernel").string() + " can be written by others");
  KernelFolder larger(path(), 4 * mib);
  larger.write("large.kernel", std::string(2 * mib, 'x'));
  EXPECT_EQ(read(larger, "large.kernel").size(), 2 * mib);
  EXPECT_NE(read(folder, "large.kernel").find("is larger than"), std::string::npos);
}

/// Makes `b.kernel` a link, `c.kernel` a folder that is not empty, `d.kernel` a FIFO,
/// `e.kernel` a socket, and `f.kernel` a link to nothing.
void put_what_is_no_file(const fs::path& path) {
  fs::create_symlink("a.kernel", path / "b.kernel");
  fs::create_directories(path / "c.kernel" / "deep");
  ASSERT_EQ(mkfifo((path / "d.kernel").c_str(), 0600), 0);
  ASSERT_EQ(mknod((path / "e.kernel").c_str(), S_IFSOCK | 0600, 0), 0);
  fs::create_symlink("nowhere", path / "f.kernel");
}

TEST_F(Folder, SaysWhatIsInThePlaceOfAFile) {
  KernelFolder folder(path(), mib);
  folder.write("a.kernel", "a");
  put_what_is_no_file(path());
  const auto read_in_time = [&](const std::string& name) {
    alarm(60);  // nobody writes to the FIFO: who waits for that waits forever
    const std::string out = read(folder, name);
    alarm(0);
    return out;
  };
  const std::string place = "none" + path().string();
  EXPECT_EQ(read_in_time("b.kernel"), place + "/b.kernel is a link");
  EXPECT_EQ(read_in_time("c.kernel"), place + "/c.kernel is a folder");
  EXPECT_EQ(read_in_time("d.kernel"), place + "/d.kernel is no regular file");
  EXPECT_EQ(read_in_time("e.kernel"), place + "/e.kernel is no regular file");
  EXPECT_EQ(read_in_time("f.kernel"), place + "/f.kernel is a link");
  // What keeps everything from being written is for write() to say.
  EXPECT_EQ(read(KernelFolder(path() / "a.kernel", mib), "g.kernel"), "none");
  EXPECT_EQ(read(KernelFolder(path() / std::string(300, 'n'), mib), "g.kernel"), "none");
}

TEST_F(Folder, ReplacesWhatIsNoFileButNoFolders) {
  KernelFolder folder(path(), mib);
  folder.write("a.kernel", "a");
  put_what_is_no_file(path());
  for (const char* name : {"b.kernel", "d.kernel", "e.kernel", "f.kernel"}) {
    EXPECT_EQ(folder.write(name, name), "");
    EXPECT_EQ(read(folder, name), name);
  }
  EXPECT_EQ(read(folder, "a.kernel"), "a");
  EXPECT_NE(folder.write("c.kernel", "c").find("cannot write"), std::string::npos);
  for (const auto& entry : fs::directory_iterator(path()))
    EXPECT_EQ(entry.path().extension(), ".kernel") << entry.path();
}

TEST_F(Folder, ClearsWhatIsNoFileButNoFolders) {
  KernelFolder folder(path(), mib);
  folder.write("a.kernel", "a");
  put_what_is_no_file(path());
  EXPECT_EQ(folder.files().size(), 5u);
  EXPECT_EQ(folder.clear(), 5);
  EXPECT_EQ(std::distance(fs::directory_iterator(path()), {}), 1);
  EXPECT_TRUE(fs::is_directory(path() / "c.kernel" / "deep"));
}

TEST_F(Folder, SaysThatItCannotBeWritten) {
  std::ofstream(m_root / "deep") << "a file";
  EXPECT_NE(KernelFolder(path(), mib).write("a.kernel", "a").find("cannot make"),
            std::string::npos);
  KernelFolder missing("/proc/nowhere", mib);
  EXPECT_NE(missing.write("a.kernel", "a"), "");
  EXPECT_TRUE(missing.files().empty());
  EXPECT_EQ(missing.clear(), 0);
}

TEST_F(Folder, SaysBeforehandThatItCannotBeWritten) {
  EXPECT_EQ(KernelFolder(path(), mib).obstacle(), "");
  EXPECT_TRUE(fs::is_empty(m_root));  // nothing stays of an attempt
  std::ofstream(m_root / "file") << "a file";
  fs::create_symlink("nowhere", m_root / "link");
  for (const fs::path& at : {m_root / "file", m_root / "file" / "deep" / "kernels",
                             m_root / "link" / "kernels", fs::path("/proc/nowhere/kernels")}) {
    KernelFolder folder(at, mib);
    const std::string fault = folder.obstacle();
    EXPECT_EQ(fault.rfind("cannot make " + at.string() + ": ", 0), 0u) << fault;
    EXPECT_EQ(folder.write("a.kernel", "a").substr(0, fault.rfind(':')),
              fault.substr(0, fault.rfind(':')));
  }
  KernelFolder made(path(), mib);
  made.write("a.kernel", "a");
  EXPECT_EQ(made.obstacle(), "");
}

/// A kernel that says which one it is in every part of it.
std::string kernel_bytes(int number) {
  KernelFile kernel;
  kernel.key            = std::to_string(number);
  kernel.program.objects = {std::string(200000, static_cast<char>('a' + number))};
  return to_bytes(kernel);
}

/// A process that writes a few kernels again and again.
pid_t start_writer(const fs::path& path, unsigned seed) {
  const pid_t child = fork();
  if (child != 0) return child;
  KernelFolder folder(path, mib);
  for (unsigned n = seed;; ++n) {
    const int number = static_cast<int>(n % 4);
    folder.write(std::to_string(number) + ".kernel", kernel_bytes(number));
  }
}

void stop(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

void expect_whole(const KernelFolder& folder, int& found) {
  for (int number = 0; number < 4; ++number) {
    std::string fault;
    const auto bytes = folder.read(std::to_string(number) + ".kernel", fault);
    if (!bytes) continue;
    ++found;
    ASSERT_EQ(*bytes, kernel_bytes(number));
  }
}

TEST_F(Folder, HasWholeFilesWhileProcessesWrite) {
  const KernelFolder folder(path(), mib);
  std::vector<pid_t> writers;
  for (unsigned seed = 0; seed < 4; ++seed) writers.push_back(start_writer(path(), seed));
  int found      = 0;
  // Two seconds, and on a busy machine as many as it takes until they have written.
  const auto begin    = std::chrono::steady_clock::now();
  const auto has_time = [&](auto time) { return std::chrono::steady_clock::now() < begin + time; };
  while (has_time(2s) || (found <= 100 && has_time(60s))) expect_whole(folder, found);
  for (const pid_t writer : writers) stop(writer);
  EXPECT_GT(found, 100);
}

TEST_F(Folder, HasWholeFilesWhereverAWriterIsKilled) {
  const KernelFolder folder(path(), mib);
  std::mt19937 random(7);
  int found = 0;
  // On a busy machine a writer may be killed before it has begun: others live longer.
  for (int n = 0; n < 150 || (found <= 100 && n < 1000); ++n) {
    const pid_t writer = start_writer(path(), random());
    usleep(random() % (n < 150 ? 4000 : 40000));
    stop(writer);
    expect_whole(folder, found);
  }
  EXPECT_GT(found, 100);
}

}  // namespace
