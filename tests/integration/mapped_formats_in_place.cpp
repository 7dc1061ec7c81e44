// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that loops read where they are, without a copy.
#include <numeric>

#include <Strata_TestCappedLevel.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_MappedFormatsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class MappedInPlace : public MappedFormatsFixture<Space> {};
TYPED_TEST_SUITE(MappedInPlace, TestSpaces);

/// Loops find the children of registered levels where they are: no copies.
TYPED_TEST(MappedInPlace, RegisteredLevelsAreReadAsTheyAre) {
  for (const char* format :
       {"(i, j) -> (i : dense, j : ell)", "(i, j) -> (j : compressed, i : ell), crdWidth = 8",
        "(i, j) -> (i : dense, j : fixed_width)", "(i, j) -> (i : ell, j : ell)",
        "(i, j) -> (i : dense, j : sell[4])", "(i, j) -> (j : sell[2], i : sell[3])",
        "JAD", "(i, j) -> (j : by_length, i : jagged), crdWidth = 8", "SELL(2,4)", "SELL(8,8)<32>",
        "(i, j) -> (i : loose_compressed, j : loose_compressed)",
        "(i, j) -> (i : dense, j : loose_compressed(nonunique))",
        "(i, j) -> (i : dense, j : bitmap), posWidth = 16", "(i, j) -> (j : bitmap, i : bitmap)",
        "(i, j) -> (i : dense, j : run_length)", "(i, j) -> (i : run_length, j : ell)",
        "(i, j) -> (i : dense, j : capped)", "(i, j) -> (j : compressed, i : capped)"}) {
    SCOPED_TRACE(format);
    const TensorRef b = this->stored(format, 1);
    for (const int pieces : {0, 1, 7}) {
      PlanOptions options;
      options.pieces = pieces;
      const Plan plan =
          this->run("R(i) = B(i,j) * x(j)", {{"B", b}, {"x", this->vector()}},
                    this->dense_result({9}), options);
      EXPECT_EQ(plan.explain().find("convert B"), std::string::npos) << plan.explain();
      this->run("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", this->stored("CSR", 2)}},
                this->wanted("CSR"), options);
      this->run("R(i,j) = B(i,j) * C(i,j)", {{"B", b}, {"C", this->stored("DCSC", 2)}},
                this->wanted("DCSC"), options);
      this->run("R(i,k) = B(i(1,8,3),j({0,2,3,7})) * B(k,j(1,5))", {{"B", b}},
                this->dense_result({3, 9}), options);
    }
  }
}

/// Blocks and diagonals are walked row by row (or column by column) where they are.
TYPED_TEST(MappedInPlace, LevelsAreFlattenedInPlace) {
  for (const char* format :
       {"BSR(2,3)", "BSR(4,4)<32>", "DIA", "(i, j) -> (i + j : compressed, j : dense)",
        "(i, j) -> (j floordiv 2 : dense, i : compressed, j mod 2 : dense)",
        "(i, j) -> (i floordiv 4 : dense, j : compressed, i mod 4 : dense)",
        "(i, j) -> (i : dense, j floordiv 4 : compressed, j mod 4 : dense)"}) {
    SCOPED_TRACE(format);
    const TensorRef b = this->stored(format, 1);
    for (const int pieces : {0, 1, 7}) {
      PlanOptions options;
      options.pieces  = pieces;
      const auto runs = [&](const char* notation, const Operands& inputs, TensorRef result) {
        const Plan plan = this->run(notation, inputs, result, options);
        expect_contains(plan.explain(), "read B in place: the levels of ");
        return plan.explain();
      };
      const std::string text =
          runs("R(i) = B(i,j) * x(j)", {{"B", b}, {"x", this->vector()}}, this->dense_result({9}));
      EXPECT_EQ(text.find("convert B"), std::string::npos) << text;
      runs("R(j) = B(i,j) * x(i)", {{"B", b}, {"x", this->vector()}}, this->dense_result({9}));
      runs("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", this->stored("CSR", 2)}},
           this->wanted("CSR"));
      runs("R(i,j) = B(i,j) * C(i,j)", {{"B", b}, {"C", this->stored("DCSC", 2)}},
           this->wanted("DCSC"));
      runs("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", this->stored("DIA", 2)}},
           this->wanted("BSR(2,2)"));
      runs("R(i,k) = B(i(1,8,3),j({0,2,3,7})) * B(k,j(1,5))", {{"B", b}},
           this->dense_result({3, 9}));
      runs("R(i,j) = B(i,k) * B(k,j)", {{"B", b}}, this->wanted("CSR"));
      runs("R(i) = B(i,i) + B(i,j)", {{"B", b}}, this->dense_result({9}));
    }
  }
}

TYPED_TEST(MappedInPlace, FlattenedLevelsFollowBindings) {
  for (const char* format : {"BSR(2,2)", "DIA"}) {
    const TensorRef first = this->stored(format, 1), second = this->stored(format, 8);
    const Operands operands{{"R", this->dense_result({9})}, {"B", first}, {"x", this->vector()}};
    Plan plan = compile(this->m_exec, "R(i) = B(i,j) * x(j)", operands);
    for (const TensorRef& b : {first, second, first}) {
      plan.bind("B", b);
      plan.execute(this->m_exec);
      this->m_exec.fence("Strata::test::mapped_formats");
      const CheckReport report = check_result("R(i) = B(i,j) * x(j)",
                                              {{"B", b}, {"x", this->vector()}}, plan.result());
      EXPECT_TRUE(report.passed()) << report.to_string();
    }
  }
}

/// What the loops come to are the stored entries, whatever the extents.
TYPED_TEST(MappedInPlace, WorkFollowsStoredEntries) {
  for (const char* format : {"BSR(2,2)", "DIA"}) {
    SCOPED_TRACE(format);
    const std::int64_t n = 4000;
    CooData entries{ScalarType::f64, {n, n}, {}, {}};
    for (std::int64_t i = 0; i < n; i += 2) entries.add({i, i}, 1.0);
    const auto make = [&](const char* text) {
      return make_tensor(this->m_exec, TensorFormat::parse(text, 2), entries);
    };
    PlanOptions options;
    options.count_iterations = true;
    const Plan plan =
        compile(this->m_exec, "R(i,j) = B(i,j) + C(i,j)",
                {{"R", declare_result(Formats::csr(), ScalarType::f64, {n, n})},
                 {"B", make(format)},
                 {"C", make("CSR")}},
                options);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::mapped_formats");
    EXPECT_LT(plan.iterations(), 20 * n);
  }
}

/// Where all levels are dense, nothing is searched: loops come to the entries of the other.
TYPED_TEST(MappedInPlace, DenseBlocksAreIndexed) {
  const std::int64_t n = 200;
  CooData few{ScalarType::f64, {n, n}, {}, {}}, all = few;
  for (std::int64_t i = 0; i < n; ++i) few.add({i, (i * 7) % n}, 2.0);
  for (std::int64_t i = 0; i < n * n; i += 3) all.add({i / n, i % n}, static_cast<double>(i % 11));
  const char* const blocks =
      "(i, j) -> (i floordiv 4 : dense, j floordiv 2 : dense, i mod 4 : dense, j mod 2 : dense)";
  const Operands inputs{{"A", make_tensor(this->m_exec, Formats::csr(), few)},
                        {"B", make_tensor(this->m_exec, TensorFormat::parse(blocks, 2), all)}};
  Operands operands = inputs;
  operands["R"]     = this->dense_result({n});
  PlanOptions options;
  options.count_iterations = true;
  const char* const notation = "R(i) = A(i,j) * B(i,j)";
  const Plan plan = compile(this->m_exec, notation, operands, options);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::mapped_formats");
  EXPECT_LT(plan.iterations(), 4 * n);
  EXPECT_TRUE(check_result(notation, inputs, plan.result()).passed());
}

/// Out of order they are read where order does not matter, else copied.
TYPED_TEST(MappedInPlace, HashTablesAreReadAsTheyAre) {
  for (const char* format :
       {"(i, j) -> (i : dense, j : hashed)", "(i, j) -> (j : hashed, i : hashed)"}) {
    SCOPED_TRACE(format);
    const TensorRef b = this->stored(format, 1);
    const Plan plan   = this->run("R(i) = B(i,j) * x(j)", {{"B", b}, {"x", this->vector()}},
                                  this->dense_result({9}));
    EXPECT_EQ(plan.explain().find("convert B"), std::string::npos) << plan.explain();
    this->run("R = B(i,j) * B(i,j)", {{"B", b}}, this->dense_result({}));
    this->run("R(i,j) = B(i,j) + C(i,j)", {{"B", b}, {"C", this->stored("CSR", 2)}},
              this->wanted("CSR"));
    this->run("R(i,k) = B(i(1,8,3),j({0,2,3,7})) * B(k,j(1,5))", {{"B", b}},
              this->dense_result({3, 9}));
  }
}

/// Loops know the coordinate above: of row i they see i + 1 entries at most.
TYPED_TEST(MappedInPlace, LevelsAskForTheCoordinateAbove) {
  for (const char* above : {"i : dense", "i : compressed", "i floordiv 1 : dense"}) {
    SCOPED_TRACE(above);
    const TensorRef b = make_tensor(
        this->m_exec, TensorFormat::parse("(i, j) -> (" + std::string(above) + ", j : capped)"),
        some({9, 9}, 1, 1));
    TensorRef sums = this->dense_result({9});
    const Plan plan = compile(this->m_exec, "R(i) = B(i,j)", {{"R", sums}, {"B", b}});
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::mapped_formats");
    for (int i = 0; i < 9; ++i) {
      const auto* row = static_cast<const double*>(b.values) + 9 * i;
      EXPECT_DOUBLE_EQ(static_cast<const double*>(plan.result().values)[i],
                       std::accumulate(row, row + i + 1, 0.0));
    }
  }
}

}  // namespace
