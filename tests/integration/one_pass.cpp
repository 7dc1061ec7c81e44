// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results that are appended in one pass: the arrays that two passes make, also
// where the number of entries was estimated wrong, and no more memory than is said.
#include <Strata_RandomCase.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Of an R-MAT kind: some rows are long, and many empty.
CooData skewed(std::int64_t rows, std::int64_t columns, int entries, std::uint64_t seed) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  Random random(seed);
  for (int e = 0; e < entries; ++e) {
    const std::int64_t bound = 1 + random.below(rows);
    data.add({random.below(bound), random.below(columns)},
             static_cast<double>(1 + random.below(100)));
  }
  return data;
}

template <class Space>
class OnePass : public SparseResultsFixture<Space> {
 protected:
  /// The result of `notation` with so many passes, in so many pieces (0: chosen).
  TensorRef run(const char* notation, const TensorFormat& format,
                const std::vector<std::int64_t>& extents, const Operands& inputs, Passes passes,
                int pieces) {
    PlanOptions options;
    options.passes   = passes;
    options.pieces   = pieces;
    options.worklist = m_worklist;
    Operands all     = inputs;
    all["R"]       = declare_result(format, ScalarType::f64, extents);
    const Plan plan = compile(this->m_exec, notation, all, options);
    plan.execute(this->m_exec);
    plan.execute(this->m_exec);  // what the first one has left does not matter
    this->m_exec.fence("Strata::test::one_pass");
    return plan.result();
  }
  void expect_same(const char* notation, const TensorFormat& format,
                   const std::vector<std::int64_t>& extents, const Operands& inputs) {
    const TensorRef two = run(notation, format, extents, inputs, Passes::two, 0);
    this->expect_right(notation, inputs, two);
    for (const int pieces : {0, 1, 2, 7, 64, 300}) {
      const TensorRef one = run(notation, format, extents, inputs, Passes::one, pieces);
      const std::string at =
          notation + (" in " + format.to_string()) + ", pieces " + std::to_string(pieces);
      EXPECT_NO_THROW(validate(this->m_exec, one)) << at;
      for (int l = 0; l < format.lvl_rank(); ++l) {
        EXPECT_EQ(positions(one, l), positions(two, l)) << at;
        EXPECT_EQ(coordinates(one, l), coordinates(two, l)) << at;
      }
      EXPECT_EQ(values(one), values(two)) << at;
    }
  }
  TensorRef matrix(const TensorFormat& format, std::uint64_t seed, int entries = 30000) {
    return this->tensor(format, skewed(700, 500, entries, seed));
  }

  Worklist m_worklist = Worklist::automatic;
};
TYPED_TEST_SUITE(OnePass, TestSpaces);

TYPED_TEST(OnePass, HasTheArraysOfTwo) {
  const Operands inputs{{"A", this->matrix(Formats::csr(), 1)},
                        {"B", this->matrix(Formats::dcsr(), 2)},
                        {"C", this->matrix(Formats::coo(2), 3, 900)}};
  for (const TensorFormat& format : {Formats::csr(), Formats::coo(2), TensorFormat::parse("CSR<32>", 2)})
    for (const char* notation :
         {"R(i,j) = A(i,j) + B(i,j)", "R(i,j) = A(i,j) * B(i,j)",
          "R(i,j) = A(i,j) + B(i,j) * C(i,j)", "R(i,j) = A(i,j) + B(i,j) + C(i,j)"})
      this->expect_same(notation, format, {700, 500}, inputs);
}

TYPED_TEST(OnePass, OfVectorsAndWindows) {
  CooData x{ScalarType::f64, {100000}, {}, {}}, y = x;
  Random random(5);
  for (int e = 0; e < 40000; ++e) {
    x.add({random.below(100000)}, static_cast<double>(e));
    y.add({random.below(100000)}, static_cast<double>(2 * e));
  }
  const Operands vectors{{"x", this->tensor(Formats::sparse_vector(), x)},
                         {"y", this->tensor(Formats::sparse_vector(), y)}};
  this->expect_same("R(i) = x(i) + y(i)", Formats::sparse_vector(), {100000}, vectors);
  this->expect_same("R(i) = x(i) * y(i)", Formats::sparse_vector(), {100000}, vectors);
  const Operands matrices{{"A", this->matrix(Formats::csr(), 1)},
                          {"B", this->matrix(Formats::csr(), 2)}};
  this->expect_same("R(i,j) = A(i(10,600,2),j(3,300)) + B(i(0,295),j(7,304))", Formats::csr(), {295, 297},
                    matrices);
}

// Rows that are added up have as many entries as terms, at most.
TYPED_TEST(OnePass, OfRowsThatAreAddedUp) {
  const auto matrix = [&](std::int64_t rows, std::int64_t columns, int entries) {
    return this->tensor(Formats::csr(), skewed(rows, columns, entries, entries));
  };
  Operands inputs{{"A", matrix(90, 70, 1500)}, {"B", matrix(70, 80, 2000)},
                  {"C", this->tensor(Formats::dcsr(), skewed(70, 80, 400, 3))},
                  {"D", matrix(90, 70, 900)},  {"E", matrix(80, 80, 1200)}};
  for (const Worklist worklist : {Worklist::dense, Worklist::hashed})
    for (const char* notation :
         {"R(i,j) = A(i,k) * B(k,j)", "R(i,j) = A(i,k) * (B(k,j) + C(k,j))",
          "R(i,j) = A(i,k) * B(k,j) + D(i,k) * C(k,j)", "R(i,j) = A(i,k) * B(k,j) * E(j,j)",
          "R(i,j) = (A(i,k) + D(i,k)) * B(k,l) * E(l,j)"}) {
      this->m_worklist = worklist;
      this->expect_same(notation, Formats::csr(), {90, 80}, inputs);
    }
  inputs["R"] = declare_result(Formats::csr(), ScalarType::f64, {90, 80});
  PlanOptions options;
  options.passes  = Passes::one;
  options.pieces  = 64;
  const Plan plan = compile(this->m_exec, "R(i,j) = A(i,k) * B(k,j)", inputs, options);
  plan.execute(this->m_exec);
  const std::string text = plan.explain();
  expect_contains(text, "in the last execution: one pass, room for");
  // About 43,000 terms, but no row has more entries than there are columns.
  const std::size_t end = text.find(" entries at most in");
  ASSERT_NE(end, std::string::npos) << text;
  const std::int64_t most = std::stoll(text.substr(text.rfind(' ', end - 1)));
  EXPECT_LE(most, 90 * 80) << text;
  EXPECT_GE(most, plan.result().num_values) << text;
}

// Whether an entry comes to anything is known when the sum has been looked at.
TYPED_TEST(OnePass, WhereSumsSayWhatIsStored) {
  const Operands inputs{{"A", this->matrix(Formats::csr(), 1, 3000)},
                        {"B", this->matrix(Formats::csr(), 2, 3000)}};
  this->expect_same("R(i,j) = sum(k, A(i,k) * B(j,k))", Formats::csr(), {700, 700}, inputs);
}

// The pieces that are looked at hold nothing, or everything, of what the others do.
TYPED_TEST(OnePass, EstimatesMayBeWrong) {
  for (const bool first_is_empty : {true, false}) {
    CooData a{ScalarType::f64, {4000, 400}, {}, {}}, b = a;
    for (std::int64_t i = 0; i < 4000; ++i)
      for (std::int64_t j = 0; j < 20; ++j) {
        const bool is_shared = (i < 2500) != first_is_empty;
        a.add({i, j * 20}, 1.0 + static_cast<double>(j));
        b.add({i, j * 20 + (is_shared ? 0 : 1)}, 2.0);
      }
    const Operands inputs{{"A", this->tensor(Formats::csr(), a)},
                          {"B", this->tensor(Formats::csr(), b)}};
    this->expect_same("R(i,j) = A(i,j) * B(i,j)", Formats::csr(), {4000, 400}, inputs);
    this->expect_same("R(i,j) = A(i,j) + B(i,j)", Formats::csr(), {4000, 400}, inputs);
  }
}

// B stores what A does, in part: nearly all of what is possible is there; C has nothing in
// common with it.
TYPED_TEST(OnePass, IsChosenWhereItTakesLittleMemory) {
  CooData a{ScalarType::f64, {20000, 400}, {}, {}}, b = a, c = a;
  for (std::int64_t i = 0; i < 20000; ++i)
    for (std::int64_t j = 0; j < 40; ++j) {
      a.add({i, 10 * j}, 1.0);
      if (j % 2 == 0) b.add({i, 10 * j}, 2.0);
      if (j % 2 == 0) c.add({i, 10 * j + 1}, 2.0);
    }
  const auto passes = [&](const CooData& other, Passes wanted) {
    PlanOptions options;
    options.passes = wanted;
    options.pieces = 100;
    const Plan plan =
        compile(this->m_exec, "R(i,j) = A(i,j) * B(i,j)",
                {{"A", this->tensor(Formats::csr(), a)},
                 {"B", this->tensor(Formats::csr(), other)},
                 {"R", declare_result(Formats::csr(), ScalarType::f64, {20000, 400})}},
                options);
    plan.execute(this->m_exec);
    const std::string text = plan.explain();
    expect_contains(text, "\nat most 100 pieces in a launch, when it was executed last\n");
    const auto at          = text.find("in the last execution: ");
    return at == std::string::npos ? text : text.substr(at, 40);
  };
  EXPECT_NE(passes(b, Passes::automatic).find("one pass"), std::string::npos);
  EXPECT_NE(passes(c, Passes::automatic).find("two passes"), std::string::npos);
  EXPECT_NE(passes(c, Passes::one).find("one pass"), std::string::npos);
  EXPECT_EQ(passes(b, Passes::two).find("in the last execution"), std::string::npos);
}

// What cannot be had is said, and does no harm.
TYPED_TEST(OnePass, ExplainSaysWhereTheOptionHasNoEffect) {
  const auto line = [&](const char* notation, const TensorRef& R, PlanOptions options) {
    options.passes = Passes::one;
    Operands all{{"R", R}};
    for (const std::string& name : Impl::tensor_names(notation))
      if (name != "R")
        all[name] = this->tensor(Formats::csr(), name == "B" ? skewed(500, 700, 300, 2)
                                                             : skewed(700, 500, 300, 1));
    const std::string text = compile(this->m_exec, notation, all, options).explain();
    const std::string head = "the option passes has no effect: ";
    const auto at          = text.find(head);
    if (at == std::string::npos) return std::string();
    return text.substr(at + head.size(), text.find('\n', at) - at - head.size());
  };
  const TensorRef sparse  = declare_result(Formats::csr(), ScalarType::f64, {700, 500});
  const TensorRef product = declare_result(Formats::csr(), ScalarType::f64, {700, 700});
  const TensorRef lists   = declare_result(Formats::dcsr(), ScalarType::f64, {700, 500});
  GuardedDense y(ScalarType::f64, {700}, {});
  const std::string no_limit =
      "nothing limits what pieces append, so that the loops count first";
  EXPECT_EQ(line("R(i,j) = A(i,j) + D(i,j)", lists, {}), no_limit);
  EXPECT_EQ(line("R(i,j) = A(i,k) * B(k,j)", product, {}), "");
  EXPECT_EQ(line("R(i) = A(i,j)", y.ref(), {}), "the result is dense, nothing is counted");
  EXPECT_EQ(line("R(i,j) = A(i,j) + D(i,j)", sparse, {}), "");
  PlanOptions counting;
  counting.count_iterations = true;
  EXPECT_EQ(line("R(i,j) = A(i,j) + D(i,j)", sparse, counting),
            "kernels in teams, for devices, of emitted C++ and of counting builds count first");
}

// Seven tenths of what is possible is there, in as many pieces as are chosen.
TYPED_TEST(OnePass, PiecesAreSmallEnoughForIt) {
  CooData a{ScalarType::f64, {5000, 400}, {}, {}}, b = a, c = a;
  for (std::int64_t i = 0; i < 5000; ++i)
    for (std::int64_t j = 0; j < 80; ++j) {
      a.add({i, 5 * j}, 1.0);
      if (j % 2 == 0) b.add({i, 5 * j}, 2.0);
      c.add({i, 5 * j + (j % 4 == 0 ? 0 : 1)}, 3.0);
    }
  const auto csr  = [&](const CooData& data) { return this->tensor(Formats::csr(), data); };
  const Plan plan = compile(this->m_exec, "R(i,j) = A(i,j) + B(i,j) + C(i,j)",
                            {{"A", csr(a)},
                             {"B", csr(b)},
                             {"C", csr(c)},
                             {"R", declare_result(Formats::csr(), ScalarType::f64, {5000, 400})}});
  plan.execute(this->m_exec);
  if (this->m_exec.concurrency() > 1) expect_contains(plan.explain(), "execution: one pass");
  EXPECT_EQ(plan.result().num_values, 5000 * 140);
}

// What pieces append at most is what they append, but for some rows that nobody looks at
// before.
TYPED_TEST(OnePass, LimitsMayBeExact) {
  for (const std::int64_t others : {0, 3}) {
    CooData a{ScalarType::f64, {4000, 400}, {}, {}}, b = a;
    for (std::int64_t i = 0; i < 4000; ++i)
      for (std::int64_t j = 0; j < 20; ++j) {
        a.add({i, j * 20}, 1.0 + static_cast<double>(j));
        b.add({i, j * 20 + (i < 4000 - others ? 0 : 1)}, 2.0);
      }
    Operands inputs{{"A", this->tensor(Formats::csr(), a)},
                    {"B", this->tensor(Formats::csr(), b)}};
    const char* product = "R(i,j) = A(i,j) * B(i,j)";
    this->expect_same(product, Formats::csr(), {4000, 400}, inputs);
    this->expect_same(product, Formats::coo(2), {4000, 400}, inputs);
    inputs["R"] = declare_result(Formats::csr(), ScalarType::f64, {4000, 400});
    PlanOptions options;
    options.pieces  = 300;
    const Plan plan = compile(this->m_exec, product, inputs, options);
    plan.execute(this->m_exec);
    EXPECT_NE(plan.explain().find("one pass, in place; 80000 entries at most"), std::string::npos)
        << plan.explain();
    EXPECT_EQ(plan.result().num_values, 80000 - 20 * others);
  }
}

// 300 entries at most, 150 in fact: positions of 8 bits hold what there is.
TYPED_TEST(OnePass, LimitsThatDoNotFitAreCounted) {
  CooData a{ScalarType::f64, {10, 100}, {}, {}};
  for (std::int64_t e = 0; e < 150; ++e) a.add({e % 10, e / 10}, 1.0);
  CooData b = a;
  const Operands inputs{{"A", this->tensor(Formats::csr(), a)}, {"B", this->tensor(Formats::csr(), b)}};
  const TensorFormat narrow =
      TensorFormat::parse("(i, j) -> (i : dense, j : compressed), posWidth = 8, crdWidth = 8");
  this->expect_same("R(i,j) = A(i,j) + B(i,j)", narrow, {10, 100}, inputs);
}

}  // namespace
