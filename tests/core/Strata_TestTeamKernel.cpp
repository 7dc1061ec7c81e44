// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TeamKernel.hpp>

#include <Strata_Assemble.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(TeamKernel);

/// Calls call(team) in one team of so many threads, at most those of the space.
template <class ExecutionSpace, class Call>
void in_team(const ExecutionSpace& exec, int threads, std::size_t bytes, const Call& call) {
  Kokkos::parallel_for(
      "Strata::test",
      team_policy(exec, 1, threads, 1).set_scratch_size(0, Kokkos::PerTeam(bytes)),
      KOKKOS_LAMBDA(const TeamMember<ExecutionSpace>& team) { call(team); });
  exec.fence("Strata::test");
}

using Cuts = Kokkos::View<std::uint64_t**, Kokkos::HostSpace>;

/// First coordinates of the pieces.
template <class ExecutionSpace, class... Tensors>
std::vector<std::uint64_t> cut(const ExecutionSpace& exec, int pieces, std::int64_t extent,
                               bool visits_all, const Tensors&... tensors) {
  std::vector<std::uint64_t> out;
  for (const int threads : {1, 2}) {
    const Cuts cuts("Strata::test", pieces + 1, 2);
    Kokkos::deep_copy(cuts, 77);
    in_team(exec, threads, 0, [=](const auto& team) {
      partition_in_team(team, cuts, extent, visits_all, tensors...);
    });
    std::vector<std::uint64_t> found;
    for (int p = 0; p <= pieces; ++p) {
      found.push_back(cuts(p, 0));
      EXPECT_EQ(cuts(p, 1), 0u) << "of a variable that is not cut";
    }
    EXPECT_TRUE(out.empty() || out == found) << "depends on the number of threads";
    out = found;
  }
  return out;
}

template <class Format>
SparseView<double, Format, Kokkos::HostSpace> ones(
    const std::vector<std::int64_t>& extents,
    const std::vector<std::vector<std::int64_t>>& places) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto made = assemble<double>(exec, Format::dynamic(), extents, places,
                                     std::vector<double>(places.size(), 1.0));
  exec.fence("Strata::test");
  return SparseView<double, Format, Kokkos::HostSpace>(made);
}

using Ends = std::vector<std::uint64_t>;

// Row 2 has as many entries as all others together.
const std::vector<std::vector<std::int64_t>> heavy{{0, 0}, {1, 4}, {2, 0}, {2, 1}, {2, 3},
                                                   {2, 4}, {5, 2}, {6, 2}};

TYPED_TEST(TeamKernel, PartitionsByStoredValues) {
  const auto csr  = ones<CSRFormat<>>({8, 5}, heavy);
  const auto dcsr = ones<DCSRFormat<std::uint32_t>>({8, 5}, heavy);
  const auto coo  = ones<COOFormat<2>>({8, 5}, heavy);
  const Ends expected{0, 2, 3, 3, 8};
  EXPECT_EQ(cut(this->exec, 4, 8, false, csr), expected);
  EXPECT_EQ(cut(this->exec, 4, 8, false, dcsr), expected);
  EXPECT_EQ(cut(this->exec, 4, 8, false, coo), expected);
  EXPECT_EQ(cut(this->exec, 1, 8, false, coo), (Ends{0, 8}));
}

TYPED_TEST(TeamKernel, PartitionsBySeveralTensorsAndCoordinates) {
  const auto low  = ones<SparseVectorFormat<>>({16}, {{0}, {1}, {2}, {3}});
  const auto high = ones<SparseVectorFormat<std::uint32_t>>({16}, {{12}, {13}, {14}, {15}});
  EXPECT_EQ(cut(this->exec, 2, 16, false, low), (Ends{0, 2, 16}));
  EXPECT_EQ(cut(this->exec, 2, 16, false, low, high), (Ends{0, 4, 16}));
  EXPECT_EQ(cut(this->exec, 2, 16, true), (Ends{0, 8, 16}));
  EXPECT_EQ(cut(this->exec, 2, 16, true, low), (Ends{0, 6, 16}));
}

/// Pieces of nothing, and more of them than coordinates.
TYPED_TEST(TeamKernel, PartitionsWhatIsEmpty) {
  const auto none = ones<DCSRFormat<>>({8, 5}, {});
  EXPECT_EQ(cut(this->exec, 2, 8, false, none), (Ends{0, 0, 8}));
  EXPECT_EQ(cut(this->exec, 2, 0, true), (Ends{0, 0, 0}));
  const Ends many = cut(this->exec, 7, 3, true);
  EXPECT_TRUE(std::is_sorted(many.begin(), many.end()));
  EXPECT_EQ(many.back(), 3u);
}

TYPED_TEST(TeamKernel, WorkspacesFollowOneAnotherAndAreFreed) {
  using Space             = TypeParam;
  const std::size_t bytes = scratch_bytes<double**, Space>(3, 5) + scratch_bytes<int*, Space>(4);
  const Kokkos::View<int*, Kokkos::HostSpace> good("Strata::test", 1);
  in_team(this->exec, 2, bytes, [=](const auto& team) {
    const void* first = nullptr;
    bool same = true, zero = true;
    for (int again = 0; again < 3; ++again) {
      const auto scratch = team.team_scratch(0);
      const auto a       = make_team_workspace<double**, Space>(scratch, 3, 5);
      const auto b       = make_team_workspace<int*, Space>(scratch, 4);
      same &= again == 0 || first == a.data();
      first = a.data();
      same &= reinterpret_cast<const char*>(b.data()) >=
              reinterpret_cast<const char*>(a.data() + a.size());
      clear_team_workspace(team, a);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j) zero &= a(i, j) == 0;
      team.team_barrier();
      Kokkos::single(Kokkos::PerTeam(team), [&]() { a(2, 4) = 1; });
      team.team_barrier();
    }
    Kokkos::single(Kokkos::PerTeam(team), [&]() { good(0) = same && zero; });
  });
  EXPECT_EQ(good(0), 1);
}

TYPED_TEST(TeamKernel, TooLittleScratchMemoryEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  using Space = TypeParam;
  EXPECT_DEATH(in_team(this->exec, 1, 64,
                       [](const auto& team) {
                         make_team_workspace<double*, Space>(team.team_scratch(0), 100000000);
                       }),
               "too little scratch memory.*set_scratch_size.*PerTeam");
}

TYPED_TEST(TeamKernel, OperandsMayBeInScratchMemory) {
  using Space  = TypeParam;
  using Memory = typename Space::memory_space;
  static_assert(is_team_dense_operand_v<Kokkos::View<double*, Memory>, const double, 1, Space>);
  static_assert(is_team_dense_operand_v<Scratch<double**, Space>, double, 2, Space>);
  static_assert(!is_team_dense_operand_v<Scratch<double**, Space>, double, 1, Space>);
  static_assert(!is_team_dense_operand_v<Scratch<float*, Space>, double, 1, Space>);
  static_assert(!is_team_dense_operand_v<Scratch<const double*, Space>, double, 1, Space>);
  static_assert(is_team_dense_operand_v<Scratch<const double*, Space>, const double, 1, Space>);
  static_assert(!is_team_dense_operand_v<int, double, 0, Space>);
}

}  // namespace
