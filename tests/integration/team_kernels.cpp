// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emitted functions that teams of a kernel call, against the dense evaluator: in teams
// of one and two threads, alone and many at a time.
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Core.hpp>
#include <Strata_KernelOperands.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <add_to.hpp>
#include <bool_columns.hpp>
#include <columns.hpp>
#include <coo_spmv.hpp>
#include <fixed_sum.hpp>
#include <half_columns.hpp>
#include <merge_vectors.hpp>
#include <mttkrp.hpp>
#include <sampled_sum.hpp>
#include <spmm.hpp>
#include <spmv.hpp>
#include <strict_spmv.hpp>
#include <transposed.hpp>
#include <union_of_compressed.hpp>
#include <union_of_two.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

using Vector = Kokkos::View<double*, Kokkos::HostSpace>;
using Matrix = Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace>;

/// Small integers, so that the order of sums does not show.
template <class View>
View numbered(const std::string& label, auto... extents) {
  const View view(label, extents...);
  for (std::size_t e = 0; e < view.span(); ++e)
    view.data()[e] = typename View::value_type(static_cast<float>(1 + e % 7));
  return view;
}

template <class Format, class Scalar = double>
using Sparse = SparseView<Scalar, Format, Kokkos::HostSpace>;

template <class Format, class Scalar = double>
Sparse<Format, Scalar> stored(const CooData& data) {
  return sparse_operand<Scalar, Format>(
      make_tensor(Kokkos::DefaultHostExecutionSpace(), Format::dynamic(), data));
}

/// Entries at places that are scattered, and none in some rows.
template <class Format, class Scalar = double>
Sparse<Format, Scalar> scattered(const std::vector<std::int64_t>& extents, int seed = 1) {
  CooData data{scalar_type_of_v<Scalar>, extents, {}, {}};
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  for (std::int64_t n = 0; n < size; ++n) {
    std::vector<std::int64_t> place;
    std::int64_t rest = n;
    for (const std::int64_t extent : extents) {
      place.push_back(rest % extent);
      rest /= extent;
    }
    if ((n * 7 + seed) % 3 == 0 && place[0] % 5 != seed % 5)
      data.add(place, static_cast<double>(1 + n % 5));
  }
  return stored<Format, Scalar>(data);
}

template <class Space>
class TeamKernels : public testing::Test {
 protected:
  using Exec = typename Space::execution_space;

  /// Sizes of teams that the space has.
  std::vector<int> sizes() const {
    return m_exec.concurrency() < 2 ? std::vector<int>{1} : std::vector<int>{1, 2};
  }

  /// Calls call(team, level) in `league` teams with `bytes` of scratch memory each.
  template <class Call>
  void in_teams(int league, int threads, std::size_t bytes, const Call& call) const {
    using Policy    = Kokkos::TeamPolicy<Exec>;
    const int level = scratch_level(bytes);
    Policy policy(m_exec, league, threads);
    policy.set_scratch_size(level, Kokkos::PerTeam(bytes));
    int found = 0;
    Kokkos::parallel_reduce(
        "Strata::test::teams", policy,
        KOKKOS_LAMBDA(const typename Policy::member_type& team, int& most) {
          call(team, level);
          most = team.team_size();
        },
        Kokkos::Max<int>(found));
    m_exec.fence("Strata::test");
    EXPECT_EQ(found, threads);
  }

  static void expect(const char* notation, const Operands& inputs, const TensorRef& result) {
    const CheckReport report = check_result(notation, inputs, result);
    EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
    EXPECT_GT(report.compared, 0) << notation;
  }

  Exec m_exec = Space::make();
};
TYPED_TEST_SUITE(TeamKernels, TestSpaces);

/// Runs a function of Strata::Team in one team of every size and compares `result`,
/// which is -1 before.
#define STRATA_EXPECT_IN_TEAM(function, notation, inputs, result, ...)                        \
  for (const int threads : this->sizes()) {                                                   \
    Kokkos::deep_copy(result, typename decltype(result)::value_type(-1.0f));                  \
    const std::size_t bytes = Team::function##_scratch_bytes<typename TestFixture::Exec>(     \
        threads, result, __VA_ARGS__);                                                        \
    this->in_teams(1, threads, bytes, [=](const auto& team, int level) {                      \
      Team::function(team, result, __VA_ARGS__, level);                                       \
    });                                                                                       \
    this->expect(notation, inputs, ref(result));                                              \
  }

TYPED_TEST(TeamKernels, Rows) {
  const auto A = scattered<CSRFormat<>>({37, 40});
  const auto x = numbered<Vector>("x", 40), y = numbered<Vector>("y", 37);
  const Operands inputs{{"A", ref(A)}, {"x", ref(x)}};
  const char* notation = "y(i) = A(i,j) * x(j)";
  STRATA_EXPECT_IN_TEAM(spmv, notation, inputs, y, A, x);
  STRATA_EXPECT_IN_TEAM(strict_spmv, notation, inputs, y, A, x);
  const auto A32 = scattered<CSRFormat<std::uint32_t>>({20, 16});
  const auto B = numbered<Matrix>("B", 16, 5), C = numbered<Matrix>("C", 20, 5);
  const Operands factors{{"A", ref(A32)}, {"B", ref(B)}};
  STRATA_EXPECT_IN_TEAM(spmm, "C(i,j) = A(i,k) * B(k,j)", factors, C, A32, B);
}

TYPED_TEST(TeamKernels, PiecesAndWorkspaces) {
  const auto B = scattered<CSFFormat<3, std::uint32_t>>({12, 7, 9});
  const auto A = numbered<Matrix>("A", 12, 4);
  const auto C = numbered<Matrix>("C", 7, 4), D = numbered<Matrix>("D", 9, 4);
  const Operands inputs{{"B", ref(B)}, {"C", ref(C)}, {"D", ref(D)}};
  STRATA_EXPECT_IN_TEAM(mttkrp, "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", inputs, A, B, C, D);
}

TYPED_TEST(TeamKernels, Unions) {
  const auto A = scattered<DCSRFormat<>>({23, 14}, 1);
  const auto B = scattered<CSRFormat<>>({23, 14}, 2);
  const auto compressed = scattered<DCSRFormat<std::uint32_t>>({23, 14}, 3);
  const auto C          = numbered<Matrix>("C", 23, 14);
  const char* notation  = "C(i,j) = A(i,j) + B(i,j)";
  const Operands inputs{{"A", ref(A)}, {"B", ref(B)}};
  STRATA_EXPECT_IN_TEAM(union_of_two, notation, inputs, C, A, B);
  const Operands both{{"A", ref(A)}, {"B", ref(compressed)}};
  STRATA_EXPECT_IN_TEAM(union_of_compressed, notation, both, C, A, compressed);
  const auto a = scattered<SparseVectorFormat<>>({90}, 1);
  const auto b = scattered<SparseVectorFormat<std::uint32_t>>({90}, 2);
  const auto c = numbered<Vector>("c", 90);
  const Operands vectors{{"a", ref(a)}, {"b", ref(b)}};
  STRATA_EXPECT_IN_TEAM(merge_vectors, "c(i) = a(i) + b(i)", vectors, c, a, b);
}

TYPED_TEST(TeamKernels, Coordinates) {
  const auto A = scattered<COOFormat<2>>({31, 17});
  const auto x = numbered<Vector>("x", 17), y = numbered<Vector>("y", 31);
  const Operands inputs{{"A", ref(A)}, {"x", ref(x)}};
  STRATA_EXPECT_IN_TEAM(coo_spmv, "y(i) = A(i,j) * x(j)", inputs, y, A, x);
}

TYPED_TEST(TeamKernels, SumsIntoOneNumber) {
  const auto A = scattered<CSRFormat<>>({15, 11});
  const auto B = numbered<Matrix>("B", 15, 3), C = numbered<Matrix>("C", 3, 11);
  const Kokkos::View<double, Kokkos::HostSpace> s("s");
  const Operands inputs{{"A", ref(A)}, {"B", ref(B)}, {"C", ref(C)}};
  STRATA_EXPECT_IN_TEAM(sampled_sum, "s = A(i,j) * B(i,k) * C(k,j)", inputs, s, A, B, C);
  const auto doubly = scattered<DCSRFormat<>>({15, 11});
  const auto full   = numbered<Matrix>("B", 15, 11);
  const Operands two{{"A", ref(doubly)}, {"B", ref(full)}};
  STRATA_EXPECT_IN_TEAM(fixed_sum, "s = A(i,j) * B(i,j)", two, s, doubly, full);
}

TYPED_TEST(TeamKernels, ResultsThatScatter) {
  const auto A = scattered<CSRFormat<>>({26, 19});
  const auto x = numbered<Vector>("x", 26), y = numbered<Vector>("y", 19);
  const Operands inputs{{"A", ref(A)}, {"x", ref(x)}};
  STRATA_EXPECT_IN_TEAM(columns, "y(j) = A(i,j) * x(i)", inputs, y, A, x);
  const auto mask = scattered<DCSRFormat<>, bool>({26, 19});
  const Kokkos::View<bool*, Kokkos::HostSpace> any("any", 19);
  const Operands masks{{"A", ref(mask)}};
  STRATA_EXPECT_IN_TEAM(bool_columns, "y(j) = reduce_or(i, A(i,j))", masks, any, mask);
  using Half      = Kokkos::View<bhalf_t*, Kokkos::HostSpace>;
  const auto half = scattered<CSRFormat<>, bhalf_t>({26, 19});
  const auto h = numbered<Half>("x", 26), sums = numbered<Half>("y", 19);
  const Operands halves{{"A", ref(half)}, {"x", ref(h)}};
  STRATA_EXPECT_IN_TEAM(half_columns, "y(j) = A(i,j) * x(i)", halves, sums, half, h);
}

TYPED_TEST(TeamKernels, StridedResult) {
  const auto A = scattered<DCSCFormat<>>({8, 21});
  const Kokkos::View<double***, Kokkos::LayoutRight, Kokkos::HostSpace> all("all", 21, 3, 8);
  Kokkos::deep_copy(all, 5.0);
  const auto C = Kokkos::subview(all, Kokkos::ALL, 1, Kokkos::ALL);
  const Operands inputs{{"A", ref(A)}};
  STRATA_EXPECT_IN_TEAM(transposed, "C(j,i) = 2 * A(i,j)", inputs, C, A);
  for (int j = 0; j < 21; ++j) EXPECT_EQ(all(j, 0, 3), 5.0) << "beside the result";
}

/// A batch: each team has a part of the vectors, adds to it, and calls two functions
/// one after the other that take the same scratch memory.
TYPED_TEST(TeamKernels, BatchOfCalls) {
  using Exec         = typename TestFixture::Exec;
  constexpr int many = 9;
  const auto A       = scattered<COOFormat<2>>({13, 13});
  const auto B       = scattered<CSRFormat<>>({13, 13}, 2);
  const auto X = numbered<Matrix>("X", 13, many), Y = numbered<Matrix>("Y", 13, many);
  for (const int threads : this->sizes()) {
    const auto x0 = Kokkos::subview(X, Kokkos::ALL, 0), y0 = Kokkos::subview(Y, Kokkos::ALL, 0);
    const std::size_t bytes = Team::coo_spmv_scratch_bytes<Exec>(threads, y0, A, x0);
    this->in_teams(many, threads, bytes, [=](const auto& team, int level) {
      const auto x = Kokkos::subview(X, Kokkos::ALL, team.league_rank());
      const auto y = Kokkos::subview(Y, Kokkos::ALL, team.league_rank());
      for (int again = 0; again < 3; ++again) Team::coo_spmv(team, y, A, x, level);
      Team::add_to(team, y, B, x);
    });
    for (int b = 0; b < many; ++b) {
      const auto x = Kokkos::subview(X, Kokkos::ALL, b), y = Kokkos::subview(Y, Kokkos::ALL, b);
      this->expect("y(i) = A(i,j) * x(j) + B(i,j) * x(j)",
                   {{"A", ref(A)}, {"B", ref(B)}, {"x", ref(x)}}, ref(y));
    }
  }
}

/// What one call leaves in the scratch memory of its team is an operand of the next.
TYPED_TEST(TeamKernels, OperandsInScratchMemory) {
  using Exec   = typename TestFixture::Exec;
  const auto A = scattered<CSRFormat<>>({13, 13});
  const auto x = numbered<Vector>("x", 13), z = numbered<Vector>("z", 13);
  for (const int threads : this->sizes()) {
    this->in_teams(1, threads, scratch_bytes<double*, Exec>(13), [=](const auto& team, int level) {
      const Scratch<double*, Exec> y(team.team_scratch(level), 13);
      Team::spmv(team, y, A, x);
      Team::spmv(team, z, A, y);
    });
    this->expect("z(i) = sum(k, A(i,k) * sum(j, A(k,j) * x(j)))", {{"A", ref(A)}, {"x", ref(x)}}, ref(z));
  }
}

/// No entries, no rows.
TYPED_TEST(TeamKernels, NothingStored) {
  using Exec = typename TestFixture::Exec;
  const auto none = stored<COOFormat<2>>(CooData{ScalarType::f64, {4, 6}, {}, {}});
  const auto x = numbered<Vector>("x", 6), y = numbered<Vector>("y", 4);
  const Operands inputs{{"A", ref(none)}, {"x", ref(x)}};
  STRATA_EXPECT_IN_TEAM(coo_spmv, "y(i) = A(i,j) * x(j)", inputs, y, none, x);
  const Vector nothing("y", 0);
  const auto flat = stored<CSRFormat<>>(CooData{ScalarType::f64, {0, 6}, {}, {}});
  EXPECT_EQ(Team::spmv_scratch_bytes<Exec>(2, nothing, flat, x), 0u);
  this->in_teams(2, 1, 0, [=](const auto& team, int) { Team::spmv(team, nothing, flat, x); });
}

/// Bytes for more threads are more; extents that differ are found on the host.
TYPED_TEST(TeamKernels, AsksForScratchMemory) {
  using Exec   = typename TestFixture::Exec;
  const auto B = scattered<CSFFormat<3, std::uint32_t>>({12, 7, 9});
  const auto A = numbered<Matrix>("A", 12, 4);
  const auto C = numbered<Matrix>("C", 7, 4), D = numbered<Matrix>("D", 9, 4);
  const auto bytes = [&](int threads) {
    return Team::mttkrp_scratch_bytes<Exec>(threads, A, B, C, D);
  };
  // A row of sums for each thread, and a cut more than there are threads.
  EXPECT_GE(bytes(1), (4 + 2) * sizeof(double));
  EXPECT_GE(bytes(8), (8 * 4 + 9) * sizeof(double));
  EXPECT_LE(bytes(8), (8 * 4 + 9) * sizeof(double) + 64);
  const auto wrong = numbered<Matrix>("D", 8, 4);
  const std::string what = message_of<ShapeMismatch>(
      [&] { Team::mttkrp_scratch_bytes<Exec>(1, A, B, C, wrong); });
  for (const char* part : {"mttkrp", "D", "8", "9"})
    EXPECT_NE(what.find(part), std::string::npos) << part << " in " << what;
}

}  // namespace
