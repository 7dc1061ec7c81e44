// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16 and bf16 through the whole pipeline: computed and added up in f32, rounded
// once, to the same bits by both back ends.
#include <cstring>
#include <limits>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_CxxBatch.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_TestSpaces.hpp>

#include "Strata_RandomCase.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t rows = 37, columns = 45, width = 3;

double draw(Random& random) {
  return static_cast<double>(random.below(2'000'003)) / 999'983.0 - 1;
}

CooData random_matrix(ScalarType scalar, std::uint64_t seed) {
  CooData data{scalar, {rows, columns}, {}, {}};
  Random random(seed);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if (random.chance(30)) data.add({i, j}, draw(random));
  return data;
}

template <class View>
View filled(View view, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t n = 0; n < view.size(); ++n)
    view.data()[n] = typename View::value_type(draw(random));
  return view;
}

/// Operands and, by the definition, results.
template <class T>
struct Problem {
  using Vector = Kokkos::View<T*, Kokkos::HostSpace>;
  using Matrix = Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace>;

  CooData a = random_matrix(scalar_type_of_v<T>, 1), b = random_matrix(scalar_type_of_v<T>, 2);
  Vector x = filled(Vector("x", columns), 3), y = Vector("y", rows), old = Vector("old", rows);
  Matrix X = filled(Matrix("X", columns, width), 4), Y = Matrix("Y", rows, width),
         S = Matrix("S", rows, columns);
  Kokkos::View<T, Kokkos::HostSpace> dot{"dot"};

  Problem() { filled(old, 5); }

  static float value(const CooData& m, std::int64_t n) {
    return static_cast<const T*>(static_cast<const void*>(m.values.data()))[n];
  }
  Vector spmv(const Vector& start) const {
    std::vector<float> sum(rows, 0.0f);
    for (std::int64_t n = 0; n < a.size(); ++n)
      sum[a.coordinate(n)[0]] += value(a, n) * x(a.coordinate(n)[1]);
    Vector result("result", rows);
    for (std::int64_t i = 0; i < rows; ++i) result(i) = T(start(i) + sum[i]);
    return result;
  }
  Matrix spmm() const {
    std::vector<float> sum(rows * width, 0.0f);
    for (std::int64_t n = 0; n < a.size(); ++n)
      for (std::int64_t k = 0; k < width; ++k)
        sum[a.coordinate(n)[0] * width + k] += value(a, n) * X(a.coordinate(n)[1], k);
    Matrix result("result", rows, width);
    for (std::size_t n = 0; n < sum.size(); ++n) result.data()[n] = T(sum[n]);
    return result;
  }
  Matrix add() const {
    std::vector<float> sum(rows * columns, 0.0f);
    for (const CooData* m : {&a, &b})
      for (std::int64_t n = 0; n < m->size(); ++n)
        sum[m->coordinate(n)[0] * columns + m->coordinate(n)[1]] += value(*m, n);
    Matrix result("result", rows, columns);
    for (std::size_t n = 0; n < sum.size(); ++n) result.data()[n] = T(sum[n]);
    return result;
  }
};

template <class View>
void expect_same_bits(const View& got, const View& expected) {
  int different = 0;
  for (std::size_t n = 0; n < got.size(); ++n)
    different += got.data()[n].bits() != expected.data()[n].bits();
  EXPECT_EQ(different, 0) << "of " << got.size();
}

template <class View>
View copy_of(const View& view) {
  View copy("copy", view.layout());
  Kokkos::deep_copy(copy, view);
  return copy;
}

/// A statement, its operands and what reads its result.
struct Statement {
  const char* notation;
  Operands operands;
};

template <class Space>
class HalfEinsum : public testing::Test {
 protected:
  using Exec = typename Space::execution_space;
  Exec m_exec = Space::make();

  template <class T>
  std::vector<Statement> statements(const Problem<T>& p) const {
    const TensorRef csr = make_tensor(m_exec, Formats::csr(), p.a);
    const TensorRef csc = make_tensor(m_exec, Formats::csc(), p.a);
    const TensorRef b   = make_tensor(m_exec, Formats::csr(), p.b);
    return {{"y(i) = A(i,j) * x(j)", {{"y", ref(p.y)}, {"A", csr}, {"x", ref(p.x)}}},
            {"y(i) += A(i,j) * x(j)", {{"y", ref(p.y)}, {"A", csr}, {"x", ref(p.x)}}},
            {"y(i) = A(i,j) * x(j)", {{"y", ref(p.y)}, {"A", csc}, {"x", ref(p.x)}}},
            {"Y(i,k) = A(i,j) * X(j,k)", {{"Y", ref(p.Y)}, {"A", csr}, {"X", ref(p.X)}}},
            {"S(i,j) = A(i,j) + B(i,j)", {{"S", ref(p.S)}, {"A", csr}, {"B", b}}},
            {"d = A(i,j) * B(i,j)", {{"d", ref(p.dot)}, {"A", csr}, {"B", b}}}};
  }

  void run(const Statement& s, const PlanOptions& options) const {
    compile(m_exec, s.notation, s.operands, options).execute(m_exec);
    m_exec.fence("Strata::test");
  }

  /// All statements, strict, to the bits of the definition; those of d.
  template <class T>
  std::uint16_t expect_definition(const Problem<T>& p, PlanOptions options) {
    options.strict = true;
    const auto all = statements(p);
    const typename Problem<T>::Vector zero("zero", rows);
    run(all[0], options);
    expect_same_bits(p.y, p.spmv(zero));
    Kokkos::deep_copy(p.y, p.old);
    run(all[1], options);
    expect_same_bits(p.y, p.spmv(p.old));
    run(all[2], options);
    expect_same_bits(p.y, p.spmv(zero));
    run(all[3], options);
    expect_same_bits(p.Y, p.spmm());
    run(all[4], options);
    expect_same_bits(p.S, p.add());
    run(all[5], options);
    const Operands inputs = {{"A", all[5].operands.at("A")}, {"B", all[5].operands.at("B")}};
    const auto report     = check_result(all[5].notation, inputs, ref(p.dot));
    EXPECT_TRUE(report.passed()) << report.to_string();
    return p.dot().bits();
  }

  template <class T>
  void expect_same_from_both_back_ends() {
    const Problem<T> p;
    PlanOptions options;
    const std::uint16_t dot = expect_definition(p, options);
    options.backend = Backend::cxx;
    options.strict  = true;
    CxxBatch batch;
    for (const Statement& s : statements(p)) batch.add(m_exec, s.notation, s.operands, options);
    batch.build();  // in one go
    EXPECT_EQ(expect_definition(p, options), dot);
  }
};
TYPED_TEST_SUITE(HalfEinsum, TestSpaces);

TYPED_TEST(HalfEinsum, BothBackEndsGiveTheBitsOfTheDefinitionF16) {
  this->template expect_same_from_both_back_ends<half_t>();
}

TYPED_TEST(HalfEinsum, BothBackEndsGiveTheBitsOfTheDefinitionBf16) {
  this->template expect_same_from_both_back_ends<bhalf_t>();
}

// Sums in any order and by any race strategy: the dense evaluation's, to a step.
TYPED_TEST(HalfEinsum, EveryRaceStrategyAddsUpInF32) {
  const Problem<half_t> p;
  for (const auto race : {RaceStrategy::automatic, RaceStrategy::none, RaceStrategy::atomics,
                          RaceStrategy::privatize})
    for (const Statement& s : this->statements(p)) {
      PlanOptions options;
      options.race   = race;
      options.pieces = 5;
      Operands inputs = s.operands;
      const std::string result(s.notation, 1);
      inputs.erase(result);
      const auto old = copy_of(p.y);
      if (std::string_view(s.notation).find("+=") != std::string_view::npos)
        inputs[result] = ref(old);
      this->run(s, options);
      const auto report = check_result(s.notation, inputs, s.operands.at(result));
      EXPECT_TRUE(report.passed()) << s.notation << ": " << report.to_string();
    }
}

// 2049 is no f16: a sum that were rounded on its way would stay at 2048.
TYPED_TEST(HalfEinsum, LongSumsAreNotRoundedOnTheWay) {
  constexpr int n = 5000;
  Kokkos::View<half_t*, Kokkos::HostSpace> x("x", n), y("y", 1);
  Kokkos::deep_copy(x, half_t(1.0f));
  CooData ones{ScalarType::f16, {1, n}, {}, {}};
  for (int j = 0; j < n; ++j) ones.add({0, j}, 1.0);
  for (const char* format : {"CSR", "CSC", "COO", "DCSC"})
    for (const auto race : {RaceStrategy::none, RaceStrategy::atomics, RaceStrategy::privatize}) {
      const TensorRef a = make_tensor(this->m_exec, TensorFormat::parse(format, 2), ones);
      PlanOptions options;
      options.race   = race;
      options.pieces = 7;
      this->run({"y(i) = A(i,j) * x(j)", {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}}, options);
      EXPECT_EQ(static_cast<float>(y(0)), 5000.0f) << format;
    }
}

// The same as the conversions of Strata_Half.hpp, which is exact on its own test.
TYPED_TEST(HalfEinsum, KernelsConvertEveryNumberAsTheLibraryDoes) {
  constexpr int n = 0x10000;
  Kokkos::View<half_t*, Kokkos::HostSpace> h("h", n), back("back", n);
  Kokkos::View<bhalf_t*, Kokkos::HostSpace> b("b", n), from_half("from_half", n);
  Kokkos::View<float*, Kokkos::HostSpace> f("f", n);
  Kokkos::View<double*, Kokkos::HostSpace> d("d", n);
  for (int i = 0; i < n; ++i) {
    h(i) = half_t::from_bits(static_cast<std::uint16_t>(i));
    b(i) = bhalf_t::from_bits(static_cast<std::uint16_t>(i));
    // Around the middle between neighbours.
    const double next = static_cast<float>(half_t::from_bits(static_cast<std::uint16_t>(i ^ 1)));
    d(i) = (static_cast<float>(h(i)) + next) / 2 * (1 + 0x1p-50 * (i % 3 - 1));
  }
  const auto same = [](auto x, auto y) {
    return x.bits() == y.bits() || (x != x && y != y);
  };
  einsum(this->m_exec, "f(i) = h(i)", f, h);
  einsum(this->m_exec, "back(i) = d(i)", back, d);
  einsum(this->m_exec, "out(i) = h(i)", from_half, h);
  this->m_exec.fence("Strata::test");
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(f(i) == static_cast<float>(h(i)) || h(i) != h(i)) << i;
    EXPECT_TRUE(same(back(i), half_t(d(i)))) << d(i);
    EXPECT_TRUE(same(from_half(i), bhalf_t(static_cast<float>(h(i))))) << i;
  }
  einsum(this->m_exec, "f(i) = b(i)", f, b);
  einsum(this->m_exec, "back(i) = f(i)", back, f);
  this->m_exec.fence("Strata::test");
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(f(i) == static_cast<float>(b(i)) || b(i) != b(i)) << i;
    EXPECT_TRUE(same(back(i), half_t(f(i)))) << f(i);
  }
}

TYPED_TEST(HalfEinsum, IntegersAndCastsRoundOnce) {
  const std::int64_t above = (std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1;
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> i("i", 4);
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> u("u", 4);
  Kokkos::View<bhalf_t*, Kokkos::HostSpace> b("b", 4);
  Kokkos::View<float*, Kokkos::HostSpace> f("f", 4);
  const std::int64_t numbers[] = {above, -above, 2049, -(std::int64_t{1} << 53) - 1};
  for (int n = 0; n < 4; ++n) {
    i(n) = numbers[n];
    u(n) = static_cast<std::uint64_t>(numbers[n]);
  }
  einsum(this->m_exec, "b(n) = i(n)", b, i);
  this->m_exec.fence("Strata::test");
  for (int n = 0; n < 4; ++n) EXPECT_EQ(b(n).bits(), bhalf_t(i(n)).bits()) << i(n);
  einsum(this->m_exec, "b(n) = u(n)", b, u);
  einsum(this->m_exec, "f(n) = cast_f16(i(n)) + 0.5", f, i);
  this->m_exec.fence("Strata::test");
  for (int n = 0; n < 4; ++n) EXPECT_EQ(b(n).bits(), bhalf_t(u(n)).bits()) << u(n);
  EXPECT_EQ(f(2), 2048.5f);
  EXPECT_EQ(f(0), std::numeric_limits<float>::infinity());
}

}  // namespace
