// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_MESSAGE_HPP
#define STRATA_TEST_MESSAGE_HPP

#include <string>

#include <gtest/gtest.h>

#include <Strata_Error.hpp>

namespace Strata::Testing {

/// Text of the E that f throws; fails the test when it throws none.
template <class E, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const E& e) {
    return e.what();
  } catch (const std::exception& e) {
    ADD_FAILURE() << "another exception: " << e.what();
    return {};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

}  // namespace Strata::Testing

#endif
