// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that loops would merge again and again are kept in rows and looked up: results are
// the same, and a row is as much work as the other operands have entries.
#include <random>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_CxxBatch.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestBackends.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t size = 44;

/// `count` entries, a quarter of them in the first rows and columns.
CooData scattered(std::size_t order, int count, unsigned seed, double scale = 1) {
  std::mt19937 random(seed);
  CooData data{ScalarType::f64, std::vector<std::int64_t>(order, size), {}, {}};
  for (int n = 0; n < count; ++n) {
    std::vector<std::int64_t> c;
    for (std::size_t d = 0; d < order; ++d)
      c.push_back(static_cast<std::int64_t>(random() % (random() % 2 ? size : size / 8)));
    data.add(c, scale * (1 + static_cast<double>(random() % 4)));
  }
  return data;
}

struct Case {
  const char* notation;
  int rows = 1;  ///< fibres that explain() says are kept
  const char* result = "CSR";
  const char* mask   = "CSR";
  Worklist worklist  = Worklist::automatic;
};

/// Masks of products, a mask that is asked what it stores, two masks, one whose coordinates
/// lead to loops further inside, products under it with terms beside, triangles.
const Case s_cases[] = {
    {"C(i,j) = M(i,j) * A(i,k) * B(k,j)"},
    {"C(i,j) = M(i,j) * A(i,k) * B(k,j)", 1, "DCSR", "DCSR"},
    {"C(i,j) = M(i,j) * A(i,k) * B(k,j)", 1, "COO", "COO"},
    {"C(i,j) = M(i,j) * A(i,k) * B(k,j)", 1, "CSR", "CSR", Worklist::hashed},
    {"C(i,j) = M(i,j) * A(i,k) * B(k,j)", 1, "Dense"},
    {"C(i,j) = stored(M(i,j)) * A(i,k) * B(k,j)"},
    {"C(i,j) = M(i,j) * N(i,j) * A(i,k) * B(k,j)", 2},
    {"C(i,l) = M(i,j) * A(i,k) * B(k,j) * D(j,l)"},
    {"C(i,j) = T(i,m,j) * A(i,k) * B(k,j)"},
    {"C(i,m) = T(i,m,j) * A(i,k) * B(k,j)"},
    {"C(i,j) = M(i,j) * B(j,k)", 0},
    {"y(i) = M(i,j) * A(i,k) * B(k,j)", 1, "SparseVector"},
    {"y(i) = M(i,j) * A(i,k) * B(k,j)", 1, "Dense"},
    {"y(i) = reduce_max(k, reduce_max(j, M(i,j) * A(i,k) * B(k,j)))", 0, "Dense"},
    {"y(i) = A(i,k) * v(k)", 1, "Dense"},
    {"y(i) = A(i,k) * v(k)", 1, "SparseVector"},
    {"C(i,j) = A(i,k) * v(k) * B(k,j)"},
    {"C(i,j) = A(i,j) * v(j)"},
    {"C(i,m) = T(i,m,j) * v(j) * N(i,m)"},
    {"y(i) = sum(k, A(i,k) * sum(j, M(i,j) * B(k,j))) + v(i)", 1, "Dense"},
    {"s = M(i,j) * A(i,k) * B(k,j)", 1, ""},
    {"s = M(i,j) * M(i,k) * M(k,j)", 1, ""}};

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

template <class TypeParam>
class KeptFibres : public testing::Test {
 public:
  TensorRef stored(const char* format, const CooData& data) const {
    return make_tensor(exec, TensorFormat::parse(format, static_cast<int>(data.extents.size())),
                       data);
  }
  Operands inputs(const Case& c, double scale = 1) const {
    const Operands all{{"M", stored(c.mask, scattered(2, 300, 1, scale))},
                       {"N", stored("CSR", scattered(2, 400, 2))},
                       {"A", stored("CSR", scattered(2, 200, 3, scale))},
                       {"B", stored("CSR", scattered(2, 300, 4))},
                       {"D", stored("CSR", scattered(2, 200, 5))},
                       {"T", stored("CSF", scattered(3, 400, 6, scale))},
                       {"v", stored("SparseVector", scattered(1, 12, 7))}};
    Operands used;
    for (const auto& [name, tensor] : all)
      if (std::string_view(c.notation).find(name + "(") != std::string_view::npos)
        used[name] = tensor;
    return used;
  }
  PlanOptions options(const Case& c, int pieces, MergeBody merge = MergeBody::locate) const {
    PlanOptions options;
    options.backend  = TypeParam::back_end;
    options.worklist = c.worklist;
    options.merge    = merge;
    options.pieces   = pieces;
    return options;
  }
  Plan compiled(const Case& c, const Operands& inputs, const PlanOptions& options) const {
    Operands all = inputs;
    all[{c.notation[0]}] = result_of(c);
    return compile(exec, c.notation, all, options);
  }
  TensorRef result_of(const Case& c) const {
    const std::size_t order = c.notation[0] == 'C' ? 2 : c.notation[0] == 'y' ? 1 : 0;
    const TensorFormat format = order == 0 ? Formats::dense(0)
                                           : TensorFormat::parse(c.result, static_cast<int>(order));
    const std::vector<std::int64_t> extents(order, size);
    return format.is_dense() ? make_dense(exec, format, ScalarType::f64, extents)
                             : declare_result(format, ScalarType::f64, extents);
  }
  void expect_right(const Case& c, const Operands& inputs, const TensorRef& result) const {
    const CheckReport report = check_result(c.notation, inputs, result);
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (!result.format.is_dense()) {
      EXPECT_NO_THROW(validate(exec, result));
      EXPECT_EQ(structure_fault(result, expected_coordinates(c.notation, inputs, result)), "");
    }
  }
  static std::vector<int> pieces_of() {
    return TypeParam::back_end == Backend::cxx ? std::vector{7} : std::vector{1, 7};
  }
  void SetUp() override {
    if (TypeParam::back_end == Backend::cxx) build_together(*this, s_cases);
  }

  decltype(TypeParam::space::make()) exec = TypeParam::space::make();
};
TYPED_TEST_SUITE(KeptFibres, WithBackends<TestSpaces>::both);

/// What emitted kernels have no part in: passes, counting builds, what is chosen.
template <class TypeParam>
class CompiledKeptFibres : public KeptFibres<TypeParam> {};
TYPED_TEST_SUITE(CompiledKeptFibres, WithBackends<TestSpaces>::jit);

TYPED_TEST(KeptFibres, ResultsAreThoseOfMerging) {
  for (const Case& c : s_cases)
    for (const int pieces : this->pieces_of()) {
      SCOPED_TRACE(std::string(c.notation) + " in " + c.result + ", " + std::to_string(pieces));
      const Operands inputs = this->inputs(c);
      const Plan plan       = this->compiled(c, inputs, this->options(c, pieces));
      EXPECT_EQ(count(plan.explain(), " is kept in "), c.rows) << plan.explain();
      // Rows are empty again for the next run.
      for (int run = 0; run < 2; ++run) {
        plan.execute(this->exec);
        this->exec.fence("Strata::test::kept_fibres");
        this->expect_right(c, inputs, plan.result());
      }
    }
}

TYPED_TEST(CompiledKeptFibres, OneOrTwoPassesAndNewValues) {
  for (const Case& c : s_cases) {
    if (c.notation[0] != 'C' || this->result_of(c).format.is_dense()) continue;
    SCOPED_TRACE(std::string(c.notation) + " in " + c.result);
    for (const Passes passes : {Passes::one, Passes::two}) {
      PlanOptions options   = this->options(c, 5);
      options.passes        = passes;
      const Operands inputs = this->inputs(c);
      const Plan plan       = this->compiled(c, inputs, options);
      plan.execute(this->exec);
      this->exec.fence("Strata::test::kept_fibres");
      this->expect_right(c, inputs, plan.result());
    }
    Plan plan = this->compiled(c, this->inputs(c), this->options(c, 5));
    plan.assemble(this->exec);
    for (const double scale : {1.0, -2.0}) {
      const Operands inputs = this->inputs(c, scale);
      for (const auto& [name, tensor] : inputs) plan.bind(name, tensor);
      plan.compute(this->exec);
      this->exec.fence("Strata::test::kept_fibres");
      this->expect_right(c, inputs, plan.result());
    }
  }
}

/// Each product of an entry of A with one of B is one iteration, whatever the mask is; its
/// full rows would be merged with fibres of B.
TYPED_TEST(CompiledKeptFibres, IterationsAreThoseOfTheOtherOperands) {
  const Case c{"y(i) = M(i,j) * A(i,k) * B(k,j)", 1, "Dense"};
  Operands inputs = this->inputs(c);
  CooData full    = scattered(2, 0, 1);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = 0; j < size; ++j) full.add({i, j}, 1);
  inputs["M"]        = this->stored("CSR", full);
  inputs["A"]        = this->stored("CSR", scattered(2, 3000, 3));
  const auto counted = [&](MergeBody merge) {
    PlanOptions options      = this->options(c, 1, merge);
    options.count_iterations = true;
    const Plan plan          = this->compiled(c, inputs, options);
    plan.execute(this->exec);
    this->exec.fence("Strata::test::kept_fibres");
    this->expect_right(c, inputs, plan.result());
    return plan.iterations();
  };
  const std::int64_t entries  = inputs.at("A").num_values;
  const std::int64_t products = counted(MergeBody::locate) - size - size * size - entries;
  EXPECT_GT(products, 0);
  EXPECT_LT(products, 2 * entries * inputs.at("B").num_values / size);
  EXPECT_GT(counted(MergeBody::branch_free), 2 * counted(MergeBody::locate));
}

/// Automatic: where fibres are merged more than once and searching would not be faster.
TYPED_TEST(CompiledKeptFibres, WhereItPays) {
  const Case c{"C(i,j) = M(i,j) * A(i,k) * B(k,j)"};
  const auto kept = [&](int mask, int left, int right) {
    Operands inputs = this->inputs(c);
    inputs["M"]     = this->stored("CSR", scattered(2, mask, 1));
    inputs["A"]     = this->stored("CSR", scattered(2, left, 2));
    inputs["B"]     = this->stored("CSR", scattered(2, right, 3));
    return count(
        this->compiled(c, inputs, this->options(c, 0, MergeBody::automatic)).explain(),
        " is kept in ");
  };
  EXPECT_EQ(kept(300, 400, 400), 1);
  EXPECT_EQ(kept(300, 40, 400), 0) << "a fibre a row of A";
  EXPECT_EQ(kept(10, 400, 1000), 0) << "searches in B";
  for (const MergeBody merge : {MergeBody::branchy, MergeBody::branch_free, MergeBody::gallop})
    EXPECT_EQ(count(this->compiled(c, this->inputs(c), this->options(c, 0, merge)).explain(),
                    " is kept in "),
              0);
  PlanOptions teams   = this->options(c, 0);
  teams.team_size     = 2;
  teams.vector_length = 4;
  EXPECT_EQ(count(this->compiled(c, this->inputs(c), teams).explain(), " is kept in "), 0);
}

}  // namespace
