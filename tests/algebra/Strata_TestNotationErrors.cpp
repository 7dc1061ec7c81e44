// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_IndexNotation.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::Testing::expect_contains;

std::string parse_error(const std::string& text) {
  return Strata::Testing::message_of<Strata::ParseError>(
      [&] { (void)Strata::parse_notation(text); });
}

TEST(NotationErrors, TrailingInput) {
  EXPECT_EQ(parse_error("a(i) = b(i) c(i)"),
            "unexpected 'c' after the expression\n"
            "  a(i) = b(i) c(i)\n"
            "              ^");
  expect_contains(parse_error("a = b)"), "unexpected ')'");
  expect_contains(parse_error("a = b = c"), "unexpected '='");
}

TEST(NotationErrors, UnknownFunctions) {
  EXPECT_EQ(parse_error("a(i) = foo(b(i), 2)"),
            "unknown function 'foo'; a tensor is indexed by variables: i, "
            "i(lo,hi,stride) or i({1,3,5})\n"
            "  a(i) = foo(b(i), 2)\n"
            "         ^~~~~~~");
  expect_contains(parse_error("a(i) = foo(2)"), "unknown function 'foo'");
  expect_contains(parse_error("a(i) = b(i+1)"), "indexed by variables");
  expect_contains(parse_error("a(i) = b(exp(i))"), "indexed by variables");
  EXPECT_EQ(parse_error("a = cast_f8(b)"),
            "unknown type 'f8' in a cast; known are bool, i8 … i64, u8 … u64, "
            "f16, bf16, f32, f64, c64, c128\n"
            "  a = cast_f8(b)\n"
            "      ^~~~~~~");
}

TEST(NotationErrors, ArgumentCounts) {
  EXPECT_EQ(parse_error("a = pow(b)"),
            "'pow' takes 2 arguments, got 1\n"
            "  a = pow(b)\n"
            "      ^~~~~~");
  expect_contains(parse_error("a = sqrt()"), "takes 1 argument, got 0");
  expect_contains(parse_error("a = heaviside(b, c, d)"),
                  "takes 1 or 2 arguments, got 3");
  expect_contains(parse_error("a = cast_f64(b, c)"), "takes 1 argument");
  expect_contains(parse_error("a = sum(b(i))"),
                  "takes an index variable and an expression");
  expect_contains(parse_error("a = sum(i, b(i), c(i))"),
                  "expected ')' after the body of 'sum'");
}

TEST(NotationErrors, Parentheses) {
  EXPECT_EQ(parse_error("a = (b + c"),
            "expected ')' to close '(', got the end\n"
            "  a = (b + c\n"
            "            ^");
  expect_contains(parse_error("a(i = b(i)"), "expected ')' after the indices");
  expect_contains(parse_error("a(i) = b(i"), "expected ')'");
  expect_contains(parse_error("a = sqrt b"), "unexpected 'b'");
}

TEST(NotationErrors, MissingParts) {
  expect_contains(parse_error(""), "expected a tensor to assign to");
  expect_contains(parse_error("a"), "expected '=' or '+='");
  expect_contains(parse_error("a ="), "expected a tensor, a number");
  expect_contains(parse_error("a = b +"), "got the end");
  expect_contains(parse_error("a = * b"), "got '*'");
  expect_contains(parse_error("a(i,) = b(i)"), "expected an index variable");
  expect_contains(parse_error("2 = b"), "expected a tensor to assign to");
  expect_contains(parse_error("sqrt(i) = b(i)"), "reserved name");
}

TEST(NotationErrors, Windows) {
  expect_contains(parse_error("a(i) = b(i(0))"), "expected ','");
  expect_contains(parse_error("a(i) = b(i(0,))"), "expected the end");
  expect_contains(parse_error("a(i) = b(i(0,4,1,1))"), "expected ')'");
  expect_contains(parse_error("a(i) = b(i({1,2))"), "expected '}'");
  expect_contains(parse_error("a(i) = b(i(0,1.5))"), "expected the end");
}

TEST(NotationErrors, Numbers) {
  EXPECT_EQ(parse_error("a = 2x"), "malformed number\n  a = 2x\n      ^~");
  expect_contains(parse_error("a = 9223372036854775808"), "64 bits");
  expect_contains(parse_error("a = 1e999"), "outside the range of f64");
  expect_contains(parse_error("a = 1 // b"), "got '/'");
  expect_contains(parse_error("a = complex(b, 1)"), "expected a number");
}

TEST(NotationErrors, OddCharacters) {
  EXPECT_EQ(parse_error("α(i) = b(i)"),
            "unexpected character\n  α(i) = b(i)\n  ^");
  EXPECT_EQ(parse_error("a(i) = β(i)"),
            "unexpected character\n  a(i) = β(i)\n         ^");
  expect_contains(parse_error("a = b & c"), "unexpected character");
}

}  // namespace
