// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>

namespace {

using Strata::caret_message;
using Strata::error_message;

TEST(Error, MessageLeavesEmptyPartsOut) {
  EXPECT_EQ(error_message("op", "arg", "2", "3", "do that"),
            "op: arg: expected 2, got 3; do that");
  EXPECT_EQ(error_message("op", "", "2", "3"), "op: expected 2, got 3");
  EXPECT_EQ(error_message("op", "arg", "", "3"), "op: arg: got 3");
  EXPECT_EQ(error_message("op", "arg", "", "", "advice"), "op: arg; advice");
}

TEST(Error, CaretCoversTheRange) {
  EXPECT_EQ(caret_message("what", "abc def", 4, 7),
            "what\n  abc def\n      ^~~");
}

TEST(Error, CaretIsOneWideForAnEmptyRange) {
  EXPECT_EQ(caret_message("what", "abc", 3, 3), "what\n  abc\n     ^");
  EXPECT_EQ(caret_message("what", "", 0, 0), "what\n  \n  ^");
}

TEST(Error, CaretStandsInTheRightLine) {
  EXPECT_EQ(caret_message("what", "one\ntwo\nthree", 4, 7),
            "what\n  two\n  ^~~");
  EXPECT_EQ(caret_message("what", "one\ntwo\n", 5, 99), "what\n  two\n   ^~");
}

TEST(Error, CaretCountsCharactersNotBytes) {
  EXPECT_EQ(caret_message("what", "äö x", 5, 6), "what\n  äö x\n     ^");
}

TEST(Error, LongLinesAreCut) {
  const std::string text = std::string(500, 'a') + "!" + std::string(500, 'b');
  const std::string message = caret_message("what", text, 500, 501);
  EXPECT_LT(message.size(), 400u);
  const std::size_t shown = message.find('\n') + 1;
  const std::size_t caret = message.find('\n', shown) + 1;
  EXPECT_EQ(message.find('!') - shown, message.find('^') - caret);
}

TEST(Error, PlacesOutsideTheTextAreClamped) {
  EXPECT_NO_THROW((void)caret_message("what", "abc", 99, 7));
}

}  // namespace
