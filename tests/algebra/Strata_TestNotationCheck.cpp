// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_TestDeclarations.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::CheckedAssignment;
using Strata::ParseError;
using Strata::ShapeMismatch;
using Strata::TensorDeclarations;
using Strata::UnsupportedExpression;
using Strata::Testing::check_text;
using Strata::Testing::checked;
using Strata::Testing::declare;
using Strata::Testing::expect_contains;

template <class E>
std::string error(const std::string& text, const TensorDeclarations& tensors) {
  return Strata::Testing::message_of<E>(
      [&] { (void)check_text(text, tensors); });
}

const TensorDeclarations tensors = {
    {"alpha", declare({})},    {"beta", declare({})}, {"A", declare({4, 4})},
    {"B", declare({4, 5})},    {"x", declare({4})},   {"y", declare({4})},
    {"z", declare({4})},       {"v", declare({5})},   {"s", declare({})},
    {"T", declare({4, 5, 6})}, {"u", declare({-1})},  {"i_1", declare({})}};

TEST(NotationCheck, TermsSumOverTheirOwnVariables) {
  EXPECT_EQ(checked("y(i) = alpha*A(j,i)*x(j) + beta*z(i)", tensors),
            "sum(j, alpha * A(j,i) * x(j)) + beta * z(i)");
  EXPECT_EQ(checked("y(i) = z(i) - B(i,j) * v(j)", tensors),
            "z(i) - sum(j, B(i,j) * v(j))");
  EXPECT_EQ(checked("y(i) = x(i) + (z(i) - B(i,j))", tensors),
            "x(i) + (z(i) - sum(j, B(i,j)))");
  EXPECT_EQ(checked("y(i) = -(B(i,j) + z(i))", tensors),
            "-(sum(j, B(i,j)) + z(i))");
  EXPECT_EQ(checked("y(i) = 2 * (B(i,j) + z(i))", tensors),
            "sum(j, 2.0 * (B(i,j) + z(i)))");
}

TEST(NotationCheck, SumsNestInOrderOfAppearance) {
  EXPECT_EQ(checked("s = T(i,j,k)", tensors),
            "sum(i, sum(j, sum(k, T(i,j,k))))");
  EXPECT_EQ(checked("s = x(j) * A(i,j)", tensors),
            "sum(j, sum(i, x(j) * A(i,j)))");
}

TEST(NotationCheck, ReductionVariablesAreRenamedApart) {
  EXPECT_EQ(checked("s = x(i) + y(i)", tensors),
            "sum(i, x(i)) + sum(i_1, y(i_1))");
  EXPECT_EQ(checked("s = sum(i, x(i)) * sum(i, v(i))", tensors),
            "sum(i, x(i)) * sum(i_1, v(i_1))");
  EXPECT_EQ(checked("y(i) = x(i) * sum(i, v(i))", tensors),
            "x(i) * sum(i_1, v(i_1))");
  // Names of the text are not taken.
  EXPECT_EQ(checked("s = i_1 * x(i) + y(i)", tensors),
            "sum(i, i_1 * x(i)) + sum(i_2, y(i_2))");
  EXPECT_EQ(checked("s = sum(i, x(i) * sum(i, i * v(i)))", tensors),
            "sum(i, x(i) * sum(i_1, cast_f64(i_1) * v(i_1)))");
}

TEST(NotationCheck, ExplicitReductionsStopImplicitOnes) {
  EXPECT_EQ(checked("y(i) = sum(j, B(i,j)) + z(i)", tensors),
            "sum(j, B(i,j)) + z(i)");
  EXPECT_EQ(error<ParseError>("y(i) = sum(j, B(i,j)) + x(k)", tensors),
            "index variable 'k' is not on the left, and no reduction binds it "
            "(a statement with an explicit reduction has no implicit ones)\n"
            "  y(i) = sum(j, B(i,j)) + x(k)\n"
            "                          ^~~~");
}

TEST(NotationCheck, ExtentsOfEveryVariable) {
  const CheckedAssignment c = check_text("s = B(i,j) + x(i)", tensors);
  const std::map<std::string, std::int64_t> expected = {
      {"i", 4}, {"j", 5}, {"i_1", 4}};
  EXPECT_EQ(c.extents, expected);
}

TEST(NotationCheck, ResultExtentsAreInferred) {
  EXPECT_EQ(check_text("u(j) = B(i,j)", tensors).tensors.at("u").extents,
            (std::vector<std::int64_t>{5}));
  EXPECT_EQ(check_text("u(j) = v(j(1,5,3))", tensors).tensors.at("u").extents,
            (std::vector<std::int64_t>{2}));
  expect_contains(error<UnsupportedExpression>("u(j) = x(i)", tensors),
                  "the extent of index variable 'j' is unknown");
  expect_contains(error<ShapeMismatch>("u(j(0,2)) = v(j(0,2))", tensors),
                  "extent of dimension 0 of 'u' is unknown");
  expect_contains(error<ShapeMismatch>("y(j) = u(j)", tensors),
                  "extent of dimension 0 of 'u' is unknown");
}

TEST(NotationCheck, VariableOnTheLeftOnlyTakesTheResultsExtent) {
  const CheckedAssignment c = check_text("B(i,j) = x(i)", tensors);
  EXPECT_EQ(c.extents.at("j"), 5);
}

TEST(NotationCheck, Mismatches) {
  EXPECT_EQ(error<ShapeMismatch>("y(i) = B(i,j) * x(j)", tensors),
            "index variable 'j' has extent 5 in B(i,j) and 4 in x(j)\n"
            "  y(i) = B(i,j) * x(j)\n"
            "                  ^~~~");
  EXPECT_EQ(error<ShapeMismatch>("y(i) = B(i)", tensors),
            "tensor 'B' has order 2, got 1 index\n"
            "  y(i) = B(i)\n"
            "         ^~~~");
  EXPECT_EQ(error<ParseError>("y(i) = w(i)", tensors),
            "unknown tensor 'w'\n"
            "  y(i) = w(i)\n"
            "         ^~~~");
  expect_contains(error<ParseError>("q(i) = x(i)", tensors),
                  "unknown tensor 'q'");
  expect_contains(error<ShapeMismatch>("v(i) = x(i)", tensors),
                  "and 4 in x(i)");
  // Terms that are summed apart still mean the same variable of the text.
  expect_contains(error<ShapeMismatch>("s = x(i) + v(i)", tensors),
                  "extent 4 in x(i) and 5 in v(i)");
  expect_contains(error<UnsupportedExpression>("s = sum(k, alpha)", tensors),
                  "the extent of index variable 'k' is unknown");
}

TEST(NotationCheck, ReductionsTakeExtentsFromTheRestOfTheStatement) {
  const auto extent_of = [](const char* text, const char* variable) {
    return check_text(text, tensors).extents.at(variable);
  };
  EXPECT_EQ(extent_of("s = x(i) + 2*i", "i_1"), 4);
  EXPECT_EQ(extent_of("y(i) = sum(j, x(i)) + sum(j, B(i,j))", "j"), 5);
  EXPECT_EQ(extent_of("y(i) = sum(j, B(i,j)) + sum(j, x(i))", "j_1"), 5);
  EXPECT_EQ(extent_of("B(i,j) = sum(j, x(i))", "j_1"), 5);
  EXPECT_EQ(extent_of("y(i) = sum(j, x(i)) + sum(j, v(j(1,4)) * x(i))", "j"), 3);
  // Sums inside hide the name; others disagree.
  expect_contains(error<UnsupportedExpression>("y(i) = sum(j, sum(j, B(i,j)))", tensors),
                  "the extent of index variable 'j' is unknown");
  expect_contains(
      error<UnsupportedExpression>("y(i) = sum(j, x(i)) + sum(j, x(j)) + sum(j, v(j))", tensors),
      "the extent of index variable 'j' is unknown");
}

TEST(NotationCheck, WindowsChangeExtents) {
  EXPECT_EQ(
      check_text("u(i) = x(i(1,3)) + v(i(0,5,3))", tensors).extents.at("i"), 2);
  EXPECT_EQ(check_text("u(i) = x(i({0,3,1}))", tensors).extents.at("i"), 3);
  expect_contains(error<ShapeMismatch>("u(i) = x(i(1,5))", tensors),
                  "window [1, 5) is not inside the extent 4");
  expect_contains(error<ShapeMismatch>("u(i) = x(i(-1,2))", tensors), "window");
  expect_contains(error<ShapeMismatch>("u(i) = x(i(3,2))", tensors), "window");
  expect_contains(error<ShapeMismatch>("u(i) = x(i(0,4,0))", tensors),
                  "stride of a window must be positive");
  expect_contains(error<ShapeMismatch>("u(i) = x(i({0,4}))", tensors),
                  "coordinate 4 of the index set");
  expect_contains(
      error<UnsupportedExpression>("x(i({2,0,2})) = x(i(1,4))", tensors),
      "the index set on the left has the coordinate 2 twice; expected each "
      "coordinate of the result once");
  EXPECT_EQ(check_text("v(i(2,4)) = x(i(0,2))", tensors).extents.at("i"), 2);
}

TEST(NotationCheck, RepeatedAndOwnIndicesPass) {
  EXPECT_EQ(checked("y(i) = A(i,i) + y(i)", tensors), "A(i,i) + y(i)");
  EXPECT_EQ(checked("A(i,j) += A(j,i)", tensors), "A(j,i)");
}

TEST(NotationCheck, CheckedTextChecksToItself) {
  for (const char* text :
       {"y(i) = alpha*A(j,i)*x(j) + beta*z(i)", "s = x(i) + y(i)",
        "s = T(i,j,k) * B(i,j) - 2 * x(i)"}) {
    const CheckedAssignment once = check_text(text, tensors);
    const std::string canonical  = to_string(once.assignment);
    EXPECT_EQ(to_string(check_text(canonical, tensors).assignment), canonical);
  }
}

}  // namespace
