// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long statements of emitted code are broken where clang-format breaks them.
#include <gtest/gtest.h>

#include <string>

#include <LineLayout.h>

namespace {

using strata::cpp::layoutStatement;

std::string joined(const std::string& text, std::size_t indent = 0) {
  std::string out;
  for (const std::string& line : layoutStatement(text, indent, indent + 4))
    out += line + "\n";
  return out;
}

TEST(LineLayout, ShortStatementsStayAsTheyAre) {
  EXPECT_EQ(joined("y(i) = sum;", 4), "    y(i) = sum;\n");
}

TEST(LineLayout, ParametersAreAligned) {
  EXPECT_EQ(joined("void spmv(const ExecutionSpace& exec, const y_type& y, const "
                   "A_type& A, const x_type& x) {"),
            "void spmv(const ExecutionSpace& exec, const y_type& y, const A_type& A,\n"
            "          const x_type& x) {\n");
  EXPECT_EQ(joined("template <class ExecutionSpace, class A_type, class B_type, "
                   "class C_type, class D_type>"),
            "template <class ExecutionSpace, class A_type, class B_type, class C_type,\n"
            "          class D_type>\n");
}

TEST(LineLayout, BehindAnAssignment) {
  EXPECT_EQ(joined("const std::int64_t pb0_first = Strata::lower_bound(piece_begin, "
                   "b_coordinates0, pb0_begin, pb0_end);",
                   8),
            "        const std::int64_t pb0_first = Strata::lower_bound(\n"
            "            piece_begin, b_coordinates0, pb0_begin, pb0_end);\n");
  EXPECT_EQ(joined("const std::int64_t pB0_last = pB0_begin + pB0_count * (piece + 1) "
                   "/ pieces;",
                   8),
            "        const std::int64_t pB0_last =\n"
            "            pB0_begin + pB0_count * (piece + 1) / pieces;\n");
}

TEST(LineLayout, StringsAreBrokenBetweenWords) {
  const std::string text = joined(
      "static_assert(Strata::ok<a_type>, \"sum_of_three: a must be a Kokkos::View of "
      "double that ExecutionSpace can access\");",
      2);
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    EXPECT_LE(end - at, 80u) << text;
  }
  EXPECT_NE(text.find(" \"\n"), std::string::npos) << text;
}

TEST(LineLayout, ComparisonsAreNoBrackets) {
  const std::string names(30, 'a');
  EXPECT_EQ(joined("while (" + names + " < " + names + "_end && b < " + names + ") {"),
            "while (" + names + " < " + names + "_end &&\n       b < " + names +
                ") {\n");
}

}  // namespace
