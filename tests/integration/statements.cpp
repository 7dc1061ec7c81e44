// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of several statements against the dense meaning of the statements in their
// order: temporaries of every kind, results that are read again, both back ends.
#include <Strata_TestMessage.hpp>

#include "Strata_StatementPlans.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
using Statements = StatementPlans<Space>;
TYPED_TEST_SUITE(Statements, TestSpaces);

const char* const matrix_formats[] = {"CSR", "CSC", "DCSR", "COO", "Dense"};

TYPED_TEST(Statements, DenseTemporaries) {
  for (const char* a : matrix_formats)
    for (const char* b : matrix_formats) {
      SCOPED_TRACE(std::string(a) + ", " + b);
      this->expect_right("t(i) = A(i,j) * x(j); y(i) = B(i,j) * t(j)",
                         {{"A", this->sparse(a, 30, 20, 1)},
                          {"B", this->sparse(b, 25, 30, 2)},
                          {"x", this->dense({20}, 3)},
                          {"y", this->dense({25}, 4)}},
                         {"y"});
    }
}

TYPED_TEST(Statements, SparseTemporaries) {
  for (const char* format : {"CSR", "CSC", "DCSR", "COO", "(i, j) -> (i : dense, j : dense)"})
    for (const char* result : {"CSR", "DCSC", "Dense"}) {
      SCOPED_TRACE(std::string(format) + ", " + result);
      ProgramOptions program;
      program.temporaries["T"] = declared(format);
      TensorRef c = std::string(result) == "Dense"
                        ? this->dense({18, 22}, 4)
                        : declare_result(TensorFormat::parse(result, 2), ScalarType::f64,
                                         {18, 22});
      this->expect_right("T(i,j) = A(i,k) * B(k,j)\nC(i,j) = T(i,j) + 2 * D(i,j)",
                         {{"A", this->sparse("CSR", 18, 20, 1)},
                          {"B", this->sparse("CSR", 20, 22, 2)},
                          {"D", this->sparse("CSR", 18, 22, 3)},
                          {"C", c}},
                         {"C"}, program);
    }
}

// What is written is read by the statements behind, and what is read is what was
// there before.
TYPED_TEST(Statements, ResultsAreReadAgain) {
  const Operands dense{{"A", this->sparse("CSR", 20, 20, 1)},
                       {"x", this->dense({20}, 2)},
                       {"y", this->dense({20}, 3)},
                       {"s", this->dense({}, 4)}};
  this->expect_right("y(i) = A(i,j) * x(j); x(i) = x(i) + y(i); s = x(i) * y(i)", dense,
                     {"x", "y", "s"});
  this->expect_right("y(i) += x(i); y(i) += A(i,j) * y(j); s += y(i)", dense, {"y", "s"});
  this->expect_right("t(i) = x(i); x(i) = y(i); y(i) = t(i)", dense, {"x", "y"});
  this->expect_right("t(i) = x(i); y(i) = t(i); t(i) = A(i,j) * y(j); x(i) = t(i) + s", dense,
                     {"x", "y"});

  Operands sparse{{"A", this->sparse("CSR", 20, 20, 1)},
                  {"B", this->sparse("CSR", 20, 20, 5)},
                  {"C", this->sparse("CSR", 20, 20, 6)},
                  {"y", this->dense({20}, 3)},
                  {"x", this->dense({20}, 2)}};
  this->expect_right("C(i,j) = A(i,j) + B(i,j); y(i) = C(i,j) * x(j)", sparse, {"y", "C"});
  this->expect_right("C(i,j) += A(i,j); C(i,j) = 2 * C(i,j); y(i) = C(i,j) * x(j)", sparse,
                     {"y", "C"});
  this->expect_right("y(i) = C(i,j) * x(j); C(i,j) = A(i,k) * B(k,j); C(i,j) += C(j,i)", sparse,
                     {"y", "C"});
}

TYPED_TEST(Statements, HaveIndicesOfTheirOwn) {
  this->expect_right(
      "t(i) = A(i,j) * x(j); y(j) = A(i,j) * t(i); s = y(k)",
      {{"A", this->sparse("CSR", 30, 20, 1)}, {"x", this->dense({20}, 2)},
       {"y", this->dense({20}, 3)}, {"s", this->dense({}, 4)}},
      {"y", "s"});
  this->expect_right("t(i) = x(i(2,12)); y(k) = t(k(0,10,2))",
                     {{"x", this->dense({20}, 2)}, {"y", this->dense({5}, 3)}}, {"y"});
}

TYPED_TEST(Statements, InferTypes) {
  const auto tensor = [&](ScalarType scalar, std::uint64_t seed) {
    return make_tensor(this->m_exec, Formats::dense(1), some({12}, 0.9, seed, scalar));
  };
  this->expect_right("t(i) = 3 * n(i); m(i) = t(i) / 2",
                     {{"n", tensor(ScalarType::i32, 1)}, {"m", tensor(ScalarType::i32, 2)}},
                     {"m"});
  this->expect_right("t(i) = z(i) * z(i); s = t(i)",
                     {{"z", tensor(ScalarType::c128, 1)},
                      {"s", make_tensor(this->m_exec, Formats::dense(0),
                                        some({}, 1, 3, ScalarType::c128))}},
                     {"s"});
  ProgramOptions program;
  program.temporaries["t"] = {Formats::dense(1), ScalarType::i64, {12}, 0};
  this->expect_right("t(i) = n(i); m(i) = t(i) * t(i)",
                     {{"n", tensor(ScalarType::i32, 1)}, {"m", tensor(ScalarType::i64, 2)}},
                     {"m"}, program);
}

TYPED_TEST(Statements, RunInBothBackEnds) {
  PlanOptions cxx;
  cxx.backend = Backend::cxx;
  this->expect_right("t(i) = A(i,j) * x(j); y(i) = B(i,j) * t(j)",
                     {{"A", this->sparse("CSR", 30, 20, 1)},
                      {"B", this->sparse("CSC", 25, 30, 2)},
                      {"x", this->dense({20}, 3)},
                      {"y", this->dense({25}, 4)}},
                     {"y"}, {}, cxx);
  ProgramOptions program;
  program.temporaries["T"] = declared("CSR");
  this->expect_right("T(i,j) = A(i,k) * A(k,j); C(i,j) = T(i,j) * D(i,j)",
                     {{"A", this->sparse("CSR", 20, 20, 1)},
                      {"D", this->sparse("DCSR", 20, 20, 3)},
                      {"C", declare_result(Formats::csr(), ScalarType::f64, {20, 20})}},
                     {"C"}, program, cxx);
}

// Fused or factored, a compound statement means the same.
TYPED_TEST(Statements, FuseAllAndNoneAgree) {
  const Operands operands{{"B", this->sparse("CSR", 20, 20, 1)},
                          {"C", this->sparse("CSR", 20, 20, 2)},
                          {"D", this->sparse("CSC", 20, 20, 3)},
                          {"E", this->dense({20, 20}, 4)},
                          {"d", this->dense({20}, 5)},
                          {"y", this->dense({20}, 6)},
                          {"A", this->dense({20, 20}, 7)},
                          {"S", declare_result(Formats::csr(), ScalarType::f64, {20, 20})}};
  const char* const texts[] = {"A(i,j) = B(i,j) * (C(i,k) * D(k,j))",
                               "S(i,j) = B(i,j) * (C(i,k) * D(k,j))",
                               "S(i,j) = E(i,j) * (C(i,k) * D(k,j))",
                               "y(i) = (B(i,j) * C(j,k)) * d(k)",
                               "y(i) = B(i,j) * (C(j,k) * d(k))",
                               "A(i,j) = B(i,k) * (E(k,l) * E(l,j))",
                               "y(i) += 2 * B(i,j) * C(j,k) * y(k) - D(i,j) * (d(j) * y(j))",
                               "y(i) = d(i) * (B(i,j) + C(i,j))",
                               "y(i) = d(i) * sum(j, B(i,j) * d(j))",
                               "A(i,j) = B(i(0,10),k) * (C(k,l) * E(l,j(0,10)))"};
  for (const char* text : texts)
    for (const Fuse fuse : {Fuse::all, Fuse::none, Fuse::automatic}) {
      SCOPED_TRACE(static_cast<int>(fuse));
      Operands used = operands;
      if (std::string(text).find("(0,10)") != std::string::npos)
        used["A"] = this->dense({10, 10}, 7);
      ProgramOptions program;
      program.fuse           = fuse;
      const std::string name = std::string(text).substr(0, 1);
      this->expect_right(text, used, {name}, program);
      const std::string explained =
          compile(this->m_exec, text, copies_of(used), program).explain();
      const bool is_factored = explained.find("statement 1 of") != std::string::npos;
      EXPECT_EQ(is_factored, fuse == Fuse::none) << text << "\n" << explained;
    }
}

TYPED_TEST(Statements, AutomaticFactorsWhatIsClearlyLessWork) {
  const std::int64_t n = 60;
  Operands operands{{"X", this->dense({n, n}, 1)}, {"Y", this->dense({n, n}, 2)},
                    {"Z", this->dense({n, n}, 3)}, {"A", this->dense({n, n}, 4)}};
  const char* text = "A(i,j) = X(i,k) * (Y(k,l) * Z(l,j))";
  EXPECT_NE(compile(this->m_exec, text, operands).explain().find("factored because"),
            std::string::npos);
  this->expect_right(text, operands, {"A"});
  PlanOptions strict;
  strict.strict = true;
  EXPECT_NE(compile(this->m_exec, text, operands, strict).explain().find("sums are strict"),
            std::string::npos);
  ProgramOptions none;
  none.fuse = Fuse::none;
  EXPECT_THROW(compile(this->m_exec, text, operands, none, strict), UnsupportedExpression);
  // The entries of a sparse factor decide: sampled, the product is better fused.
  operands["X"]          = this->sparse("CSR", n, n, 5);
  const char* sampled    = "A(i,j) = X(i,j) * (Y(i,k) * Z(k,j))";
  const std::string plan = compile(this->m_exec, sampled, operands).explain();
  EXPECT_NE(plan.find("fused because"), std::string::npos) << plan;
}

// What only a number, or the rest of the statement, gives an extent stays where it is.
TYPED_TEST(Statements, FactorsHaveExtentsOfTheirOwn) {
  ProgramOptions program;
  program.fuse = Fuse::none;
  const Operands operands{{"A", this->sparse("CSR", 20, 20, 1)},
                          {"x", this->dense({20}, 2)},
                          {"y", this->dense({20}, 3)},
                          {"C", this->dense({20, 20}, 4)}};
  for (const char* text :
       {"C(i,j) = x(i) * (y(i) + x(i) * cast_f64(j)) * A(i,j)",
        "y(i) = x(i) * sum(j, y(i) * x(i)) + sum(j, A(i,j))",
        "C(i,j) = x(i) * sum(k, A(i,k) * cast_f64(j)) * (y(j) + x(j))"})
    this->expect_right(text, operands, {std::string(1, text[0])}, program);
}

// Products of narrow integers wrap before they are summed in wider ones.
TYPED_TEST(Statements, NarrowProductsAreNotFactored) {
  const auto exec = TypeParam::make();
  const char* text = "A(i,j) = B(i,k) * (C(k,l) * D(l,j))";
  Operands operands;
  for (const char* name : {"B", "C", "D"}) {
    CooData data{ScalarType::u8, {4, 4}, {}, {}};
    for (std::int64_t i = 0; i < 4; ++i)
      for (std::int64_t j = 0; j < 4; ++j) data.add({i, j}, 101 + 31 * i + 7 * j);
    operands[name] = make_tensor(exec, Formats::dense(2), data);
  }
  for (const ScalarType result : {ScalarType::u8, ScalarType::i32, ScalarType::f64}) {
    GuardedDense A(result, {4, 4}, {});
    Operands all = operands;
    all["A"]     = A.ref();
    ProgramOptions program;
    program.fuse = Fuse::none;
    if (result != ScalarType::u8) {
      EXPECT_THROW(compile(exec, text, all, program), UnsupportedExpression);
      program.fuse = Fuse::automatic;
    }
    const Plan plan = compile(exec, text, all, program);
    plan.execute(exec);
    exec.fence("Strata::test::statements");
    const CheckReport report = check_result(text, operands, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    const bool is_noted = plan.explain().find("would not in wider") != std::string::npos;
    EXPECT_EQ(is_noted, result != ScalarType::u8) << plan.explain();
  }
}

TYPED_TEST(Statements, AreBoundAgain) {
  Operands operands{{"A", this->sparse("CSR", 20, 20, 1)},
                    {"x", this->dense({20}, 2)},
                    {"y", this->dense({20}, 3)}};
  const char* text = "t(i) = A(i,j) * x(j); y(i) = A(i,j) * t(j) + x(i)";
  Plan plan        = compile(this->m_exec, text, operands);
  plan.execute(this->m_exec);
  operands["x"] = this->dense({20}, 9);
  operands["A"] = this->sparse("CSR", 20, 20, 8);
  plan.bind("x", operands["x"]);
  plan.bind("A", operands["A"]);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::statements");
  const CheckReport report = check_statements(text, operands, "y", plan.result());
  EXPECT_TRUE(report.passed()) << report.to_string();
  EXPECT_NE(plan.explain().find("statement 2 of 2"), std::string::npos);
  EXPECT_GE(plan.num_launches(), 2);
}

TYPED_TEST(Statements, Refusals) {
  const auto& exec = this->m_exec;
  const Operands operands{{"x", this->dense({5}, 1)}, {"y", this->dense({5}, 2)}};
  const auto refused = [&](const char* text, const ProgramOptions& program = {}) {
    return [&exec, &operands, text, program] { compile(exec, text, operands, program); };
  };
  expect_contains(message_of<ParseError>(refused("t(i) = x(i); y(i) = x(i)")), "'t'");
  expect_contains(message_of<ParseError>(refused("y(i) = t(i); t(i) = x(i)")),
                  "unknown tensor 't'");
  expect_contains(message_of<ParseError>(refused("t(i) += x(i); y(i) = t(i)")),
                  "unknown tensor 't'");
  expect_contains(message_of<ParseError>(refused("t(i) = x(i)")), "unknown tensor 't'");
  ProgramOptions program;
  program.temporaries["x"] = {Formats::dense(1), ScalarType::f64, {}, 0};
  expect_contains(message_of<FormatMismatch>(refused("y(i) = x(i)", program)), "temporary 'x'");
  program.temporaries.clear();
  program.temporaries["q"] = {Formats::dense(1), ScalarType::f64, {}, 0};
  expect_contains(message_of<ParseError>(refused("y(i) = x(i)", program)), "temporary 'q'");
  program.temporaries.clear();
  program.temporaries["t"] = {Formats::dense(1), ScalarType::f64, {}, 0};
  expect_contains(message_of<ParseError>(refused("y(i) = t(i); t(i) = x(i)", program)),
                  "before it is read");
  program.temporaries["t"] = {Formats::dense(1), ScalarType::f64, {4}, 0};
  EXPECT_THROW(refused("t(i) = x(i); y(i) = t(i)", program)(), ShapeMismatch);

  Plan plan = compile(exec, "t(i) = x(i); y(i) = t(i)", operands);
  expect_contains(message_of<ShapeMismatch>([&] { plan.bind("t", operands.at("x")); }),
                  "temporary");
  expect_contains(message_of<ShapeMismatch>([&] { plan.bind("q", operands.at("x")); }), "'q'");
  expect_contains(message_of<ShapeMismatch>([&] { plan.result("t"); }), "temporary");
  expect_contains(message_of<ShapeMismatch>([&] { plan.result("x"); }), "none assigns");
  expect_contains(message_of<UnsupportedExpression>([&] { plan.assemble(exec); }),
                  "one statement");
  expect_contains(message_of<UnsupportedExpression>([&] { plan.compute(exec); }), "one statement");
}

}  // namespace
