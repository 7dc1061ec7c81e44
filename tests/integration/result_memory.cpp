// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results of a plan are made in the memory of earlier ones that nobody
// holds.
#include <Strata_RandomCase.hpp>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
constexpr std::int64_t n  = 300;
constexpr const char* sum = "R(i,j) = A(i,j) + B(i,j)";

template <class Space>
class ResultMemory : public SparseResultsFixture<Space> {
 protected:
  TensorRef matrix(std::uint64_t seed, int entries = 6000) {
    CooData data{ScalarType::f64, {n, n}, {}, {}};
    Random random(seed);
    for (int e = 0; e < entries; ++e)
      data.add({random.below(n), random.below(n)},
               static_cast<double>(1 + random.below(100)));
    return this->tensor(TensorFormat::parse("CSR<32>", 2), data);
  }
  Plan plan_of(const char* format, const Operands& inputs,
               Passes passes = Passes::automatic) {
    Operands all = inputs;
    all["R"] =
        declare_result(TensorFormat::parse(format, 2), ScalarType::f64, {n, n});
    PlanOptions options;
    options.passes = passes;
    return compile(this->m_exec, sum, all, options);
  }
  TensorRef run(const Plan& plan) {
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::result_memory");
    return plan.result();
  }
};
TYPED_TEST_SUITE(ResultMemory, TestSpaces);

TYPED_TEST(ResultMemory, WhatNobodyHoldsIsUsedAgain) {
  const Operands inputs{{"A", this->matrix(1)}, {"B", this->matrix(2)}};
  for (const char* format : {"CSR<32>", "DCSR<32>", "COO<32>"})
    for (const Passes passes : {Passes::one, Passes::two}) {
      const Plan plan         = this->plan_of(format, inputs, passes);
      const void* values      = this->run(plan).values;
      const void* coordinates = plan.result().levels[1].coordinates;
      for (int times = 0; times < 3; ++times) {
        std::memset(plan.result().values, 0xA5,
                    plan.result().num_values * sizeof(double));
        const TensorRef again = this->run(plan);
        EXPECT_EQ(again.values, values) << format;
        EXPECT_EQ(again.levels[1].coordinates, coordinates) << format;
        this->expect_right(sum, inputs, again);
      }
    }
}

/// A caller that replaces its result by the new one: two take turns.
TYPED_TEST(ResultMemory, WhatSomebodyHoldsStays) {
  const Operands inputs{{"A", this->matrix(3)}, {"B", this->matrix(4)}};
  const Plan plan    = this->plan_of("CSR<32>", inputs);
  TensorRef held     = this->run(plan);
  const void* first  = held.values;
  TensorRef next     = this->run(plan);
  const void* second = next.values;
  EXPECT_NE(first, second);
  this->expect_right(sum, inputs, held);
  for (int times = 0; times < 4; ++times) {
    held = next;
    next = {};
    next = this->run(plan);
    EXPECT_EQ(next.values, times % 2 == 0 ? first : second);
    this->expect_right(sum, inputs, next);
    this->expect_right(sum, inputs, held);
  }
}

/// A View of one array is enough to hold all of them, and many may be held.
TYPED_TEST(ResultMemory, ViewsHoldTheirArrays) {
  using memory_space = typename TypeParam::execution_space::memory_space;
  using view_type    = Kokkos::View<double*, memory_space>;
  const Operands inputs{{"A", this->matrix(5)}, {"B", this->matrix(6)}};
  const Plan plan = this->plan_of("CSR<32>", inputs);
  std::vector<view_type> held;
  for (int times = 0; times < 5; ++times) {
    held.push_back(view_of<double, memory_space>(this->run(plan)).values());
    Kokkos::deep_copy(held.back(), -1.0 - times);
  }
  this->expect_right(sum, inputs, this->run(plan));
  for (int times = 0; times < 5; ++times)
    for (std::size_t e = 0; e < held[times].extent(0); ++e)
      ASSERT_EQ(held[times](e), -1.0 - times);
}

TYPED_TEST(ResultMemory, OfResultsThatGrowAndShrink) {
  Operands inputs{{"A", this->matrix(7)}, {"B", this->matrix(8, 0)}};
  for (const Passes passes : {Passes::one, Passes::two}) {
    Plan plan = this->plan_of("CSR<32>", inputs, passes);
    for (const int entries : {6000, 9000, 1, 0, 3000, 2990, 3010, 2000}) {
      inputs["A"] = this->matrix(10 + entries, entries);
      plan.bind("A", inputs["A"]);
      const TensorRef result = this->run(plan);
      this->expect_right(sum, inputs, result);
      const auto values =
          view_of<double, typename TypeParam::execution_space::memory_space>(
              result)
              .values();
      EXPECT_EQ(static_cast<std::int64_t>(values.extent(0)), result.num_values);
    }
  }
}

/// STRATA_REUSE=off, while it lives.
struct WithoutReuse {
  WithoutReuse() { setenv("STRATA_REUSE", "off", 1); }
  ~WithoutReuse() { unsetenv("STRATA_REUSE"); }
};

std::int64_t s_allocations = 0;

/// Allocations of one execution whose result nobody holds.
template <class F>
std::int64_t allocations_of(const F& run) {
  run();
  s_allocations = 0;
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](Kokkos_Profiling_SpaceHandle, const char*, const void*, std::uint64_t bytes) {
        s_allocations += bytes >= n * sizeof(double);
      });
  run();
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  return s_allocations;
}

TYPED_TEST(ResultMemory, NoneWhereTheEnvironmentSaysSo) {
  const Operands inputs{{"A", this->matrix(22)}, {"B", this->matrix(23)}};
  for (const Passes passes : {Passes::one, Passes::two}) {
    const Plan plan  = this->plan_of("CSR<32>", inputs, passes);
    const auto count = [&] { return allocations_of([&] { this->run(plan); }); };
    EXPECT_EQ(count(), 0) << "memory is not used again";
    const WithoutReuse off;
    EXPECT_GE(count(), 2) << "coordinates and values are new";
    this->expect_right(sum, inputs, this->run(plan));
  }
}

/// The product needs worklists, which are a plan's other memory.
TYPED_TEST(ResultMemory, NorOfWorklists) {
  constexpr const char* product = "R(i,k) = A(i,j) * B(j,k)";
  const Operands inputs{{"A", this->matrix(24)}, {"B", this->matrix(25)}};
  Operands all     = inputs;
  all["R"]         = declare_result(TensorFormat::parse("CSR<32>", 2), ScalarType::f64, {n, n});
  const Plan plan  = compile(this->m_exec, product, all);
  const auto count = [&] { return allocations_of([&] { this->run(plan); }); };
  const auto with  = count();
  const WithoutReuse off;
  EXPECT_GE(count(), with + 3) << "coordinates and values of the result, values of a worklist";
  this->expect_right(product, inputs, this->run(plan));
}

TYPED_TEST(ResultMemory, OfPhases) {
  Operands inputs{{"A", this->matrix(20)}, {"B", this->matrix(21)}};
  Plan plan = this->plan_of("DCSR<32>", inputs);
  for (int times = 0; times < 3; ++times) {
    plan.assemble(this->m_exec);
    const TensorRef held = times == 1 ? plan.result() : TensorRef();
    plan.compute(this->m_exec);
    this->m_exec.fence("Strata::test::result_memory");
    this->expect_right(sum, inputs, plan.result());
    this->expect_right(sum, inputs, this->run(plan));
  }
}

}  // namespace
