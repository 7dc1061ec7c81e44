// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statements share a launch, and for each rule one that does not.
#include <gtest/gtest.h>

#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/SharedLoops.h>

namespace {

using namespace Strata;

constexpr std::int64_t s_rows = 100000;

/// Four threads; others where a test says so.
strata::ConcretizeOptions four_threads() {
  strata::ConcretizeOptions options;
  options.concurrency = 4;
  return options;
}

/// A and B are CSR, G is DCSR, H is CSC; capitals D, E, F are dense matrices, a, s and
/// u scalars, h is half precision, v has another extent; other names are vectors.
TensorDeclaration declared(const std::string& name) {
  const auto matrix = [](TensorFormat format) {
    return TensorDeclaration{std::move(format), ScalarType::f64, {s_rows, s_rows}, 0};
  };
  if (name == "A" || name == "B" || name == "C") return matrix(Formats::csr());
  if (name == "G") return matrix(Formats::dcsr());
  if (name == "H") return matrix(Formats::csc());
  if (name == "D" || name == "E" || name == "F") return matrix(Formats::dense(2));
  if (name == "a" || name == "s" || name == "u")
    return {Formats::dense(0), ScalarType::f64, {}, 0};
  const std::int64_t extent = name == "v" ? s_rows / 2 : s_rows;
  const ScalarType scalar   = name == "h" ? ScalarType::f16 : ScalarType::f64;
  return {Formats::dense(1), scalar, {extent}, 0};
}

strata::SharingStatement statement(const std::string& text,
                                   const strata::ConcretizeOptions& options) {
  strata::SharingStatement out;
  const Assignment parsed = parse_notation(text);
  TensorDeclarations tensors;
  const auto note = [&](const std::string& name) {
    if (tensors.emplace(name, declared(name)).second) out.names.push_back(name);
  };
  note(parsed.lhs.tensor);
  strata::walk(parsed.rhs, [&](const IndexExprPtr& e) {
    if (e->kind == IndexExpr::Kind::access) note(e->access.tensor);
  });
  out.stmt    = check(parsed, tensors);
  out.options = options;
  out.alone   = strata::concretize(out.stmt, options);
  return out;
}

strata::SharingResult shared(const std::vector<std::string>& texts, bool checked = false,
                             const strata::ConcretizeOptions& options = four_threads()) {
  std::vector<strata::SharingStatement> statements;
  for (const std::string& text : texts) statements.push_back(statement(text, options));
  return strata::shareLoops(statements, checked);
}

std::string reason(const std::vector<std::string>& texts, bool checked = false,
                   const strata::ConcretizeOptions& options = four_threads()) {
  return shared(texts, checked, options).reason;
}

void expect_reason(const std::vector<std::string>& texts, const char* part) {
  const std::string why = reason(texts);
  EXPECT_NE(why.find(part), std::string::npos) << texts.back() << ": '" << why << "'";
}

TEST(SharedLoops, OfVectorsProductsAndScalars) {
  EXPECT_EQ(reason({"r(i) = b(i) - A(i,j) * x(j)", "s = r(i) * r(i)"}), "");
  EXPECT_EQ(reason({"x(i) += a * p(i)", "r(i) += -a * q(i)", "s = r(i) * r(i)"}), "");
  EXPECT_EQ(reason({"y(i) = A(i,j) * x(j)", "z(k) = B(k,l) * w(l)"}), "");
  EXPECT_EQ(reason({"s = x(i) * y(i)", "u = x(i)", "x(i) = 2 * y(i)"}), "");
  EXPECT_EQ(reason({"D(i,j) = E(i,j)", "F(i,j) = D(i,j) * x(j)", "s = F(i,j)"}), "");
  EXPECT_EQ(reason({"s = x(i) * A(i,j) * y(j)", "z(i) = A(i,j) * x(j)"}), "");
}

TEST(SharedLoops, NameVariablesApart) {
  const auto result =
      shared({"y(i) = A(i,j) * x(j)", "z(j) = B(j,i) * w(i)", "s = z(k) * y(k)"});
  ASSERT_EQ(result.reason, "");
  const auto& stmts = result.shared.stmts;
  EXPECT_EQ(result.shared.sharedLoops, std::vector<std::string>{"i"});
  EXPECT_EQ(to_string(stmts[1].assignment), "z(i) = sum(i_2, B(i,i_2) * w(i_2))");
  EXPECT_EQ(to_string(stmts[2].assignment), "s = sum(i, z(i) * y(i))");
  EXPECT_EQ(result.shared.names, (std::vector<std::string>{"y", "A", "x", "z", "B", "w", "s"}));
}

TEST(SharedLoops, HaveTheSamePieces) {
  const auto result = shared({"y(i) = A(i,j) * x(j)", "s = y(i)"});
  ASSERT_EQ(result.reason, "");
  for (const strata::ConcreteProgram& part : result.shared.parts)
    EXPECT_EQ(part.statements[0].partitioned, std::vector<std::string>{"i"});
  // Without a reduction to a scalar nothing has to be cut.
  const auto plain = shared({"y(i) = A(i,j) * x(j)", "z(i) = y(i)"});
  ASSERT_EQ(plain.reason, "");
  for (const strata::ConcreteProgram& part : plain.shared.parts)
    EXPECT_TRUE(part.statements[0].partitioned.empty());
}

TEST(SharedLoops, AreOverTheSameCoordinates) {
  expect_reason({"y(i) = x(i)", "v(i) = v(i) + 1"}, "coordinates, not");
  expect_reason({"y(i) = x(i)", "D(i,j) = E(i,j)"}, "2 loops over its result, not 1");
  expect_reason({"D(i,j) = E(i,j)", "s = x(i)"}, "fewer loops");
  expect_reason({"y(i) = x(i)", "y(i(0,10)) += z(i(5,15))"}, "part of 'y'");
  expect_reason({"y(i) = x(i)", "z(i) = x(i) + G(i,j) * x(j)"}, "follows what G(i,j) stores");
}

TEST(SharedLoops, AreOneNestOverADenseResult) {
  expect_reason({"y(i) = x(i)", "C(i,j) = A(i,j) + B(i,j)"}, "its result is sparse");
  expect_reason({"y(i) = x(i)", "z(j) = A(i,j) * x(i)"}, "several launches");
  expect_reason({"y(i) = x(i)", "z(i) = G(i,j) * x(j)"}, "several launches");
  expect_reason({"y(i) = x(i)", "z(i) += A(j,i) * x(j)"}, "several times");
  expect_reason({"y(i) = x(i)", "D(i,j) = A(i,j) * H(i,j)"}, "copy in another format");
  expect_reason({"s = a * u", "y(i) = x(i)"}, "no loop");
  expect_reason({"y(i) = x(i)", "s = reduce_any(i, x(i))"}, "its loop may end early");
}

TEST(SharedLoops, PassOnWhatTheyHaveWrittenHere) {
  expect_reason({"y(i) = x(i)", "z(i) = A(i,j) * y(j)"}, "it reads y(");
  expect_reason({"y(i) = A(i,j) * x(j)", "x(i) = y(i)"}, "it writes x(i), and x(j) is read");
  expect_reason({"D(i,j) = E(i,j)", "F(i,j) = D(j,i)"}, "it reads D(");
  EXPECT_EQ(reason({"D(i,j) = E(i,j)", "D(j,i) = F(j,i) + x(j)"}), "");
  expect_reason({"s = x(i)", "y(i) = s * z(i)"}, "it reads s(), which is known behind the loops");
  expect_reason({"y(i) = x(i)", "z(i) = y(i(0,100000))"}, "it reads y(");
}

TEST(SharedLoops, ReadOldContentsWhereTheyWrite) {
  auto first = statement("y(i) = x(i)", four_threads());
  auto last  = statement("z(i) = w(i) + x(i)", four_threads());
  // As the runtime gives z(i) = z(i) + x(i).
  const auto reading = [&](const std::string& text) {
    last                       = statement(text, four_threads());
    last.oldResult             = "w";
    last.stmt.tensors["w"]     = last.stmt.tensors["z"];
    return strata::shareLoops({first, last}, false);
  };
  const auto here = reading("z(i) = w(i) + x(i)");
  ASSERT_EQ(here.reason, "");
  EXPECT_EQ(to_string(here.shared.stmts[1].assignment), "z(i) = z(i) + x(i)");
  EXPECT_EQ(reading("z(i) = A(i,j) * w(j)").reason, "it reads z(j) and writes z(i)");
}

// What a statement would lose: pieces of equal work, or the order of its terms.
TEST(SharedLoops, LeavePiecesAsTheyHaveToBe) {
  auto balanced     = four_threads();
  balanced.balanced = true;
  EXPECT_EQ(reason({"y(i) = x(i)", "z(i) = A(i,j) * x(j)"}, false, balanced),
            "its pieces of equal work begin and end inside of i");
  EXPECT_EQ(reason({"y(i) = x(i)", "z(i) = y(i)"}, false, balanced), "");
  auto any       = std::vector{statement("y(i) = x(i)", balanced),
                         statement("z(i) = A(i,j) * x(j)", balanced)};
  any[0].anyPieces = any[1].anyPieces = true;
  const auto forced = strata::shareLoops(any, false);
  ASSERT_EQ(forced.reason, "");
  EXPECT_TRUE(forced.shared.parts[1].statements[0].carry.empty());

  auto strict   = four_threads();
  strict.strict = true;
  EXPECT_EQ(reason({"y(i) = x(i)", "s = y(i)"}, false, strict).find("one piece runs s()"), 0u);
  strict.concurrency = 1;
  EXPECT_EQ(reason({"y(i) = x(i)", "s = y(i)"}, false, strict), "");
}

TEST(SharedLoops, KeepWhatIsChecked) {
  EXPECT_EQ(reason({"y(i) = x(i)", "s = y(i)"}, true), "");
  EXPECT_NE(reason({"y(i) = x(i)", "y(i) += z(i)"}, true).find("written twice"),
            std::string::npos);
  EXPECT_NE(reason({"y(i) = x(i)", "x(i) = z(i)"}, true).find("overwrites 'x'"),
            std::string::npos);
}

TEST(SharedLoops, NeedNoMemoryForWhatTheyPassOn) {
  const auto registers = [](const std::vector<std::string>& texts) {
    return strata::registersAmong({"t", "h"}, shared(texts).shared);
  };
  EXPECT_EQ(registers({"t(i) = x(i)", "y(i) = t(i)"}), std::set<std::string>{"t"});
  EXPECT_TRUE(registers({"t(i) = x(i)", "t(i) += y(i)", "z(i) = t(i)"}).empty());
  EXPECT_TRUE(registers({"h(i) = x(i)", "z(i) = h(i)"}).empty());
  EXPECT_TRUE(registers({"y(i) = x(i)", "z(i) = y(i)"}).empty());
}

}  // namespace
