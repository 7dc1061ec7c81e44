// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A(i,j) = B(i,j,k) * c(k) over all 768 choices of formats (S4-19): 384 have an
// acyclic iteration graph; the others run on converted operands.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <strata/Analysis/IterationGraph.h>

#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>

#include "Strata_CaseRunner.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr const char* s_notation = "A(i,j) = B(i,j,k) * c(k)";

/// Every mode order × {dense, compressed} per level: rank! · 2^rank formats.
std::vector<TensorFormat> all_formats(int rank) {
  std::vector<TensorFormat> formats;
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  do {
    for (int bits = 0; bits < (1 << rank); ++bits) {
      std::vector<LevelType> levels;
      for (int l = 0; l < rank; ++l) {
        levels.push_back({(bits >> l) & 1 ? LevelKind::compressed : LevelKind::dense, true, true});
      }
      formats.emplace_back(order, levels);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return formats;
}

/// Data with an empty slice, an empty fibre and a full one.
CooData tensor_data() {
  CooData data{ScalarType::f64, {4, 5, 6}, {}, {}};
  Random random(19);
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t j = 0; j < 5; ++j) {
      for (std::int64_t k = 0; k < 6; ++k) {
        const bool full = i == 3 && j == 4;
        if (i == 1 || (j == 2 && k != 0) || (!full && !random.chance(35))) continue;
        data.add({i, j, k}, draw_value(random, data.scalar, true));
      }
    }
  }
  return data;
}

CooData vector_data() {
  CooData data{ScalarType::f64, {6}, {}, {}};
  for (std::int64_t k : {0, 2, 3, 5}) data.add({k}, 0.5 * static_cast<double>(k + 1));
  return data;
}

TensorDeclarations declare(const TensorFormat& a, const TensorFormat& b, const TensorFormat& c) {
  return {{"A", {a, ScalarType::f64, {4, 5}, 0}},
          {"B", {b, ScalarType::f64, {4, 5, 6}, 0}},
          {"c", {c, ScalarType::f64, {6}, 0}}};
}

bool acyclic(const TensorFormat& a, const TensorFormat& b, const TensorFormat& c) {
  return strata::IterationGraph::build(check(parse_notation(s_notation), declare(a, b, c)))
      .isAcyclic();
}

class TtvFormats : public testing::Test {
 protected:
  template <class F>
  void for_each_choice(F&& f) {
    const auto as = all_formats(2), bs = all_formats(3), cs = all_formats(1);
    for (const TensorFormat& a : as) {
      for (const TensorFormat& b : bs) {
        for (const TensorFormat& c : cs) f(a, b, c);
      }
    }
  }

  Operands operands(const TensorFormat& a, const TensorFormat& b, const TensorFormat& c) {
    Operands o;
    o["B"] = make_tensor(m_exec, b, m_tensor);
    o["c"] = make_tensor(m_exec, c, m_vector);
    if (a.is_dense()) {
      o["A"] = make_dense(m_exec, a, ScalarType::f64, {4, 5});
      return o;
    }
    o["A"] = declare_result(a, ScalarType::f64, {4, 5});
    return o;
  }

  Kokkos::DefaultHostExecutionSpace m_exec;
  CooData m_tensor = tensor_data(), m_vector = vector_data();
};

TEST_F(TtvFormats, HalfOfTheChoicesAreAcyclic) {
  int choices = 0, count = 0;
  for_each_choice([&](const auto& a, const auto& b, const auto& c) {
    ++choices;
    count += acyclic(a, b, c) ? 1 : 0;
  });
  EXPECT_EQ(choices, 768);
  EXPECT_EQ(count, 384);
}

TEST_F(TtvFormats, AllAreRight) {
  int dense = 0, sparse = 0;
  for_each_choice([&](const auto& a, const auto& b, const auto& c) {
    SCOPED_TRACE(a.to_string() + " | " + b.to_string() + " | " + c.to_string());
    set_crash_note("crashed in: " + a.to_string() + " | " + b.to_string() + " | " + c.to_string());
    Operands inputs = operands(a, b, c);
    const Plan plan = compile(m_exec, s_notation, inputs);
    plan.execute(m_exec);
    m_exec.fence("ttv_formats");
    const TensorRef result = plan.result();
    inputs.erase("A");
    const CheckReport report = check_result(s_notation, inputs, result);
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (a.is_dense()) {
      EXPECT_EQ(report.compared, 20);
      ++dense;
      return;
    }
    EXPECT_NO_THROW(validate(m_exec, result));
    EXPECT_EQ(structure_fault(result, expected_coordinates(s_notation, inputs, result)), "");
    ++sparse;
  });
  EXPECT_EQ(dense, 192);  // 2 of the 8 formats of A
  EXPECT_EQ(sparse, 576);
}

}  // namespace
