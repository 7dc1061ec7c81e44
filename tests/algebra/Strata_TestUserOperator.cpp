// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User operators, reductions and semirings as text and in C++: one tree.
#include <gtest/gtest.h>

#include <Strata_TestDeclarations.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_UserOperator.hpp>

namespace {

using namespace Strata;
using Strata::Testing::expect_contains;

std::string parsed(const std::string& text) { return to_string(parse_notation(text)); }

std::string parse_error(const std::string& text) {
  return Strata::Testing::message_of<ParseError>([&] { (void)parse_notation(text); });
}

TensorDeclarations declarations(ScalarType scalar) {
  TensorDeclarations tensors;
  tensors["y"] = {Formats::dense(1), scalar, {-1}, 0};
  tensors["x"] = {Formats::sparse_vector(), scalar, {4}, 0};
  tensors["A"] = {Formats::csr(), scalar, {3, 4}, 0};
  return tensors;
}

CheckedAssignment checked(const std::string& text, ScalarType scalar = ScalarType::f64) {
  return check(parse_notation(text), declarations(scalar));
}

std::string rhs(const std::string& text, ScalarType scalar = ScalarType::f64) {
  return to_string(*checked(text, scalar).assignment.rhs);
}

TEST(UserOperator, IsExpanded) {
  EXPECT_EQ(parsed("define relu(x) = max(x, 0); y(i) = relu(A(i,j) * x(j))"),
            "y(i) = max(A(i,j) * x(j), 0)");
  EXPECT_EQ(parsed("define sq(x) = x * x; define norm(x, y) = sqrt(sq(x) + sq(y)); a = norm(b, 2)"),
            "a = sqrt(b * b + 2 * 2)");
}

TEST(UserOperator, RegionsAskWhatIsStored) {
  const std::string a = "stored(b(i))", b = "stored(c(i))";
  for (const auto& [region, condition] : std::map<std::string, std::string>{
           {"intersection", "and(" + a + ", " + b + ")"},
           {"union", "or(" + a + ", " + b + ")"},
           {"left", a},
           {"right", b},
           {"left_only", "and(" + a + ", not(" + b + "))"},
           {"right_only", "and(not(" + a + "), " + b + ")"},
           {"xor", "neq(" + a + ", " + b + ")"},
           {"not(and(x, y))", "not(and(" + a + ", " + b + "))"}})
    EXPECT_EQ(parsed("define f(x, y) = x - y on " + region + " fill 2; a(i) = f(b(i), c(i))"),
              "a(i) = select(" + condition + ", b(i) - c(i), 2)");
}

TEST(UserOperator, IdentityAndAnnihilator) {
  EXPECT_EQ(parsed("define f(x, y) = x - y identity 1; a = f(b, c)"),
            "a = select(or(stored(c), neq(c, 1)), select(or(stored(b), neq(b, 1)), b - c, c), b)");
  EXPECT_EQ(parsed("define f(x) = x annihilator inf; a = f(b)"),
            "a = select(or(stored(b), neq(b, inf)), b, inf)");
}

TEST(UserOperator, ReductionsAreSelfContained) {
  const std::string text = "y(i) = reduce(j, (x, y) = x + y - x * y from 0 until 1, A(i,j))";
  EXPECT_EQ(parsed("define either(x, y) = x + y - x * y identity 0 annihilator 1; "
                   "y(i) = reduce_either(j, A(i,j))"),
            text);
  EXPECT_EQ(parsed(text), text);
}

TEST(UserOperator, InCxxIsTheSameTree) {
  const UserOperator relu("relu", [](auto x) { return max(x, 0); });
  const UserOperator far("far", [](auto x, auto y) { return abs(x - y); }, {.region = "union"});
  EXPECT_EQ(to_string(far.definition()), "far(x0, x1) = abs(x0 - x1) on or(x0, x1)");
  TensorRef vector;
  vector.format  = Formats::sparse_vector();
  vector.extents = {4};
  vector.levels.resize(1);
  const Tensor b(vector, "b"), c(vector, "c"), a(vector, "a");
  const IndexVar i("i");
  EXPECT_EQ((a(i) = relu(far(b(i), c(i)))).assignment.text,
            parsed("define relu(x) = max(x, 0); define far(x, y) = abs(x - y) on union; "
                   "a(i) = relu(far(b(i), c(i)))"));
  const UserOperator add("add", [](auto x, auto y) { return x + y; }, {.identity = 0});
  const Tensor s(TensorRef{}, "s");
  EXPECT_EQ((s() = reduce(add, i, b(i))).assignment.text,
            "s = reduce(i, (x0, x1) = x0 + x1 from 0, b(i))");
  const Statement shortest = in_semiring(make_semiring("min", "plus"), s() = b(i) * c(i));
  EXPECT_EQ(shortest.assignment.text, "semiring min-plus; s = b(i) * c(i)");
}

TEST(UserOperator, FunctionsOfPresenceInCxx) {
  TensorRef vector;
  vector.format  = Formats::sparse_vector();
  vector.extents = {4};
  vector.levels.resize(1);
  const Tensor b(vector, "b"), c(vector, "c"), a(vector, "a"), s(TensorRef{}, "s");
  const IndexVar i("i");
  const auto both = logical_and(stored(b(i)), logical_or(stored(c(i)), gt(b(i), 1)));
  EXPECT_EQ((a(i) = select(both, any(b(i), c(i)), 0)).assignment.text,
            "a(i) = select(and(stored(b(i)), or(stored(c(i)), gt(b(i), 1))), any(b(i), c(i)), 0)");
  EXPECT_EQ((s() = reduce_any(i, b(i))).assignment.text, "s = reduce_any(i, b(i))");
}

TEST(UserOperator, MistakesAreExplained) {
  EXPECT_EQ(parse_error("define f(x) = x + z; a = f(b)"),
            "the body of 'f' holds a tensor or an index variable; expected parameters, numbers and "
            "functions of these\n"
            "  define f(x) = x + z; a = f(b)\n"
            "                    ^");
  expect_contains(parse_error("define sqrt(x) = x; a = b"), "'sqrt' is a function already");
  expect_contains(parse_error("define f(x, x) = x; a = b"), "is there twice");
  expect_contains(parse_error("define f(x) = x; a = f(b, c)"), "takes 1 argument, got 2");
  expect_contains(parse_error("define f(x) = x on xor; a = b"), "no region 'xor' of 1 argument");
  expect_contains(parse_error("define f(x) = x wide; a = b"), "unknown property 'wide'");
  expect_contains(parse_error("define f(x) = x a = b"), "unknown property 'a'");
  expect_contains(parse_error("semiring minus-plus; a = b"), "'minus'");
  expect_contains(parse_error("semiring pow-plus; a = b"), "the addition");
  expect_contains(parse_error("define f(x, y) = x + y identity 0; semiring f-plus; a = b"),
                  "commutative or associative is not declared");
  const auto refusal = [](auto f) {
    return Strata::Testing::message_of<UnsupportedExpression>(f);
  };
  const UserOperator twice("twice", [](auto x) { return x + x; });
  expect_contains(refusal([&] {
                    TensorExpression e(1);
                    for (int n = 0; n < 40; ++n) e = twice(e);
                  }),
                  "'twice': expected an expression of at most 20000");
  expect_contains(refusal([] { (void)parse_notation("define f(x, y) = x; a = reduce_f(i, b(i))"); }),
                  "that has an identity");
  expect_contains(refusal([] { (void)checked("semiring min-plus; y(i) = A(i,j) - x(j)"); }),
                  "'-' has no meaning in the semiring min-plus");
}

TEST(Semiring, AddsToAPartOfTheOldContents) {
  TensorDeclarations tensors = declarations(ScalarType::f64);
  tensors["y"].extents       = {5};
  const Assignment a =
      check(parse_notation("semiring min-plus; y(i(0,3)) += A(i,j)"), tensors).assignment;
  EXPECT_FALSE(a.accumulate);
  EXPECT_TRUE(a.keeps_rest);
  EXPECT_EQ(to_string(*a.rhs),
            "min(y(i(0,3)), reduce_min(j, select(stored(A(i,j)), A(i,j), inf)))");
}

TEST(Semiring, RewritesSumsAndProducts) {
  EXPECT_EQ(rhs("semiring min-plus; y(i) = A(i,j) * x(j)"),
            "reduce_min(j, select(and(stored(A(i,j)), stored(x(j))), A(i,j) + x(j), inf))");
  EXPECT_EQ(rhs("semiring plus-times; y(i) = A(i,j) * x(j)"), "sum(j, A(i,j) * x(j))");
  EXPECT_EQ(rhs("semiring plus-pair; y(i) = A(i,j) * x(j)", ScalarType::i32),
            "sum(j, select(and(stored(A(i,j)), stored(x(j))), 1, 0))");
  EXPECT_EQ(rhs("semiring min-first; y(i) = A(i,j) * x(j)", ScalarType::u8),
            "reduce_min(j, select(and(stored(A(i,j)), stored(x(j))), A(i,j), 255))");
  EXPECT_EQ(rhs("semiring or-and; y(i) = A(i,j) * x(j)"),
            "cast_f64(reduce_or(j, and(cast_bool(A(i,j)), cast_bool(x(j)))))");
  EXPECT_EQ(rhs("semiring max-plus; y(i) += A(i,j)"),
            "max(y(i), reduce_max(j, select(stored(A(i,j)), A(i,j), -inf)))");
}

TEST(Semiring, DecidesWhatTheResultReads) {
  const auto fill = [](const char* semiring, ScalarType scalar) {
    const auto c = checked(std::string("semiring ") + semiring + "; y(i) = A(i,j) * x(j)", scalar);
    EXPECT_TRUE(c.sets_fill);
    return c.tensors.at("y").fill;
  };
  EXPECT_EQ(fill("min-plus", ScalarType::f64), std::numeric_limits<double>::infinity());
  EXPECT_EQ(fill("min-plus", ScalarType::i32), 2147483647);
  EXPECT_EQ(fill("max-times", ScalarType::i8), -128);
  EXPECT_EQ(fill("plus-pair", ScalarType::f32), 0);
  EXPECT_FALSE(checked("y(i) = A(i,j) * x(j)").sets_fill);
}

}  // namespace
