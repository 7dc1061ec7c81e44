// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is written reads back bit for bit.
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include <Strata_Generators.hpp>
#include <Strata_HostTasks.hpp>
#include <Strata_MatrixMarket.hpp>
#include <Strata_TensorFile.hpp>

#include "../support/Strata_TestSpaces.hpp"
#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

template <class T>
T random_value(std::uint64_t n) {
  const std::uint64_t bits = Generators::random_bits(11, 3, n);
  if constexpr (std::is_same_v<T, bool>) {
    return bits >> 63;
  } else if constexpr (std::numeric_limits<T>::is_specialized) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
    // The payload of a NaN has no text.
    if constexpr (std::numeric_limits<T>::has_quiet_NaN)
      if (std::isnan(value)) return T(T(1) / T(3));
    return value;
  } else {
    using Real = typename T::value_type;
    return T(random_value<Real>(2 * n), random_value<Real>(2 * n + 1));
  }
}

/// More entries than one task writes; values of random bits and the extremes.
CoordinateList random_list(ScalarType type, std::int64_t entries) {
  CoordinateList list = Generators::uniform({3000, 5000000000}, entries);
  list.scalar         = type;
  list.values.clear();
  list.num_entries = 0;
  const auto coordinates = list.coordinates;
  list.coordinates.clear();
  visit_scalar_type(type, [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t n = 0; n < entries; ++n) {
      T value = random_value<T>(static_cast<std::uint64_t>(n));
      if constexpr (std::numeric_limits<T>::has_quiet_NaN) {
        using Limits     = std::numeric_limits<T>;
        const T extreme[] = {Limits::max(), Limits::lowest(), Limits::min(), T(-0.0),
                             Limits::denorm_min(), Limits::infinity(), T(-Limits::infinity())};
        if (n < 7) value = extreme[n];
      }
      list.push_back<T>(std::span<const std::int64_t>(coordinates.data() + 2 * n, 2), value);
    }
  });
  list.declared_entries = entries;
  return list;
}

void expect_equal(const CoordinateList& got, const CoordinateList& expected) {
  EXPECT_EQ(got.extents, expected.extents);
  EXPECT_EQ(got.num_entries, expected.num_entries);
  EXPECT_TRUE(got.coordinates == expected.coordinates);
  EXPECT_TRUE(got.values == expected.values);
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RoundTrip, RandomBitsOfEveryType) {
  for (int t = 0; t <= static_cast<int>(ScalarType::c128); ++t) {
    SCOPED_TRACE(name_of(static_cast<ScalarType>(t)));
    const auto list = random_list(static_cast<ScalarType>(t), 20000);
    ReadOptions options;
    options.type        = list.scalar;
    options.extents     = list.extents;
    options.chunk_bytes = 4096;
    for (const char* name : {"a.mtx", "a.tns"}) {
      const auto path = temporary_file(name);
      write_tensor_file(path, list);
      expect_equal(read_tensor_file(path, options), list);
    }
  }
}

TEST(RoundTrip, Gzip) {
  const auto list = random_list(ScalarType::f64, 50000);
  ReadOptions options;
  options.extents = list.extents;
  for (const char* name : {"a.mtx.gz", "a.tns.gz"}) {
    const auto path = temporary_file(name);
    write_tensor_file(path, list);
    EXPECT_EQ(bytes_of(path).substr(0, 2), "\x1f\x8b");
    expect_equal(read_tensor_file(path, options), list);
  }
}

TEST(RoundTrip, EmptyLists) {
  CoordinateList list;
  list.extents = {3, 4};
  ReadOptions options;
  options.extents = list.extents;
  for (const char* name : {"a.mtx", "a.tns", "a.mtx.gz", "a.tns.gz"}) {
    const auto path = temporary_file(name);
    write_tensor_file(path, list);
    expect_equal(read_tensor_file(path, options), list);
  }
}

/// Text of `text` read and written again in its own form.
std::string rewritten(const std::string& text, CoordinateList* changed = nullptr) {
  auto list = parse_matrix_market(text, "f.mtx");
  if (changed) list = *changed;
  const auto path = temporary_file("form.mtx");
  WriteOptions options;
  options.keep_form = true;
  write_matrix_market(path, list, options);
  return bytes_of(path);
}

TEST(RoundTrip, FormsAreKept) {
  const std::string coordinate = "%%MatrixMarket matrix coordinate ";
  const std::string array      = "%%MatrixMarket matrix array ";
  for (const std::string& text : {
           coordinate + "real general\n2 3 2\n2 3 0.1\n1 1 -0\n",
           coordinate + "real symmetric\n3 3 4\n3 1 0.1\n1 1 2\n2 1 3\n2 1 4\n",
           coordinate + "real skew-symmetric\n3 3 3\n3 1 0.1\n1 1 0\n2 1 -3\n",
           coordinate + "complex hermitian\n2 2 2\n2 1 1 -2\n2 2 5 0\n",
           coordinate + "complex symmetric\n2 2 2\n2 1 1 -2\n2 2 5 7\n",
           coordinate + "complex skew-symmetric\n2 2 1\n2 1 0 -2\n",
           coordinate + "pattern general\n2 3 2\n2 3\n1 1\n",
           coordinate + "pattern symmetric\n3 3 2\n2 1\n3 3\n",
           coordinate + "integer skew-symmetric\n2 2 1\n2 1 -9223372036854775807\n",
           coordinate + "unsigned-integer symmetric\n2 2 1\n2 1 18446744073709551615\n",
           coordinate + "real symmetric\n0 0 0\n", array + "real general\n0 3\n",
           array + "real general\n2 3\n1\n0\n3\n4\n0.1\n6\n",
           array + "integer symmetric\n3 3\n1\n2\n3\n0\n5\n6\n",
           array + "real skew-symmetric\n3 3\n1\n2\n3\n",
           array + "complex hermitian\n2 2\n1 0\n2 3\n4 0\n",
           std::string("%%MatrixMarket tensor array real general\n2 1 2\n1\n2\n3\n4\n")})
    EXPECT_EQ(rewritten(text), text);
}

TEST(RoundTrip, FormsThatNoLongerHoldAreNotWritten) {
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 4\n";
  auto list                   = parse_matrix_market(symmetric, "f.mtx");
  list.data<double>()[1]      = 5;
  EXPECT_EQ(rewritten(symmetric, &list),
            "%%MatrixMarket matrix coordinate real general\n2 2 2\n2 1 4\n1 2 5\n");
  const std::string skew = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n";
  list                   = parse_matrix_market(skew, "f.mtx");
  list.push_back<double>(At{0, 0}, 1);
  EXPECT_EQ(rewritten(skew, &list),
            "%%MatrixMarket matrix coordinate real general\n2 2 3\n2 1 4\n1 2 -4\n1 1 1\n");
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n";
  list                      = parse_matrix_market(pattern, "f.mtx");
  list.data<double>()[0]    = 2;
  EXPECT_EQ(rewritten(pattern, &list),
            "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n");
  const std::string array = "%%MatrixMarket matrix array real general\n1 1\n3\n";
  list                    = parse_matrix_market(array, "f.mtx");
  list.push_back<double>(At{0, 0}, 1);
  EXPECT_EQ(rewritten(array, &list),
            "%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 3\n1 1 1\n");
}

TEST(RoundTrip, AFullDiskIsTold) {
  if (!std::ifstream("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const auto list = random_list(ScalarType::f64, 50000);
  EXPECT_EQ(message_of<IoError>([&] { write_matrix_market("/dev/full", list); }),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(std::ifstream("/dev/full")) << "the device is gone";
}

/// Files of this process end at 64 KiB, as on a full disk.
class SmallFiles {
 public:
  SmallFiles() : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    const rlimit small{65536, m_before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
  }
  SmallFiles(const SmallFiles&)            = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  void (*m_handler)(int);
  rlimit m_before{};
};

TEST(RoundTrip, WhatDoesNotFitLeavesNoFile) {
  const auto list = random_list(ScalarType::f64, 50000);
  for (const char* name : {"full.tns", "full.mtx", "full.tns.gz"}) {
    const auto path   = temporary_file(name);
    const auto target = temporary_file("target.tns");
    std::ofstream(path) << "what was there before";
    const SmallFiles limit;
    EXPECT_EQ(message_of<IoError>([&] { write_tensor_file(path, list); }),
              path + ": cannot be written: File too large");
    EXPECT_FALSE(std::filesystem::exists(path));
    // A link is somebody else's.
    std::filesystem::create_symlink(target, path);
    EXPECT_THROW(write_tensor_file(path, list), IoError);
    EXPECT_TRUE(std::filesystem::is_symlink(path));
    std::filesystem::remove(path);
    std::filesystem::remove(target);
  }
}

TEST(RoundTrip, WhatCannotBeMadeLeavesNoFile) {
  const auto path = temporary_file("thrown.tns");
  WriteOptions options;
  options.tasks = [](std::int64_t, const std::function<void(std::int64_t)>&) {
    throw std::bad_alloc();
  };
  EXPECT_THROW(write_tensor_file(path, random_list(ScalarType::f64, 40000), options),
               std::bad_alloc);
  EXPECT_FALSE(std::filesystem::exists(path));
}

template <class Space>
class WriteSpaces : public testing::Test {};
TYPED_TEST_SUITE(WriteSpaces, Testing::TestSpaces);

TYPED_TEST(WriteSpaces, EverySpaceWritesTheSameBytes) {
  const auto list = random_list(ScalarType::c64, 40000);
  const auto expect_same = [&](const char* name, const auto& exec) {
    const auto path = temporary_file(name);
    WriteOptions in_order;
    in_order.tasks = [](std::int64_t count, const std::function<void(std::int64_t)>& body) {
      for (std::int64_t n = 0; n < count; ++n) body(n);
    };
    write_tensor_file(path, list, in_order);
    const std::string expected = bytes_of(path);
    WriteOptions options;
    options.tasks = host_tasks(exec);
    write_tensor_file(path, list, options);
    EXPECT_TRUE(bytes_of(path) == expected);
  };
  expect_same("a.mtx", TypeParam::make());
  expect_same("a.tns.gz", TypeParam::make());
  for (const auto& instance : Testing::two_instances<TypeParam>()) expect_same("b.mtx", instance);
}

}  // namespace
}  // namespace Strata::Test
