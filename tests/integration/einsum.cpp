// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum and plans on Kokkos Views: layouts, instances, overlap, re-binding,
// cache, strict sums.
#include <cstring>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_Error.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>

#include "Strata_RandomCase.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

CooData random_matrix(std::int64_t rows, std::int64_t columns, int percent, std::uint64_t seed,
                      ScalarType scalar = ScalarType::f64) {
  CooData data{scalar, {rows, columns}, {}, {}};
  Random random(seed);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      if (!random.chance(percent)) continue;
      // Not a multiple of 1/4: the order of additions shows in the last bits.
      data.add({i, j}, static_cast<double>(random.below(1'000'003)) / 999'983.0 - 0.4);
    }
  }
  return data;
}

template <class View>
void fill_view(const View& view, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = 0; i < view.extent(0); ++i) {
    if constexpr (View::rank() == 1) {
      view(i) = static_cast<double>(random.below(1'000'003)) / 999'983.0 - 0.6;
    } else {
      for (std::size_t j = 0; j < view.extent(1); ++j) {
        view(i, j) = static_cast<double>(random.below(1'000'003)) / 999'983.0 - 0.6;
      }
    }
  }
}

void expect_right(const char* notation, const Operands& inputs, const TensorRef& result) {
  const CheckReport report = check_result(notation, inputs, result);
  EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
}

template <class Space>
class Einsum : public testing::Test {
 protected:
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Einsum, TestSpaces);

// Coordinates in any order, with duplicates apart from each other, as another
// library may hand them over.
TYPED_TEST(Einsum, AddsDuplicatesOfUnorderedCoordinates) {
  using Exec = typename TypeParam::execution_space;
  const std::vector<std::uint32_t> rows = {2, 0, 2, 1, 0, 2}, columns = {1, 3, 0, 1, 3, 1};
  Kokkos::View<std::uint32_t*, Exec> positions("positions", 2), i("i", 6), j("j", 6);
  Kokkos::View<double*, Exec> values("values", 6), x("x", 4), y("y", 3);
  positions(1) = 6;
  for (int p = 0; p < 6; ++p) {
    i(p)      = rows[p];
    j(p)      = columns[p];
    values(p) = p + 1;
  }
  for (int k = 0; k < 4; ++k) x(k) = k + 1;
  const TensorFormat format = TensorFormat::parse(
      "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered)), "
      "posWidth = 32, crdWidth = 32");
  const TensorRef a       = ref(wrap(format, {3, 4}, {positions}, {i, j}, values));
  const double expected[] = {2 * 4 + 5 * 4, 4 * 2, 1 * 2 + 3 * 1 + 6 * 2};
  for (int pieces : {0, 1, 2, 7}) {
    PlanOptions options;
    options.pieces = pieces;
    compile(this->m_exec, "y(i) = A(i,j) * x(j)", {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}, options)
        .execute(this->m_exec);
    this->m_exec.fence("Strata::test::duplicates");
    for (int r = 0; r < 3; ++r) EXPECT_EQ(y(r), expected[r]) << "row " << r << ", pieces " << pieces;
  }
  // They are summed first, in a copy, where they do not add up.
  const Operands product  = {{"y", ref(y)}, {"A", a}, {"B", a}};
  const double squares[] = {49, 16, 58};
  compile(this->m_exec, "y(i) = A(i,j) * B(i,j)", product).execute(this->m_exec);
  this->m_exec.fence("Strata::test::duplicates");
  for (int r = 0; r < 3; ++r) EXPECT_EQ(y(r), squares[r]) << "row " << r;
}

TYPED_TEST(Einsum, RefusesTensorsWithoutValues) {
  Operands operands{
      {"A", make_tensor(this->m_exec, Formats::csr(), random_matrix(4, 5, 50, 3))},
      {"x", make_dense(this->m_exec, Formats::dense(1), ScalarType::f64, {5})},
      {"y", make_dense(this->m_exec, Formats::dense(1), ScalarType::f64, {4})}};
  for (const char* name : {"A", "x", "y"}) {
    Operands without     = operands;
    without[name].values = nullptr;
    const std::string text = message_of<FormatMismatch>(
        [&] { compile(this->m_exec, "y(i) = A(i,j) * x(j)", without).execute(this->m_exec); });
    expect_contains(text, std::string("'") + name + "': expected values of type f64");
    expect_contains(text, "none (null)");
  }
}

TYPED_TEST(Einsum, RefusesToAddToWhatIsOnlyDeclared) {
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), random_matrix(4, 5, 50, 3));
  const TensorRef A = declare_result(Formats::csr(), ScalarType::f64, {4, 5});
  const std::string text = message_of<FormatMismatch>([&] {
    compile(this->m_exec, "A(i,j) += B(i,j)", {{"A", A}, {"B", B}}).execute(this->m_exec);
  });
  expect_contains(text, "'A': expected positions of level 1");
  expect_contains(text, "assign to it with '='");
}

TYPED_TEST(Einsum, ReadsAndWritesViewsOfEveryLayout) {
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), random_matrix(40, 30, 20, 1));
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> C("C", 30, 6);
  Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> right("right", 40, 6);
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> left("left", 40, 6);
  Kokkos::View<double***, Kokkos::LayoutRight, Kokkos::HostSpace> cube("cube", 40, 3, 9);
  const auto strided = Kokkos::subview(cube, Kokkos::ALL, 1, Kokkos::make_pair(2, 8));
  fill_view(C, 2);
  const char* notation = "A(i,k) = B(i,j) * C(j,k)";
  einsum(this->m_exec, notation, right, B, C);
  einsum(this->m_exec, notation, left, B, C);
  einsum(this->m_exec, notation, strided, B, C);
  this->m_exec.fence("einsum");
  const Operands inputs{{"B", B}, {"C", ref(C)}};
  expect_right(notation, inputs, ref(right));
  expect_right(notation, inputs, ref(left));
  expect_right(notation, inputs, ref(strided));
  EXPECT_EQ(cube(0, 1, 1), 0.0);  // beside the sub-view
  EXPECT_EQ(cube(0, 1, 8), 0.0);
  EXPECT_EQ(cube(0, 0, 2), 0.0);
}

TYPED_TEST(Einsum, ScalarAndEmptyOperands) {
  Kokkos::View<double, Kokkos::HostSpace> sum("sum");
  Kokkos::View<double*, Kokkos::HostSpace> none("none", 0);
  Kokkos::View<double*, Kokkos::HostSpace> x("x", 100);
  fill_view(x, 3);
  einsum(this->m_exec, "s = x(i) * x(i)", sum, x);
  this->m_exec.fence("einsum");
  expect_right("s = x(i) * x(i)", {{"x", ref(x)}}, ref(sum));
  einsum(this->m_exec, "s = x(i) + x(i)", sum, none);
  this->m_exec.fence("einsum");
  EXPECT_EQ(sum(), 0.0);
}

TYPED_TEST(Einsum, RunsOnPartitionedInstances) {
  const auto instances = two_instances<TypeParam>();
  const TensorRef B = make_tensor(this->m_exec, Formats::csc(), random_matrix(300, 200, 5, 4));
  Kokkos::View<double*, Kokkos::HostSpace> x("x", 200), y("y", 300);
  fill_view(x, 5);
  fill_view(y, 6);
  Kokkos::View<double*, Kokkos::HostSpace> u("u", 300), v("v", 200);
  einsum(instances[0], "u(i) = B(i,j) * x(j)", u, B, x);
  einsum(instances[1], "v(j) = B(i,j) * y(i)", v, B, y);
  instances[0].fence("einsum");
  instances[1].fence("einsum");
  expect_right("u(i) = B(i,j) * x(j)", {{"B", B}, {"x", ref(x)}}, ref(u));
  expect_right("v(j) = B(i,j) * y(i)", {{"B", B}, {"y", ref(y)}}, ref(v));
}

/// Plain sums of one run with the given pieces, as bytes.
template <class ExecutionSpace>
std::vector<double> strict_result(const ExecutionSpace& exec, const char* notation,
                                  const Operands& inputs, std::int64_t extent, int pieces) {
  Kokkos::View<double*, Kokkos::HostSpace> y("y", extent);
  Operands all = inputs;
  all["y"]     = ref(y);
  PlanOptions options;
  options.strict = true;
  options.pieces = pieces;
  compile(exec, notation, all, options).execute(exec);
  exec.fence("einsum");
  return {y.data(), y.data() + extent};
}

TYPED_TEST(Einsum, StrictSumsAreBitwiseReproducible) {
  for (const char* format : {"CSR", "CSC", "COO", "DCSR"}) {
    const Operands inputs{
        {"B", make_tensor(this->m_exec, TensorFormat::parse(format, 2), random_matrix(120, 90, 25, 7))},
        {"x", make_tensor(this->m_exec, Formats::dense(1), [] {
           CooData x{ScalarType::f64, {90}, {}, {}};
           for (std::int64_t j = 0; j < 90; ++j) x.add({j}, 1.0 / static_cast<double>(j + 3));
           return x;
         }())}};
    const char* notation = "y(i) = B(i,j) * x(j)";
    const auto one       = strict_result(SerialSpace::make(), notation, inputs, 120, 1);
    for (int pieces : {0, 1, 2, 7}) {
      const auto many = strict_result(this->m_exec, notation, inputs, 120, pieces);
      EXPECT_EQ(0, std::memcmp(one.data(), many.data(), one.size() * sizeof(double)))
          << format << " in " << pieces << " pieces";
    }
  }
}

/// A result that overlaps an operand is right or refused, never silently wrong.
TYPED_TEST(Einsum, ResultsThatOverlapInputs) {
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), random_matrix(50, 50, 20, 8));
  for (const char* notation : {"y(i) = 2.0 * x(i)", "y(i) = B(i,j) * x(j)",
                               "y(i) = x(i) - B(i,j) * x(j)", "y(i) += B(i,j) * x(j)"}) {
    Kokkos::View<double*, Kokkos::HostSpace> x("x", 50), old("old", 50);
    fill_view(x, 9);
    Kokkos::deep_copy(this->m_exec, old, x);
    this->m_exec.fence("einsum");
    Operands all{{"y", ref(x)}, {"x", ref(x)}}, inputs{{"y", ref(old)}, {"x", ref(old)}};
    if (std::strchr(notation, 'B')) all["B"] = inputs["B"] = B;
    try {
      compile(this->m_exec, notation, all).execute(this->m_exec);
      this->m_exec.fence("einsum");
      expect_right(notation, inputs, ref(x));
    } catch (const UnsupportedExpression& e) {
      EXPECT_NE(std::string(e.what()), "");
      EXPECT_EQ(x(7), old(7)) << "changed before it was refused";
    }
  }
}

TYPED_TEST(Einsum, PartlyOverlappingViews) {
  Kokkos::View<double*, Kokkos::HostSpace> buffer("buffer", 41), old("old", 41);
  fill_view(buffer, 10);
  Kokkos::deep_copy(this->m_exec, old, buffer);
  this->m_exec.fence("einsum");
  const auto low  = Kokkos::subview(buffer, Kokkos::make_pair(0, 40));
  const auto high = Kokkos::subview(buffer, Kokkos::make_pair(1, 41));
  try {
    einsum(this->m_exec, "y(i) = 3.0 * x(i)", high, low);
    this->m_exec.fence("einsum");
    expect_right("y(i) = 3.0 * x(i)", {{"x", ref(Kokkos::subview(old, Kokkos::make_pair(0, 40)))}},
                 ref(high));
  } catch (const UnsupportedExpression&) {
    EXPECT_EQ(buffer(40), old(40));
  }
}

TYPED_TEST(Einsum, BindsNewDataToAPlan) {
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), random_matrix(60, 60, 10, 11));
  const TensorRef D = make_tensor(this->m_exec, Formats::csr(), random_matrix(60, 60, 30, 12));
  Kokkos::View<double*, Kokkos::HostSpace> x("x", 60), y("y", 60), z("z", 60), longer("longer", 61);
  fill_view(x, 13);
  Plan plan = compile(this->m_exec, "y(i) = B(i,j) * x(j)", {{"y", ref(y)}, {"B", B}, {"x", ref(x)}});
  plan.execute(this->m_exec);
  plan.bind("B", D);
  plan.bind("y", ref(z));
  plan.execute(this->m_exec);
  this->m_exec.fence("einsum");
  expect_right("y(i) = B(i,j) * x(j)", {{"B", B}, {"x", ref(x)}}, ref(y));
  expect_right("y(i) = B(i,j) * x(j)", {{"B", D}, {"x", ref(x)}}, ref(z));
  EXPECT_THROW(plan.bind("x", ref(longer)), ShapeMismatch);
  EXPECT_THROW(plan.bind("B", make_tensor(this->m_exec, Formats::csc(), random_matrix(60, 60, 10, 1))),
               FormatMismatch);
}

TYPED_TEST(Einsum, FindsKernelsInTheCache) {
  const char* notation = "y(i) = 0.125 * B(i,j) * x(j) - 7.5 * x(i)";  // used nowhere else
  Kokkos::View<double*, Kokkos::HostSpace> x("x", 20), y("y", 20);
  Operands all{{"y", ref(y)},
               {"B", make_tensor(this->m_exec, Formats::dcsr(), random_matrix(20, 20, 30, 14))},
               {"x", ref(x)}};
  PlanOptions fresh;
  fresh.use_cache = false;
  EXPECT_FALSE(compile(this->m_exec, notation, all, fresh).from_cache());
  compile(this->m_exec, notation, all);
  const Plan second = compile(this->m_exec, notation, all);
  EXPECT_TRUE(second.from_cache());
  EXPECT_EQ(second.compile_ms(), 0.0);
  PlanOptions strict;
  strict.strict          = true;
  const Plan other_build = compile(this->m_exec, notation, all, strict);
  other_build.execute(this->m_exec);
  this->m_exec.fence("einsum");
  all.erase("y");
  expect_right(notation, all, ref(y));
}

TYPED_TEST(Einsum, ReportsWhatIsWrong) {
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), random_matrix(5, 6, 50, 15));
  Kokkos::View<double*, Kokkos::HostSpace> y("y", 5), x("x", 6), five("five", 5);
  EXPECT_THROW(einsum(this->m_exec, "y(i) = B(i,j) * x(j)", y, B), ShapeMismatch);
  EXPECT_THROW(einsum(this->m_exec, "y(i) = B(i,j) * x(j)", y, B, five), ShapeMismatch);
  EXPECT_THROW(einsum(this->m_exec, "y(i) = B(i,j) * x(j", y, B, x), ParseError);
  EXPECT_THROW(einsum(this->m_exec, "y(i) = B(i,j) * x(j)",
                      Kokkos::View<const double*, Kokkos::HostSpace>(y), B, x),
               Error);
}

}  // namespace
