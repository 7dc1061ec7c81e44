// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>

namespace {

using namespace Strata;
using Texts = std::vector<std::string>;

TEST(Statements, AreSeparatedBySemicolonsAndLines) {
  const Texts two{"t(i) = A(i,j) * x(j)", "y(i) = 2 * t(i)"};
  EXPECT_EQ(split_statements("t(i) = A(i,j) * x(j); y(i) = 2 * t(i)"), two);
  EXPECT_EQ(split_statements("t(i) = A(i,j) * x(j)\ny(i) = 2 * t(i)\n"), two);
  EXPECT_EQ(split_statements("\n;; t(i) = A(i,j) * x(j);\n\n y(i) = 2 * t(i) ;"), two);
  EXPECT_EQ(split_statements("y = x"), Texts{"y = x"});
  EXPECT_EQ(split_statements(" \n ; "), Texts{});
}

// A line that cannot be the end of an expression is none.
TEST(Statements, GoOnInTheNextLine) {
  for (const char* text :
       {"y(i) =\n A(i,j) * x(j)", "y(i)\n= A(i,j) * x(j)", "y(i) = A(i,j)\n * x(j)",
        "y(i) = A(i,\nj) * x(j)", "y(i) = A(i,j) *\nx(j)", "y\n(i) = x(i)"}) {
    EXPECT_EQ(split_statements(text), Texts{text});
    EXPECT_NO_THROW(parse_notation(text)) << text;
  }
  EXPECT_EQ(split_statements("a = 2\nb = 3.5\nc = b").size(), 3u);
}

TEST(Statements, AreParsedOneByOne) {
  const auto statements = parse_statements("a = b(i); c(i) += a * b(i)");
  ASSERT_EQ(statements.size(), 2u);
  EXPECT_EQ(statements[0].lhs.tensor, "a");
  EXPECT_TRUE(statements[1].accumulate);
  EXPECT_TRUE(reads(statements[1], "a"));
  EXPECT_TRUE(reads(statements[1], "c"));
  EXPECT_FALSE(reads(statements[0], "a"));
  EXPECT_THROW(parse_statements(""), ParseError);
  EXPECT_THROW(parse_statements("a = b; c"), ParseError);
}

TEST(Statements, HaveTheTypeOfTheirRightSide) {
  TensorDeclarations tensors;
  tensors["n"] = {Formats::dense(1), ScalarType::i32, {4}, 0};
  tensors["h"] = {Formats::dense(1), ScalarType::f16, {4}, 0};
  tensors["f"] = {Formats::dense(1), ScalarType::f32, {4}, 0};
  tensors["z"] = {Formats::dense(1), ScalarType::c64, {4}, 0};
  const auto type = [&](const char* text) {
    return inferred_type(parse_notation(text), tensors);
  };
  EXPECT_EQ(type("t(i) = 2 * n(i)"), ScalarType::i32);
  EXPECT_EQ(type("t = n(i) * n(i)"), ScalarType::i32);
  EXPECT_EQ(type("t(i) = sqrt(n(i))"), ScalarType::f64);
  EXPECT_EQ(type("t(i) = h(i)"), ScalarType::f16);
  EXPECT_EQ(type("t(i) = h(i) * h(i)"), ScalarType::f32);
  EXPECT_EQ(type("t(i) = f(i) + n(i)"), promote(ScalarType::f32, ScalarType::i32));
  EXPECT_EQ(type("t = z(i) * f(i)"), ScalarType::c64);
  EXPECT_EQ(type("t(i) = gt(f(i), 0)"), ScalarType::boolean);
  EXPECT_THROW(type("t(i) = w(i)"), ParseError);
}

}  // namespace
