// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows and index sets in the analyses: what an index is, and what statements
// with them become.
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/Roles.h>
#include <strata/Analysis/Windows.h>

#include "Strata_Concretized.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Set = std::vector<std::int64_t>;

const TensorFormat s_vector = Formats::sparse_vector(), s_csr = Formats::csr();

std::string statements(const std::string& text, const std::vector<Declared>& tensors) {
  return concretized(text, tensors, {}).toString();
}

TEST(Windows, AreReadAsTheyAreWritten) {
  for (const char* text : {"i", "i(2,8)", "i(0,10,5)", "i({1,3,4})", "i({})", "i'({4,1})", "#piece"})
    EXPECT_EQ(to_string(strata::parseIndex(text)), text);
  for (const char* text : {"i(2", "i(2)", "i(2,8,3,4)", "i({1,x})", "i(2;8)", "i({1,3)"})
    EXPECT_THROW(strata::parseIndex(text), CodegenError) << text;
}

TEST(Windows, HaveSoManyCoordinates) {
  EXPECT_EQ(strata::parseIndex("i").length(7), 7);
  EXPECT_EQ(strata::parseIndex("i(2,8)").length(9), 6);
  EXPECT_EQ(strata::parseIndex("i(0,10,5)").length(10), 2);
  EXPECT_EQ(strata::parseIndex("i(0,11,5)").length(11), 3);
  EXPECT_EQ(strata::parseIndex("i(4,4)").length(9), 0);
  EXPECT_EQ(strata::parseIndex("i({4,1,1})").length(9), 3);
}

TEST(Windows, RegularSetsAreWindows) {
  const auto regular = [](const char* text) {
    return to_string(strata::withoutRegularSet(strata::parseIndex(text)));
  };
  EXPECT_EQ(regular("i({1,3,5})"), "i(1,6,2)");
  EXPECT_EQ(regular("i({4})"), "i(4,5)");
  EXPECT_EQ(regular("i({})"), "i(0,0)");
  EXPECT_EQ(regular("i({1,3,6})"), "i({1,3,6})");
  EXPECT_EQ(regular("i({5,3,1})"), "i({5,3,1})");
  EXPECT_EQ(regular("i({2,2})"), "i({2,2})");
}

TEST(Windows, Compose) {
  const auto composed = [](const char* text, const Set& numbers) {
    return to_string(strata::composed(strata::parseIndex(text), numbers));
  };
  EXPECT_EQ(composed("i", {2, 0, 1}), "i({2,0,1})");
  EXPECT_EQ(composed("i(3,9,2)", {0, 2}), "i(3,8,4)");
  EXPECT_EQ(composed("i({4,9,1})", {2, 0}), "i(1,5,3)");
}

TEST(Windows, OneOperandThroughTwoWindowsIsTwoIterators) {
  const CheckedAssignment stmt = check(parse_notation("a(i) = b(i(0,4)) + b(i(1,5))"),
                                       {{"a", {Formats::dense(1), ScalarType::f64, {4}}},
                                        {"b", {s_vector, ScalarType::f64, {6}}}});
  const auto lattice = strata::latticeOf(stmt.assignment.rhs, "i", stmt.tensors);
  EXPECT_EQ(lattice.toString(), "(b(i(0,4)) ^ b(i(1,5)), b(i(0,4)), b(i(1,5)))");
}

TEST(Windows, OfADenseResultLeaveTheRestZero) {
  EXPECT_EQ(statements("a(i(2,6)) = b(i)", {{"a", Formats::dense(1), {9}}, {"b", Formats::dense(1), {4}}}),
            "forall i.a a(i.a) = 0\nforall i a(i(2,6)) = b(i)\n");
  EXPECT_EQ(statements("a(i(2,6)) += b(i)", {{"a", Formats::dense(1), {9}}, {"b", Formats::dense(1), {4}}}),
            "forall i a(i(2,6)) += b(i)\n");
}

// What a part of a sparse result is increased by is a tensor of its own.
TEST(Windows, OfASparseResultKeepTheRest) {
  CheckedAssignment stmt = check(parse_notation("a(i(2,6)) = a(i(2,6)) + b(i)"),
                                 {{"a", {s_vector, ScalarType::f64, {9}}},
                                  {"b", {s_vector, ScalarType::f64, {4}}}});
  stmt.assignment.keeps_rest = true;
  stmt.tensors["a'"]         = stmt.tensors["a"];  // the old contents
  stmt.assignment.rhs        = strata::rewrite(stmt.assignment.rhs, [](IndexExprPtr e) {
    if (e->kind != IndexExpr::Kind::access || e->access.tensor != "a") return e;
    Access old = e->access;
    old.tensor = "a'";
    return make_access(old, e->type, e->where);
  });
  EXPECT_EQ(strata::concretize(stmt, {}).toString(),
            "temporary workspace0(i.a) : f64\n"
            "temporary cuts1(#cut,#1) : u64\n"
            "temporary cuts2(#cut,#1) : u64\n"
            "forall i workspace0(i(2,6)) = a'(i(2,6)) + b(i)\n"
            "forall i.a a(i.a) = any(workspace0(i.a), a'(i.a))\n");
}

TEST(Windows, SetsThatDoNotAscendAreSearched) {
  EXPECT_EQ(
      statements("a(i) = b(i({5,0,2}))", {{"a", Formats::dense(1), {3}}, {"b", s_vector, {6}}}),
      "forall i a(i) = sum(i', b(i'({5,0,2})))\n");
  EXPECT_EQ(statements("a(i) = b(i({5,0,2}))",
                       {{"a", Formats::dense(1), {3}}, {"b", Formats::dense(1), {6}}}),
            "forall i a(i) = b(i({5,0,2}))\n");
}

// Entries of a sparse result are made as they ascend.
TEST(Windows, SetsOfASparseResultAreSorted) {
  const std::string text =
      statements("a(i({5,0,2})) = b(i)", {{"a", s_vector, {6}}, {"b", Formats::dense(1), {3}}});
  EXPECT_NE(text.find("a(i({0,2,5})) = b(i({1,2,0}))"), std::string::npos) << text;
}

TEST(Windows, OfNonorderedLevelsAreReadFromCopies) {
  const TensorFormat unordered({0}, {{LevelKind::compressed, true, false}});
  const auto program =
      concretized("a(i) = b(i(2,5))", {{"a", Formats::dense(1), {3}}, {"b", unordered, {6}}}, {});
  ASSERT_EQ(program.conversions.size(), 1u);
  EXPECT_EQ(program.conversions[0].reason, "a nonordered level is merged or searched over 'i'");
}

// A variable that is pinned to another one has the coordinates of a tensor: no workspace
// has a place for them.
TEST(Windows, WorkspacesHaveTheCoordinatesOfLoops) {
  const TensorFormat format = TensorFormat::parse(
      "(d0, d1, d2, d3) -> (d2 : compressed, d0 : compressed(nonunique), d3 : singleton, d1 : compressed)");
  const auto program =
      concretized("semiring min-first; a = D * G(l({4,5,3}),j({0,2,0}),i,k) * H(i,l)",
                  {{"a", Formats::dense(0), {}}, {"D", Formats::dense(0), {}},
                   {"G", format, {8, 7, 3, 4}}, {"H", Formats::dense(2), {3, 3}}}, {});
  EXPECT_EQ(program.conversions.size(), 1u);
  for (const strata::Temporary& t : program.temporaries)
    for (const std::string& v : t.variables) EXPECT_EQ(v.find('\''), std::string::npos) << t.name << ' ' << v;
}

}  // namespace
