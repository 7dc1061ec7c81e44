// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of loops that can be asked for: sums, extents, bodies of merging loops. The result
// is the same, and explain() says which it is and why.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>
#include <Strata_Topology.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Rows of 0 to `longest` entries.
CooData matrix(std::int64_t rows, std::int64_t longest) {
  CooData data{ScalarType::f64, {rows, 4 * longest}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t n = 0; n < i % (longest + 1); ++n)
      data.add({i, 4 * n + i % 4}, static_cast<double>((n + i) % 9 - 4));
  return data;
}

CooData ones(std::vector<std::int64_t> extents) {
  CooData data{ScalarType::f64, extents, {}, {}};
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < (extents.size() > 1 ? extents[1] : 1); ++j)
      data.add(extents.size() > 1 ? std::vector{i, j} : std::vector{i}, 1);
  return data;
}

/// The rest of the line of `text` that begins with `head`; empty if there is none.
std::string line_of(const std::string& text, const std::string& head) {
  const auto at = text.find(head);
  if (at == std::string::npos) return "";
  return text.substr(at + head.size(), text.find('\n', at) - at - head.size());
}

template <class Space>
class KernelForms : public testing::Test {
 public:
  typename Space::execution_space exec = Space::make();

  TensorRef tensor(const TensorFormat& format, const CooData& data) const {
    return make_tensor(exec, format, data);
  }

  /// explain() of a plan whose result is right.
  std::string run(const std::string& notation, const Operands& operands,
                  const PlanOptions& options) const {
    const Plan plan = compile(exec, notation, operands, options);
    plan.execute(exec);
    exec.fence("Strata::test::kernel_forms");
    Operands inputs = operands;
    inputs.erase(notation.substr(0, 1));
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << notation << "\n" << report.to_string() << plan.explain();
    return plan.explain();
  }
};
TYPED_TEST_SUITE(KernelForms, TestSpaces);

TYPED_TEST(KernelForms, Sums) {
  const auto sums = [&](std::int64_t longest, const PlanOptions& options) {
    GuardedDense y(ScalarType::f64, {200}, {});
    const Operands operands{{"y", y.ref()},
                            {"A", this->tensor(Formats::csr(), matrix(200, longest))},
                            {"x", this->tensor(Formats::dense(1), ones({4 * longest}))}};
    return line_of(this->run("y(i) = A(i,j) * x(j)", operands, options), "innermost sums: ");
  };
  PlanOptions options;
  const std::string two = "two over fibres of A, which have 20 entries on average (plain below 6), "
                          "because x(j) is gathered, slowly by this processor";
  const std::string vectors = " bytes over fibres of A, which have 20 entries on average (plain below "
                              "6), because x(j) is gathered, fast by this processor";
  const std::string chosen = sums(40, options);
  EXPECT_TRUE(chosen == two || (chosen.find("vectors of ") == 0 &&
                                chosen.find(vectors) != std::string::npos)) << chosen;
  EXPECT_EQ(sums(8, options), "plain over fibres of A, which have 4 entries on average (fewer than 6)");
  for (const auto& [form, name] :
       {std::pair{Sums::plain, "plain"}, {Sums::two, "two"}, {Sums::vectors, "vectors"}}) {
    options.sums = form;
    for (const std::int64_t longest : {8, 40})
      EXPECT_EQ(sums(longest, options), std::string(name) + " (the option sums)");
  }
  options.sums   = Sums::plain;
  options.strict = true;
  EXPECT_EQ(sums(40, options), "plain (the option strict)");
  options.sums = Sums::two;
  EXPECT_THROW(sums(40, options), UnsupportedExpression);
}

// Where entries are read as they are stored, vectors serve any processor.
TYPED_TEST(KernelForms, SumsWithoutGatherAreVectors) {
  GuardedDense y(ScalarType::f64, {200}, {});
  const TensorRef A = this->tensor(Formats::csr(), matrix(200, 40));
  const auto line   = [&](const char* notation, const Operands& operands) {
    const std::string text = line_of(this->run(notation, operands, {}), "innermost sums: vectors of ");
    return text.substr(std::min(text.find(' '), text.size()));
  };
  EXPECT_EQ(line("y(i) = A(i,j)", {{"y", y.ref()}, {"A", A}}),
            " bytes over fibres of A, which have 20 entries on average (plain below 6), because "
            "nothing is gathered");
  EXPECT_EQ(line("y(i) = D(i,j)", {{"y", y.ref()}, {"D", this->tensor(Formats::dense(2), ones({200, 90}))}}),
            " bytes over all j, because nothing is gathered");
}

// No sum of floating-point numbers, or none that Strata compiles itself.
TYPED_TEST(KernelForms, OtherReductionsHaveNoForm) {
  const auto line = [&](const char* notation, const PlanOptions& options) {
    GuardedDense y(ScalarType::f64, {200}, {});
    const Operands operands{{"y", y.ref()},
                            {"A", this->tensor(Formats::csr(), matrix(200, 8))}};
    return line_of(compile(this->exec, notation, operands, options).explain(), "innermost sums: ");
  };
  EXPECT_NE(line("y(i) = A(i,j)", {}), "");
  EXPECT_EQ(line("semiring max-plus; y(i) = A(i,j)", {}), "");
  EXPECT_EQ(line("y(i) = A(i,j) * A(i,k)", {}), line("y(i) = A(i,j)", {}));
  PlanOptions emitted;
  emitted.backend = Backend::cxx;
  EXPECT_EQ(line("y(i) = A(i,j)", emitted), "");
  emitted.sums = Sums::two;
  EXPECT_THROW(line("y(i) = A(i,j)", emitted), UnsupportedExpression);
  emitted.sums    = Sums::automatic;
  emitted.extents = InnerExtents::compiled;
  EXPECT_THROW(line("y(i) = A(i,j)", emitted), UnsupportedExpression);
}

TYPED_TEST(KernelForms, Extents) {
  constexpr std::int64_t rows = 300, columns = 40, few = 7;
  const auto extents = [&](InnerExtents asked) {
    GuardedDense y(ScalarType::f64, {rows, few}, {});
    const Operands operands{{"y", y.ref()},
                            {"A", this->tensor(Formats::csr(), matrix(rows, columns / 4))},
                            {"X", this->tensor(Formats::dense(2), ones({columns, few}))}};
    PlanOptions options;
    options.extents = asked;
    return line_of(this->run("y(i,k) = A(i,j) * X(j,k)", operands, options), "extents compiled in: ");
  };
  EXPECT_EQ(extents(InnerExtents::automatic), "");
  EXPECT_EQ(extents(InnerExtents::open), "");
  EXPECT_EQ(extents(InnerExtents::compiled), "k = 7 (the option extents)");
}

TYPED_TEST(KernelForms, Prefetch) {
  const auto prefetch = [&](const TensorFormat& format, const CooData& data, const PlanOptions& options) {
    const std::int64_t rows = data.extents[0], columns = data.extents[1];
    GuardedDense y(ScalarType::f64, {rows}, {});
    const Operands operands{{"y", y.ref()},
                            {"A", this->tensor(format, data)},
                            {"x", this->tensor(Formats::dense(1), ones({columns}))}};
    return line_of(this->run("y(i) = A(i,j) * x(j)", operands, options), "prefetched, ");
  };
  PlanOptions options;
  EXPECT_EQ(prefetch(Formats::csr(), matrix(200, 8), options), "");
  options.prefetch = Prefetch::streams;
  for (const TensorFormat& format : {Formats::csr(), Formats::bsr(3, 2), Formats::bsr(4, 4)})
    EXPECT_EQ(prefetch(format, matrix(200, 8), options),
              "where loops do not merge: fibres, blocks and rows side by side (the option prefetch)");
  options.prefetch = Prefetch::automatic;
  EXPECT_EQ(prefetch(Formats::csr(), matrix(51200, 10), options),
            "where loops do not merge: fibres of A, which have 5 entries on average (fewer than 16), "
            "blocks and rows side by side, because an operand stores 255985 entries (250000 or more)");
  EXPECT_EQ(prefetch(Formats::csr(), matrix(7000, 80), options),
            "where loops do not merge: blocks and rows side by side, because an operand stores 279201 "
            "entries (250000 or more)");
  options.prefetch = Prefetch::none;
  EXPECT_EQ(prefetch(Formats::csr(), matrix(51200, 10), options), "");
  options.prefetch = Prefetch::streams;
  options.backend  = Backend::cxx;
  EXPECT_THROW(prefetch(Formats::csr(), matrix(200, 8), options), UnsupportedExpression);
}

TYPED_TEST(KernelForms, RowBlocks) {
  constexpr std::int64_t rows = 300;
  const auto vector_bytes = static_cast<std::int64_t>(detect_machine().vector_bytes);
  const auto blocks = [&](RowBlocks asked, std::int64_t columns, Backend backend = Backend::jit) {
    GuardedDense y(ScalarType::f64, {rows, columns}, {});
    const Operands operands{{"y", y.ref()},
                            {"A", this->tensor(Formats::csr(), matrix(rows, 10))},
                            {"X", this->tensor(Formats::dense(2), ones({40, columns}))}};
    PlanOptions options;
    options.extents    = InnerExtents::compiled;
    options.row_blocks = asked;
    options.backend    = backend;
    if (backend == Backend::cxx) options.extents = InnerExtents::open;
    return line_of(this->run("y(i,k) = A(i,j) * X(j,k)", operands, options),
                   "rows that a thread keeps: ");
  };
  const std::int64_t eight = vector_bytes;  // registers of numbers of 8 bytes: two blocks
  const std::string bytes  = std::to_string(4 * vector_bytes);
  EXPECT_EQ(blocks(RowBlocks::automatic, eight), "");
  EXPECT_EQ(blocks(RowBlocks::whole, eight), "whole (the option row_blocks)");
  EXPECT_EQ(blocks(RowBlocks::blocks, eight),
            "those over k in 2 blocks of " + bytes + " bytes (the option row_blocks)");
  if (vector_bytes == 64)
    EXPECT_EQ(blocks(RowBlocks::automatic, 2 * eight),
              "those over k in 4 blocks of 256 bytes, which 4 registers hold (4 blocks or more)");
  EXPECT_THROW(blocks(RowBlocks::blocks, eight, Backend::cxx), UnsupportedExpression);
}

TYPED_TEST(KernelForms, BodiesOfMergingLoops) {
  const auto body = [&](const char* notation, std::int64_t longest, MergeBody asked) {
    CooData other = matrix(300, longest);
    other.extents = {300, 1200};
    GuardedDense y(ScalarType::f64, {300}, {});
    Operands operands{{"A", this->tensor(Formats::csr(), matrix(300, 300))},
                      {"B", this->tensor(Formats::csr(), other)}};
    operands[std::string(notation, 1)] =
        notation[0] == 'y' ? y.ref() : declare_result(Formats::csr(), ScalarType::f64, {300, 1200});
    PlanOptions options;
    options.merge = asked;
    return line_of(this->run(notation, operands, options), " merging loop");
  };
  // A is compared with every row.
  const auto declared = [](const TensorFormat& format) {
    return TensorDeclaration{format, ScalarType::f64, {9, 9}};
  };
  EXPECT_EQ(line_of(explain("C(i,j) = A(i,j) + B(i,j)", {{"A", declared(Formats::coo(2))},
                                                         {"B", declared(Formats::csr())},
                                                         {"C", declared(Formats::csr())}}),
                    "2 merging loops, "),
            "branchy, because entries are appended; no operand is in every case, so that nothing is "
            "skipped");
  const char* sum     = "C(i,j) = A(i,j) + B(i,j)";
  const char* product = "C(i,j) = A(i,j) * B(i,j)";
  const char* dots    = "y(i) = A(i,j) * B(i,j)";
  const std::string appends = "s, branchy, branchfree where it counts, because entries are appended; "
                              "no operand is in every case, so that nothing is skipped";
  EXPECT_EQ(body(sum, 300, MergeBody::automatic), appends);
  EXPECT_EQ(body(sum, 2, MergeBody::automatic), appends);
  EXPECT_EQ(body(product, 300, MergeBody::automatic),
            ", branchy, because entries are appended; fibres of A(i,j) are about as long as the "
            "others (gallop where 32 times)");
  EXPECT_EQ(body(product, 60, MergeBody::automatic),
            ", branchy, because entries are appended; fibres of A(i,j) are about 4 times as long "
            "(gallop where 32 times)");
  EXPECT_EQ(body(product, 2, MergeBody::automatic),
            ", gallop, because fibres of A(i,j) are about 128 times as long (32 or more)");
  EXPECT_EQ(body(dots, 300, MergeBody::automatic),
            ", branchfree, because no entries are appended; fibres of A(i,j) are about as long as the "
            "others (gallop where 32 times)");
  EXPECT_EQ(line_of(explain("y(i) = A(i,j) * B(i,j)", {{"A", declared(Formats::csr())},
                                                       {"B", declared(Formats::csr())},
                                                       {"y", {Formats::dense(1), ScalarType::f64, {9}}}}),
                    "1 merging loop, "),
            "branchfree, because no entries are appended; there are no lengths of fibres of two "
            "operands to compare");
  EXPECT_EQ(body(sum, 300, MergeBody::branchy), "s, branchy (the option merge)");
}

}  // namespace
