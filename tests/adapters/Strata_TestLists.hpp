// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_LISTS_HPP
#define STRATA_TEST_LISTS_HPP

#include <algorithm>
#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Strata_CoordinateList.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

namespace Strata::Test {

using Testing::message_of;

using At    = std::vector<std::int64_t>;
using Value = std::complex<double>;

/// Entries by coordinate, repeated ones added.
inline std::map<At, Value> entries_of(const CoordinateList& list) {
  std::map<At, Value> entries;
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    EXPECT_EQ(list.values.size(), static_cast<std::size_t>(list.num_entries) * sizeof(T));
    for (std::int64_t n = 0; n < list.num_entries; ++n) {
      const auto at = list.entry(n);
      if constexpr (std::is_convertible_v<T, double>)
        entries[At(at.begin(), at.end())] += static_cast<double>(list.data<T>()[n]);
      else
        entries[At(at.begin(), at.end())] += Value(list.data<T>()[n]);
    }
  });
  return entries;
}

inline std::string temporary_file(const std::string& name) {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::string file =
      std::string("strata_") + test->test_suite_name() + "_" + test->name() + "_" + name;
  std::replace(file.begin(), file.end(), '/', '_');  // typed suites
  return testing::TempDir() + file;
}

}  // namespace Strata::Test

#endif
