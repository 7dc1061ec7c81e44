// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of the C++ back end: the compiler, its errors, operands that overlap the
// result, re-binding. Every kernel that differs costs a run of the compiler.
#include <cstdlib>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_CxxBatch.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Strata::Testing::message_of;

using Host   = Kokkos::DefaultHostExecutionSpace;
using Vector = Kokkos::View<double*, Host>;

PlanOptions cxx() {
  PlanOptions options;
  options.backend = Backend::cxx;
  return options;
}

/// Sets an environment variable as long as it lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : m_name(name) {
    setenv(name, value, 1);
  }
  ~Environment() { unsetenv(m_name); }
  Environment(const Environment&)            = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* m_name;
};

Vector vector_of(std::initializer_list<double> values) {
  Vector view("Strata::test", values.size());
  Kokkos::fence("Strata::test");
  std::copy(values.begin(), values.end(), view.data());
  return view;
}

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(CxxBackend, RunsRebindsAndCopiesWhatOverlaps) {
  const Host exec;
  const Vector x = vector_of({1, 2, 3, 4}), y = vector_of({0, 0, 0, 0});
  Operands operands{{"y", ref(y)}, {"x", ref(x)}};
  const Plan plan = compile(exec, "y(i) = 2 * x(i)", operands, cxx());
  EXPECT_EQ(plan.num_launches(), 1);
  plan.execute(exec);
  exec.fence("Strata::test");
  EXPECT_EQ(y(3), 8);
  Plan rebound = plan;
  rebound.bind("x", ref(y));  // the result itself
  rebound.execute(exec);
  exec.fence("Strata::test");
  EXPECT_EQ(y(0), 4);
  EXPECT_EQ(y(3), 16);
  EXPECT_TRUE(
      compile(exec, "y(i) = 2 * x(i)", operands, cxx()).from_cache());
}

TEST(CxxBackend, ReadsOldContentsElsewhere) {
  const Host exec;
  const Vector y = vector_of({1, 2, 3});
  const Kokkos::View<double**, Kokkos::LayoutRight, Host> a("Strata::test", 3,
                                                            3);
  Kokkos::deep_copy(a, 1.0);
  compile(exec, "y(i) += A(i,j) * y(j)", {{"y", ref(y)}, {"A", ref(a)}}, cxx())
      .execute(exec);
  exec.fence("Strata::test");
  EXPECT_EQ(y(0), 7);
  EXPECT_EQ(y(2), 9);
}

/// 4 x 4, entries of value 1 + e at places e.
TensorRef matrix(const TensorFormat& format,
                 const std::vector<std::vector<std::int64_t>>& places) {
  std::vector<double> values;
  for (std::size_t e = 0; e < places.size(); ++e)
    values.push_back(1.0 + static_cast<double>(e));
  return ref(assemble<double>(Host(), format, {4, 4}, places, values));
}

TensorRef unmade(const char* format) {
  TensorRef result;
  result.format  = TensorFormat::parse(format);
  result.extents = {4, 4};
  result.levels.resize(2);
  return result;
}

/// A piece adds what it has summed, once.
TEST(CxxBackend, AddsToAScalarAtomically) {
  const Host exec;
  const Kokkos::View<double**, Kokkos::LayoutRight, Host> a("Strata::test", 3, 4);
  Kokkos::deep_copy(a, 2.0);
  const Kokkos::View<double, Host> s("Strata::test");
  PlanOptions options = cxx();
  options.race        = RaceStrategy::atomics;
  options.pieces      = 5;
  compile(exec, "s = sum(i, sum(j, A(i,j)))", {{"s", ref(s)}, {"A", ref(a)}}, options)
      .execute(exec);
  exec.fence("Strata::test");
  EXPECT_EQ(s(), 24);
}

TEST(CxxBackend, MakesSparseResults) {
  const Host exec;
  const TensorRef a = matrix(Formats::csr(), {{0, 1}, {2, 0}, {2, 3}});
  const TensorRef b = matrix(Formats::dcsr(), {{0, 1}, {3, 2}});
  const Plan plan   = compile(exec, "C(i,j) = A(i,j) - B(i,j)",
                              {{"C", unmade("CSR<32>")}, {"A", a}, {"B", b}},
                              cxx());
  plan.execute(exec);
  const TensorRef first = plan.result();
  plan.execute(exec);  // another tensor
  EXPECT_NE(plan.result().values, first.values);
  exec.fence("Strata::test");
  const SparseView<double, CSRFormat<std::uint32_t>, Kokkos::HostSpace> C(
      view_of<double, Kokkos::HostSpace>(first));
  ASSERT_EQ(C.nnz(), 4);
  EXPECT_EQ(C(0, 1), 0);  // stored, though it cancels
  EXPECT_EQ(C(2, 3), 3);
  EXPECT_EQ(C(3, 2), -2);
  EXPECT_EQ(C.positions<1>()(1), 1u);
  EXPECT_EQ(C.positions<1>()(2), 1u);
}

TEST(CxxBackend, AddsToASparseResult) {
  const Host exec;
  const TensorRef a = matrix(Formats::csr(), {{0, 1}, {2, 0}});
  TensorRef old     = matrix(Formats::csr(), {{0, 1}, {1, 1}});
  const Plan plan   = compile(exec, "C(i,j) += A(i,j)", {{"C", old}, {"A", a}},
                              cxx());
  plan.execute(exec);
  exec.fence("Strata::test");
  const auto C = view_of<double, Kokkos::HostSpace>(plan.result());
  EXPECT_EQ(C.nnz(), 3);
  EXPECT_EQ(C(0, 1), 2);
  EXPECT_EQ(C(1, 1), 2);
  EXPECT_EQ((view_of<double, Kokkos::HostSpace>(old)(0, 1)), 1);
}

TEST(CxxBackend, NamesASparseResultThatDoesNotFit) {
  const Host exec;
  constexpr std::int64_t extent = 300;
  std::vector<std::vector<std::int64_t>> places;
  for (std::int64_t i = 0; i < extent; ++i) places.push_back({i});
  const TensorRef a = ref(assemble<double>(
      exec, Formats::sparse_vector(), {extent}, places,
      std::vector<double>(static_cast<std::size_t>(extent), 1.0)));
  TensorRef c;
  c.format  = TensorFormat::parse("SparseVector<8, 16>");
  c.extents = {extent};
  c.levels.resize(1);
  const Plan plan = compile(exec, "c(i) = 2 * a(i)", {{"c", c}, {"a", a}}, cxx());
  const std::string text =
      message_of<IndexOverflow>([&] { plan.execute(exec); });
  EXPECT_TRUE(holds(text, "'c'")) << text;
  EXPECT_TRUE(holds(text, "300")) << text;
}

TEST(CxxBackend, BuildsABatch) {
  const Host exec;
  const Vector x = vector_of({1, 2}), y = vector_of({0, 0});
  const Operands operands{{"y", ref(y)}, {"x", ref(x)}};
  CxxBatch batch;
  const char* const notations[] = {"y(i) = 3 * x(i)", "y(i) = x(i) - 5"};
  for (const char* notation : notations)
    batch.add(exec, notation, operands, {});
  batch.add(exec, notations[0], operands, {});  // once is enough
  EXPECT_EQ(batch.sources(1).size(), 2u);
  EXPECT_EQ(batch.build(), 2);
  EXPECT_EQ(batch.build(), 0);
  for (const char* notation : notations) {
    const Plan plan = compile(exec, notation, operands, cxx());
    EXPECT_TRUE(plan.from_cache());
    plan.execute(exec);
  }
  exec.fence("Strata::test");
  EXPECT_EQ(y(1), -3);
}

TEST(CxxBackend, SaysWhatIsWrongWithTheCompiler) {
  const Host exec;
  const Vector x = vector_of({1}), y = vector_of({0});
  const Operands operands{{"y", ref(y)}, {"x", ref(x)}};
  const auto message = [&] {
    return message_of<CodegenError>(
        [&] { compile(exec, "y(i) = x(i) / 7", operands, cxx()); });
  };
  {
    const Environment none("STRATA_CXX", "strata-no-such-compiler -O2");
    const std::string text = message();
    EXPECT_TRUE(holds(text, "no C++ compiler 'strata-no-such-compiler'"))
        << text;
    EXPECT_TRUE(holds(text, "set STRATA_CXX")) << text;
  }
  {
    const Environment wrong("STRATA_CXXFLAGS", "-include no-such-header.hpp");
    const std::string text = message();
    EXPECT_TRUE(holds(text, "the C++ compiler failed:")) << text;
    EXPECT_TRUE(holds(text, "no-such-header.hpp")) << text;
  }
}

TEST(CxxBackend, RefusesInstrumentedKernels) {
  const Host exec;
  const Vector x = vector_of({1}), y = vector_of({0});
  const Operands operands{{"y", ref(y)}, {"x", ref(x)}};
  const auto refusal = [&](auto&& change) {
    PlanOptions options = cxx();
    change(options);
    return message_of<UnsupportedExpression>(
        [&] { compile(exec, "y(i) = x(i)", operands, options); });
  };
  EXPECT_TRUE(holds(refusal([](PlanOptions& o) { o.count_iterations = true; }),
                    "count_iterations"));
  EXPECT_TRUE(holds(refusal([](PlanOptions& o) { o.check_races = true; }),
                    "check_races"));
  EXPECT_TRUE(
      holds(refusal([](PlanOptions& o) { o.permute = 1; }), "permute"));
}

#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
TEST(CxxBackend, RefusesAnotherSpace) {
  const Vector x = vector_of({1}), y = vector_of({0});
  const Plan plan = compile(Kokkos::OpenMP(), "y(i) = 2 * x(i)",
                            {{"y", ref(y)}, {"x", ref(x)}}, cxx());
  EXPECT_TRUE(holds(message_of<UnsupportedExpression>(
                        [&] { plan.execute(Kokkos::Serial()); }),
                    "Kokkos::OpenMP"));
}
#endif

}  // namespace
