// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands whose storage orders form a cycle, diagonals, and levels that have to
// be stored otherwise first: against the dense evaluator.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <gtest/gtest.h>

#include <Strata_ConversionScope.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_Error.hpp>
#include <Strata_IterationBound.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

#include "Strata_CaseRunner.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Every third entry or so; each `repeat`th one twice.
CooData some_data(std::vector<std::int64_t> extents, int salt, int repeat = 5) {
  CooData data{ScalarType::f64, extents, {}, {}};
  Random random(static_cast<std::uint64_t>(salt));
  std::vector<std::int64_t> c(extents.size(), 0);
  const auto size = std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
  for (std::int64_t n = 0; n < size; ++n) {
    for (std::int64_t d = static_cast<std::int64_t>(c.size()) - 1, r = n; d >= 0; --d) {
      c[d] = r % extents[d];
      r /= extents[d];
    }
    if (!random.chance(45)) continue;
    data.add(c, draw_value(random, data.scalar, false));
    if (n % repeat == 0) data.add(c, draw_value(random, data.scalar, false));
  }
  return data;
}

template <class Space>
class Conversions : public testing::Test {
 protected:
  /// Executes twice; compares both, and the iterations of a counting build with
  /// their bound. The operands are the inputs and a dense result "R".
  Plan check_plan(const std::string& notation, Operands inputs, std::vector<std::int64_t> extents,
                  PlanOptions options = {}) {
    SCOPED_TRACE(notation);
    const int order = static_cast<int>(extents.size());
    Operands all    = inputs;
    all["R"]        = make_dense(m_exec, Formats::dense(order), ScalarType::f64, extents);
    const Plan plan = compile(m_exec, notation, all, options);
    for (int run = 0; run < 2; ++run) {
      auto* values = static_cast<double*>(all.at("R").values);
      m_exec.fence("Strata::test::conversions");
      std::fill(values, values + all.at("R").num_values, 7.0);  // must be overwritten
      plan.execute(m_exec);
      m_exec.fence("Strata::test::conversions");
      const CheckReport report = check_result(notation, inputs, all.at("R"));
      EXPECT_TRUE(report.passed()) << plan.explain() << report.to_string();
    }
    if (!options.count_iterations) return plan;
    const double bound = iteration_bound(check(parse_notation(notation), declarations(all)), all,
                                         std::max(1, options.pieces));
    EXPECT_LE(static_cast<double>(plan.iterations()), 4 * bound);
    return plan;
  }

  /// The plain build, the counting build in 7 pieces, the checking build in teams.
  void check_builds(const std::string& notation, const Operands& inputs,
                    const std::vector<std::int64_t>& extents) {
    check_plan(notation, inputs, extents);
    PlanOptions pieces;
    pieces.pieces           = 7;
    pieces.count_iterations = true;
    check_plan(notation, inputs, extents, pieces);
    PlanOptions teams;
    teams.team_size     = 4;
    teams.vector_length = 8;
    teams.permute       = 3;
    teams.check_races   = true;
    check_plan(notation, inputs, extents, teams);
  }

  TensorRef tensor(const TensorFormat& format, const CooData& data) {
    return make_tensor(m_exec, format, data);
  }

  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Conversions, TestSpaces);

std::vector<TensorFormat> matrix_formats() {
  return {Formats::csr(),  Formats::csc(),  Formats::dcsr(),
          Formats::dcsc(), Formats::coo(2), Formats::coo(2, {1, 0})};
}

TYPED_TEST(Conversions, EveryPairOfMatrixFormats) {
  const CooData a = some_data({9, 7}, 1), b = some_data({9, 7}, 2);
  int converted = 0;
  for (const TensorFormat& fa : matrix_formats()) {
    for (const TensorFormat& fb : matrix_formats()) {
      SCOPED_TRACE(fa.to_string() + " | " + fb.to_string());
      PlanOptions options;
      options.pieces           = 7;
      options.count_iterations = true;
      const Plan plan = this->check_plan("R(i,j) = A(i,j) * B(i,j)",
                                         {{"A", this->tensor(fa, a)}, {"B", this->tensor(fb, b)}},
                                         {9, 7}, options);
      const bool converts = plan.explain().find("\nconvert ") != std::string::npos;
      EXPECT_EQ(converts, fa.order() != fb.order());
      converted += converts ? 1 : 0;
    }
  }
  EXPECT_EQ(converted, 18);
}

TYPED_TEST(Conversions, EveryModeOrderOfThree) {
  const CooData a = some_data({4, 5, 6}, 3), b = some_data({4, 5, 6}, 4);
  std::vector<int> order{0, 1, 2};
  do {
    for (const TensorFormat& format : {Formats::csf(3, order), Formats::coo(3, order)}) {
      SCOPED_TRACE(format.to_string());
      this->check_plan("R(i,k) = A(i,j,k) * B(i,j,k)",
                       {{"A", this->tensor(Formats::csf(3), a)}, {"B", this->tensor(format, b)}},
                       {4, 6});
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TYPED_TEST(Conversions, Expressions) {
  const CooData a = some_data({8, 8}, 5), b = some_data({8, 8}, 6);
  const Operands matrices{{"A", this->tensor(Formats::csr(), a)}, {"B", this->tensor(Formats::csc(), b)}};
  this->check_builds("R(i,j) = A(i,j) * A(j,i)", {*matrices.begin()}, {8, 8});
  this->check_builds("R(i,j) = A(i,j) * (A(j,i) + B(i,j))", matrices, {8, 8});
  this->check_builds("R(i,j) = (A(i,j) + B(i,j)) / 2", matrices, {8, 8});
  this->check_builds("R = A(i,j) * A(j,k) * A(k,i)", {*matrices.begin()}, {});
  this->check_builds("R(i) = A(i,j) * B(i,j)", matrices, {8});
  this->check_builds("R(i,j) = A(i,k) * B(i,k) * A(k,j)", matrices, {8, 8});
}

TYPED_TEST(Conversions, Diagonals) {
  const CooData a = some_data({9, 9}, 7), t = some_data({6, 5, 6}, 8);
  const CooData v = some_data({9}, 9);
  for (const TensorFormat& format : matrix_formats()) {
    SCOPED_TRACE(format.to_string());
    const Operands one{{"A", this->tensor(format, a)}};
    Operands two = one;
    two["v"]     = this->tensor(Formats::sparse_vector(), v);
    this->check_builds("R(i) = A(i,i)", one, {9});
    this->check_plan("R = A(i,i)", one, {});
    this->check_builds("R(i) = A(i,i) * v(i) + v(i)", two, {9});
    this->check_plan("R(i,j) = A(i,i) * A(i,j)", one, {9, 9});
  }
  std::vector<int> order{0, 1, 2};
  do {
    for (const TensorFormat& format : {Formats::csf(3, order), Formats::coo(3, order)}) {
      SCOPED_TRACE(format.to_string());
      this->check_builds("R(i,j) = T(i,j,i)", {{"T", this->tensor(format, t)}}, {6, 5});
      this->check_plan("R(j) = T(i,j,i)", {{"T", this->tensor(format, t)}}, {5});
    }
  } while (std::next_permutation(order.begin(), order.end()));
  const CooData cube = some_data({6, 6, 6}, 10);
  this->check_builds("R(i) = T(i,i,i)", {{"T", this->tensor(Formats::csf(3), cube)}}, {6});
}

TYPED_TEST(Conversions, LevelsThatHaveToBeStoredOtherwise) {
  const LevelType dense{LevelKind::dense}, list{LevelKind::compressed, false, true};
  const LevelType shuffled{LevelKind::compressed, true, false}, bag{LevelKind::compressed, false, false};
  const CooData a = some_data({9, 7}, 11), b = some_data({9, 7}, 12), v = some_data({9}, 13);
  const TensorRef csr = this->tensor(Formats::csr(), b);
  this->check_builds("R(i) = A(i,j)", {{"A", this->tensor({{0, 1}, {list, dense}}, a)}}, {9});
  this->check_builds("R(i,j) = A(i,j) * B(i,j)",
                     {{"A", this->tensor({{0, 1}, {dense, shuffled}}, a)}, {"B", csr}}, {9, 7});
  this->check_builds("R(i,j) = A(i,j) + B(i,j)",
                     {{"A", this->tensor({{1, 0}, {bag, dense}}, a)}, {"B", csr}}, {9, 7});
  this->check_builds("R(i) = v(i) * v(i)", {{"v", this->tensor({{0}, {bag}}, v)}}, {9});
}

/// What lies off the diagonal is zero.
TYPED_TEST(Conversions, ResultsWithRepeatedIndices) {
  const Operands inputs{{"A", this->tensor(Formats::csr(), some_data({7, 5}, 18))},
                        {"v", this->tensor(Formats::dense(1), some_data({7}, 19))}};
  Operands vector = inputs, matrix = inputs;
  vector.erase("A");
  matrix.erase("v");
  this->check_builds("R(i,i) = v(i)", vector, {7, 7});
  this->check_builds("R(i,i) = A(i,j)", matrix, {7, 7});
  this->check_builds("R(j,j) = A(i,j)", matrix, {5, 5});
  this->check_builds("R(i,j,i) = A(i,j)", matrix, {7, 5, 7});
  PlanOptions copies;
  copies.race   = RaceStrategy::privatize;
  copies.pieces = 7;
  this->check_plan("R(j,j) = A(i,j)", matrix, {5, 5}, copies);
}

TYPED_TEST(Conversions, OperandsWithoutEntries) {
  const CooData none{ScalarType::f64, {5, 5}, {}, {}};
  this->check_builds("R(i,j) = A(i,j) * A(j,i)", {{"A", this->tensor(Formats::csr(), none)}}, {5, 5});
  this->check_builds("R(i) = A(i,i)", {{"A", this->tensor(Formats::coo(2), none)}}, {5});
}

/// Loops over a copy come to no more coordinates than what the operand stores.
TYPED_TEST(Conversions, CopiesOfFewEntriesAreWalkedFast) {
  for (const std::int64_t rows : {0, 2}) {
    RandomCase c;
    c.notation        = "A(i) = B(j,i)";
    c.openmp          = std::is_same_v<TypeParam, OpenMPSpace>;
    c.options.pieces  = 7;
    CooData b{ScalarType::f64, {rows, 229}, {}, {}};
    if (rows > 0) b.add({1, 100}, 3.0);
    c.tensors["B"] = {Formats::csr(), b, {}};
    c.tensors["A"] = {Formats::sparse_vector(), {ScalarType::f64, {229}, {}, {}}, {}};
    const CaseOutcome outcome = run_case(c);
    EXPECT_EQ(outcome.kind, CaseOutcome::Kind::passed) << outcome.reason;
  }
}

TYPED_TEST(Conversions, EveryScalarType) {
  using enum ScalarType;
  for (ScalarType type : {boolean, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, c64, c128}) {
    CooData a{type, {6, 6}, {}, {}};
    Random random(14);
    for (std::int64_t n = 0; n < 36; ++n)
      if (random.chance(50)) a.add({n / 6, n % 6}, draw_value(random, type, false));
    Operands all{{"A", this->tensor(Formats::csr(), a)}};
    const Operands inputs = all;
    all["R"] = make_dense(this->m_exec, Formats::dense(2), type, {6, 6});
    const char* notation = "R(i,j) = A(i,j) * A(j,i)";
    compile(this->m_exec, notation, all).execute(this->m_exec);
    this->m_exec.fence("Strata::test::conversions");
    const CheckReport report = check_result(notation, inputs, all.at("R"));
    EXPECT_TRUE(report.passed()) << name_of(type) << ": " << report.to_string();
  }
}

/// Kernels that number values: one for each structure that is made.
int s_structures = 0, s_gathers = 0;
void count_kernel(const char* label, std::uint32_t, std::uint64_t*) {
  s_structures += std::strcmp(label, "Strata::convert::number_values") == 0 ? 1 : 0;
  s_gathers += std::strcmp(label, "Strata::convert::gather_values") == 0 ? 1 : 0;
}

TYPED_TEST(Conversions, TheStructureOfACopyIsKeptUntilTheOperandIsBound) {
  const char* notation = "R(i,j) = A(i,j) * A(j,i)";
  Operands all{{"A", this->tensor(Formats::csr(), some_data({8, 8}, 15))}};
  all["R"]        = make_dense(this->m_exec, Formats::dense(2), ScalarType::f64, {8, 8});
  const Plan plan = compile(this->m_exec, notation, all);
  Plan shared     = plan;
  const auto run  = [&] {
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::conversions");
    const CheckReport report = check_result(notation, {{"A", all.at("A")}}, all.at("R"));
    EXPECT_TRUE(report.passed()) << report.to_string();
  };
  const auto callbacks = Kokkos::Tools::Experimental::get_callbacks();
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(count_kernel);
  s_structures = s_gathers = 0;
  run();
  // Other values in the same place.
  auto* values = static_cast<double*>(all.at("A").values);
  for (std::int64_t n = 0; n < all.at("A").num_values; ++n) values[n] += 1;
  run();
  EXPECT_EQ(s_structures, 1);
  EXPECT_EQ(s_gathers, 2);
  // Another pattern in the same place: the last column instead of each row's last
  // entry; bind() says so.
  auto* coordinates = static_cast<std::uint64_t*>(const_cast<void*>(all.at("A").levels[1].coordinates));
  const auto* positions = static_cast<const std::uint64_t*>(all.at("A").levels[1].positions);
  for (int row = 0; row < 8; ++row)
    if (positions[row] < positions[row + 1]) coordinates[positions[row + 1] - 1] = 7;
  shared.bind("A", all.at("A"));
  run();
  EXPECT_EQ(s_structures, 2);
  // Other arrays.
  all["A"] = this->tensor(Formats::csr(), some_data({8, 8}, 16));
  shared.bind("A", all.at("A"));
  run();
  Kokkos::Tools::Experimental::set_callbacks(callbacks);
  EXPECT_EQ(s_structures, 3);
  EXPECT_EQ(s_gathers, 4);
}

TYPED_TEST(Conversions, ExplainSaysWhatAndWhy) {
  Operands all{{"A", this->tensor(Formats::csr(), some_data({8, 8}, 17, 1000))}};
  all["R"]               = make_dense(this->m_exec, Formats::dense(2), ScalarType::f64, {8, 8});
  const std::string text = compile(this->m_exec, "R(i,j) = A(i,j) * A(j,i)", all).explain();
  const std::string bytes = std::to_string(16 * all.at("A").num_values);
  EXPECT_NE(text.find("convert A to A@CSC: " + Formats::csc().to_string() +
                      "\n  because the storage orders of 'A(i,j) * A(j,i)' form a cycle over 'i', "
                      "'j'\n  " + bytes + " bytes of entries; once for every structure that is bound\n"),
            std::string::npos)
      << text;
}

TYPED_TEST(Conversions, ExplainSaysHowTheyWereMade) {
  Operands all{{"A", this->tensor(Formats::csr(), some_data({8, 8}, 17, 1000))}};
  all["R"] = make_dense(this->m_exec, Formats::dense(2), ScalarType::f64, {8, 8});
  const Plan plan = compile(this->m_exec, "R(i,j) = A(i,j) * A(j,i)", all);
  const std::string head = "conversions in the last execution: " +
                           std::to_string(all.at("A").num_values) +
                           " entries transposed by way of 1 bucket: as was asked for\n";
  EXPECT_EQ(plan.explain().find("conversions in the last execution"), std::string::npos);
  const ConversionScope scope({TransposeMethod::buckets});
  plan.execute(this->m_exec);
  EXPECT_NE(plan.explain().find(head), std::string::npos) << plan.explain();
  plan.execute(this->m_exec);  // the copy is kept
  EXPECT_EQ(plan.explain().find("conversions in the last execution"), std::string::npos);
}

TYPED_TEST(Conversions, CoordinatesAreWidenedForTheOtherDimension) {
  CooData a{ScalarType::f64, {300, 4}, {}, {}}, b{ScalarType::f64, {300, 4}, {}, {}};
  for (std::int64_t n : {0, 5, 255, 256, 299}) {
    a.add({n, n % 4}, 1.0 + static_cast<double>(n));
    b.add({n, n % 4}, 2.0);
  }
  const TensorFormat narrow = Formats::csr().with_index_types({16}, {8});
  const TensorFormat column = Formats::csc();
  for (int n = 0; n < 40; ++n) b.add({n, 3}, 1.0);  // the dearer one
  this->check_builds("R(i,j) = A(i,j) * B(i,j)",
                     {{"A", this->tensor(narrow, a)}, {"B", this->tensor(column, b)}}, {300, 4});
}

}  // namespace
