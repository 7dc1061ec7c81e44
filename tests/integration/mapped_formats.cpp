// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands and results whose levels store expressions of dimensions, in every
// expression that takes the formats whose levels are dimensions.
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_MappedFormatsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const char* const formats[] = {
    "BSR(2,3)<32>",
    "BSR(4,4)",
    "CSB(3,2)",
    "BSR(1,4)",
    "BSR(3,1)",
    "(i, j) -> (i : dense, j mod 1 : compressed, j : dense)",
    "(i, j) -> (i : dense, (i + j) mod 40 : compressed)",
    "DIA",
    "DIA<16, 8>",
    "(i, j) -> (j floordiv 2 : compressed, i : compressed, j mod 2 : dense)",
    "(i, j) -> (i * 16 + j : compressed)",
    "(i, j) -> (i : dense, j : ell), crdWidth = 8",
    "(i, j) -> (j : compressed, i : ell)",
    "(i, j) -> (i : dense, j : sell[4]), crdWidth = 8",
    "JAD",
    "SELL(2,3)",
    "(i, j) -> (i : dense, j : fixed_width)",
    "(i, j) -> (i : loose_compressed, j : loose_compressed), posWidth = 16",
    "(i, j) -> (i : dense, j : loose_compressed(nonunique, nonordered))",
    "(i, j) -> (i : dense, j : ragged)",
    "(i, j) -> (i : batch, j : compressed)",
    "(i, j) -> (j - i : compressed, i : range)",
    "(i, j) -> (j : dense, i : bitmap), posWidth = 8",
    "(i, j) -> (i : run_length, j : run_length)",
    "(i, j) -> (j : hashed, i : hashed), crdWidth = 16",
    "(i, j) -> (i : dense, j floordiv 3 : dense, j mod 3 : structured[3, 3])",
    "(i, j) -> (i : dense, j floordiv 3 : dense, j mod 3 : structured[3, 3]), crdWidth = 2",
    "CSR<32, 4>",
    "(i, j) -> (i : dense, j : counted[9])",
    "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : dense, j mod 2 : dense)"};

template <class Space>
class MappedOperands : public MappedFormatsFixture<Space> {};
TYPED_TEST_SUITE(MappedOperands, TestSpaces);

TYPED_TEST(MappedOperands, EveryFormatIsRead) {
  for (const char* format : formats) {
    SCOPED_TRACE(format);
    const TensorRef b = this->stored(format, 1), c = this->stored("CSR", 2);
    this->run("R(i) = B(i,j) * x(j)", {{"B", b}, {"x", this->vector()}},
              this->dense_result({9}));
    this->run("R(j) = B(i,j) * x(i)", {{"B", b}, {"x", this->vector()}},
              this->dense_result({9}));
    this->run("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", c}}, this->wanted("CSR"));
    this->run("R(i,j) = B(i,j) + B(j,i)", {{"B", b}}, this->dense_result({9, 9}));
    this->run("R(i,j) = C(i,k) * B(k,j)", {{"B", b}, {"C", c}}, this->wanted("DCSR"));
    this->run("R(i,j) = B(i,j) * C(i,j)", {{"B", b}, {"C", this->stored("BSR(2,2)", 3)}},
              this->wanted("COO"));
  }
}

TYPED_TEST(MappedOperands, EveryFormatIsMade) {
  for (const char* format : formats) {
    SCOPED_TRACE(format);
    const TensorRef b = this->stored(format, 1), c = this->stored("CSC", 2);
    this->run("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", c}}, this->wanted(format));
    this->run("R(i,j) = B(i,k) * C(k,j)", {{"B", b}, {"C", c}}, this->wanted(format));
    this->run("R(j,i) = C(i,j)", {{"C", c}}, this->wanted(format));
  }
}

TYPED_TEST(MappedOperands, AddsToOldContents) {
  for (const char* format : formats) {
    SCOPED_TRACE(format);
    Operands all = {{"R", this->stored(format, 1)}, {"B", this->stored("CSR", 2)}};
    const Operands inputs = all;
    const Plan plan = compile(this->m_exec, "R(i,j) += B(i,j)", all);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::mapped_formats");
    EXPECT_EQ(plan.result().format, all.at("R").format);
    const CheckReport report = check_result("R(i,j) += B(i,j)", inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
  }
}

TYPED_TEST(MappedOperands, BlockedTensorOfOrder3) {
  const TensorFormat format = TensorFormat::parse(
      "(i, j, k) -> (i floordiv 2 : dense, k floordiv 3 : compressed, j : compressed, i mod 2 : "
      "dense, k mod 3 : dense)");
  const Operands inputs = {{"B", make_tensor(this->m_exec, format, some({5, 4, 7}, 0.3, 4))},
                           {"c", make_tensor(this->m_exec, Formats::dense(1), some({7}, 1, 5))}};
  this->run("R(i,j) = B(i,j,k) * c(k)", inputs, this->dense_result({5, 4}));
}

TYPED_TEST(MappedOperands, FillValues) {
  TensorRef b = make_tensor(this->m_exec, Formats::bsr(2, 2), some({5, 5}, 0.4, 6), 3);
  b.fill      = 3;
  TensorRef wanted =
      declare_result(Formats::bsr(2, 3), ScalarType::f64, {5, 5});
  wanted.fill = 6;
  const TensorRef made =
      this->run("R(i,j) = B(i,j) + B(i,j)", {{"B", b}}, wanted).result();
  EXPECT_EQ(made.fill, 6);
}

TYPED_TEST(MappedOperands, CopiesFollowValuesAndBindings) {
  const TensorRef x = this->vector();
  const auto check  = [&](const Plan& plan, const TensorRef& b) {
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::mapped_formats");
    const CheckReport report =
        check_result("R(i) = B(i,j) * x(j)", {{"B", b}, {"x", x}}, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
  };
  const TensorRef b = this->stored("BSR(2,2)", 1);
  Plan plan         = compile(this->m_exec, "R(i) = B(i,j) * x(j)",
                              {{"R", this->dense_result({9})}, {"B", b}, {"x", x}});
  check(plan, b);
  for (std::int64_t n = 0; n < b.num_values; ++n) static_cast<double*>(b.values)[n] += 2;
  check(plan, b);
  const TensorRef other = this->stored("BSR(2,2)", 8);
  plan.bind("B", other);
  check(plan, other);
  EXPECT_THROW(plan.bind("B", this->stored("CSR", 8)), FormatMismatch);
}

TYPED_TEST(MappedOperands, PlanSaysWhatIsConverted) {
  const Plan plan = compile(this->m_exec, "R(i,j) = B(i,j) + C(i,j)",
                            {{"R", this->wanted("DIA")},
                             {"B", this->stored("CSB(2,2)", 1)},
                             {"C", this->stored("CSR", 2)}});
  const std::string text = plan.explain();
  expect_contains(text,
                  "convert B to B@CSR: (d0, d1) -> (d0 : dense, d1 : compressed)\n"
                  "  because the levels of CSB(2,2) do not store one dimension each");
  expect_contains(text,
                  "compute R@CSR: (d0, d1) -> (d0 : dense, d1 : compressed)\n"
                  "  because the levels of DIA do not store one dimension each; then convert it");
}

TYPED_TEST(MappedOperands, PackedCoordinatesAreReadFromACopy) {
  const Plan plan = this->run("R(i) = B(i,j) * x(j)",
                              {{"B", this->stored("CSR<32, 4>", 1)}, {"x", this->vector()}},
                              this->dense_result({9}));
  expect_contains(plan.explain(), "because coordinates of CSR<32, 4> are packed");
}

TYPED_TEST(MappedOperands, StatementsHandThemOver) {
  const char* const text = "T(i,j) = B(i,k) * C(k,j); R(i) = T(i,j) * x(j)";
  const Operands inputs  = {{"B", this->stored("DIA", 1)},
                            {"C", this->stored("BSR(3,3)", 2)},
                            {"x", this->vector()}};
  Operands all = inputs;
  all["R"]     = this->dense_result({9});
  ProgramOptions program;
  program.temporaries["T"] = declared("BSR(2,2)");
  program.check_samples    = 10;
  const Plan plan          = compile(this->m_exec, text, all, program);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::mapped_formats");
  const CheckReport report = check_statements(text, all, "R", plan.result(), program);
  EXPECT_TRUE(report.passed()) << report.to_string();
}

TYPED_TEST(MappedOperands, EmittedKernelsRead) {
  PlanOptions options;
  options.backend = Backend::cxx;
  this->run("R(i,j) = B(i,j) + C(i,j)",
            {{"B", this->stored("BSR(2,3)", 1)}, {"C", this->stored("CSR", 2)}},
            this->wanted("BSR(3,3)"), options);
  this->run("R(i) = B(i,j) * x(j)",
            {{"B", this->stored("(i, j) -> (i : dense, j : ell)", 1)}, {"x", this->vector()}},
            this->dense_result({9}), options);
}

TYPED_TEST(MappedOperands, Refusals) {
  const Plan plan = compile(this->m_exec, "R(i,j) = 2 * B(i,j)",
                            {{"R", this->wanted("BSR(2,2)")}, {"B", this->stored("CSR", 1)}});
  expect_contains(
      message_of<UnsupportedExpression>([&] { plan.assemble(this->m_exec); }),
      "expected the format that its loops write, (d0, d1) -> (d0 : ");
  TensorRef packed = this->wanted("CSR");
  packed.format    = packed.format.with_index_types({32, false}, {4, false});
  const Plan small =
      compile(this->m_exec, "R(i,j) = 2 * B(i,j)", {{"R", packed}, {"B", this->stored("CSR", 1)}});
  expect_contains(
      message_of<UnsupportedExpression>([&] { small.assemble(this->m_exec); }),
      "crdWidth = 4; use execute(), which converts it at the end");
  expect_contains(message_of<UnsupportedExpression>([] {
                    TensorDeclaration blocks = declared("BSR(2,2)");
                    blocks.extents           = {4, 4};
                    emit("R(i,j) = 2 * A(i,j)", {{"R", blocks}, {"A", blocks}}, Stage::cxx);
                  }),
                  "'R': expected levels that store one dimension each");
  TensorRef narrow = this->wanted("DIA<8>");
  narrow.extents   = {200, 200};
  const TensorRef b =
      make_tensor(this->m_exec, Formats::csr(), some({200, 200}, 0.9, 1));
  const Plan large = compile(this->m_exec, "R(i,j) = 2 * B(i,j)", {{"R", narrow}, {"B", b}});
  expect_contains(message_of<IndexOverflow>([&] { large.execute(this->m_exec); }), "'R'");
}

TEST(MappedFormats, DeclaredBlocksAreShownAsTheyAreRead) {
  const auto declare = [](const char* format, std::vector<std::int64_t> extents) {
    const int rank = static_cast<int>(extents.size());
    return TensorDeclaration{TensorFormat::parse(format, rank), ScalarType::f64,
                             std::move(extents), 0};
  };
  const TensorDeclarations tensors{{"y", declare("Dense", {9})},
                                   {"A", declare("BSR(2,2)", {9, 8})},
                                   {"x", declare("Dense", {8})}};
  const char* const notation = "y(i) = A(i,j) * x(j)";
  expect_contains(explain(notation, tensors), "(d0 : dense, d1 : flat_d0_floordiv_2_");
  expect_contains(emit(notation, tensors, Stage::position), "flat_d0_floordiv_2_");
  expect_contains(
      message_of<UnsupportedExpression>([&] { emit(notation, tensors, Stage::cxx); }),
      "'A': expected levels that store one dimension each, got (d0, d1) -> (d0 floordiv 2 : ");
}

}  // namespace
