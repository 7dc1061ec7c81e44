// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of teams: any geometry runs on a host, in any order of its work items,
// with race checking or without.
#include <cstring>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

using View = Kokkos::View<double*, Kokkos::HostSpace>;

template <class Space>
class Teams : public testing::Test {
 protected:
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Teams, TestSpaces);

PlanOptions teams(int team, int vector, int permute = -1) {
  PlanOptions options;
  options.team_size     = team;
  options.vector_length = vector;
  options.permute       = permute;
  return options;
}

/// Entry (i, j) where i·j mod 3 is not 1: 1 / (i + j + 1), no multiples of a power
/// of two, so that the order of additions shows.
CooData some_matrix(std::int64_t rows, std::int64_t columns) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      if (i * j % 3 != 1) data.add({i, j}, 1.0 / static_cast<double>(i + j + 1));
    }
  }
  return data;
}

template <class ExecutionSpace>
std::vector<double> spmv(const ExecutionSpace& exec, const TensorFormat& format, std::int64_t rows,
                         std::int64_t columns, const PlanOptions& options) {
  const char* notation = "y(i) = A(i,j) * x(j)";
  View x("x", columns), y("y", rows);
  for (std::int64_t j = 0; j < columns; ++j) x(j) = 1.0 / static_cast<double>(j + 7);
  Operands all{{"A", make_tensor(exec, format, some_matrix(rows, columns))}, {"x", ref(x)}};
  const Operands inputs = all;
  all["y"]              = ref(y);
  compile(exec, notation, all, options).execute(exec);
  exec.fence("Strata::test::teams");
  const CheckReport report = check_result(notation, inputs, ref(y));
  EXPECT_TRUE(report.passed()) << format.to_string() << ": " << report.to_string();
  return {y.data(), y.data() + rows};
}

TYPED_TEST(Teams, EveryGeometryAndExtent) {
  for (const char* format : {"CSR", "CSC", "COO", "DCSR"}) {
    for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{0, 5}, {5, 0}, {1, 1}, {70, 40}}) {
      for (const auto& [team, vector] : std::vector<std::pair<int, int>>{{1, 1}, {4, 8}, {32, 8}}) {
        PlanOptions options = teams(team, vector, 3);
        options.check_races = true;
        spmv(this->m_exec, TensorFormat::parse(format, 2), rows, columns, options);
      }
    }
  }
}

/// The loop over j merges, so that lanes could only share the sum over k, whose
/// iterations add to the same entries of A: they must not.
TYPED_TEST(Teams, SumsAroundMergedLoopsAreNotShared) {
  const char* notation   = "A(i,j) = B(i,k) * (C(k,j) + D(k,j))";
  const TensorRef matrix = make_tensor(this->m_exec, Formats::csr(), some_matrix(20, 20));
  const Operands inputs{{"B", matrix}, {"C", matrix}, {"D", matrix}};
  Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> A("A", 20, 20);
  Operands all        = inputs;
  all["A"]            = ref(A);
  PlanOptions options = teams(4, 8);
  options.check_races = true;
  EXPECT_NO_THROW(compile(this->m_exec, notation, all, options).execute(this->m_exec));
  const CheckReport report = check_result(notation, inputs, ref(A));
  EXPECT_TRUE(report.passed()) << report.to_string();
}

TYPED_TEST(Teams, StrictResultsKeepTheirBits) {
  for (const char* format : {"CSR", "CSC"}) {
    PlanOptions plain;
    plain.strict  = true;
    const auto no = spmv(this->m_exec, TensorFormat::parse(format, 2), 70, 40, plain);
    for (int permute : {-1, 0, 5}) {
      PlanOptions options = teams(4, 8, permute);
      options.strict      = true;
      const auto with     = spmv(this->m_exec, TensorFormat::parse(format, 2), 70, 40, options);
      EXPECT_EQ(0, std::memcmp(no.data(), with.data(), no.size() * sizeof(double)));
    }
  }
}

TYPED_TEST(Teams, TwoInstances) {
  for (const auto& exec : two_instances<TypeParam>()) {
    PlanOptions options = teams(2, 4);
    options.check_races = true;
    spmv(exec, Formats::csr(), 30, 20, options);
  }
}

/// Atomic additions of 2^53, then ones that are lost, then −2^53: the sum tells in
/// which order the units ran.
TEST(TeamsOrder, PermutationShowsTheOrderOfAtomicAdditions) {
  const double large = 9007199254740992;
  const auto sum     = [&](int permute) {
    CooData data{ScalarType::f64, {6, 1}, {}, {}};
    const double values[] = {large, 1, 1, 1, 1, -large};
    for (int k = 0; k < 6; ++k) data.add({k, 0}, values[k]);
    View y("y", 1);
    const auto serial   = SerialSpace::make();
    PlanOptions options = teams(1, 1, permute);
    options.race        = RaceStrategy::atomics;
    options.pieces      = 6;
    compile(serial, "y(i) = A(k,i)", {{"y", ref(y)}, {"A", make_tensor(serial, Formats::csr(), data)}},
            options)
        .execute(serial);
    serial.fence("Strata::test::teams");
    return y(0);
  };
  EXPECT_EQ(sum(-1), 0.0);
  EXPECT_NE(sum(0), sum(-1));
}

TYPED_TEST(Teams, CasesTooLargeForTheLogAreRefused) {
  Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> y("y", 1100, 1000);
  Kokkos::View<double, Kokkos::HostSpace> s("s");
  const Operands all{{"y", ref(y)}, {"s", ref(s)}};
  PlanOptions options;
  options.check_races = true;
  try {
    compile(this->m_exec, "y(i,j) = s", all, options).execute(this->m_exec);
    FAIL() << "1.1 million stores were checked";
  } catch (const CodegenError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("check_races, launch 'Strata::einsum["), std::string::npos) << text;
    EXPECT_NE(text.find("got 1100000; check a smaller case"), std::string::npos) << text;
  }
}

TYPED_TEST(Teams, GeometriesThatNoDeviceHasAreRefused) {
  View x("x", 9), y("y", 9);
  for (const auto& [options, text] : std::vector<std::pair<PlanOptions, std::string>>{
           {teams(1025, 1), "PlanOptions::team_size: expected 0 (chosen) to 1024, got 1025"},
           {teams(4, -1), "PlanOptions::vector_length: expected 0 (chosen) to 1024, got -1"}}) {
    try {
      compile(this->m_exec, "y(i) = x(i)", {{"y", ref(y)}, {"x", ref(x)}}, options);
      FAIL() << text;
    } catch (const UnsupportedExpression& e) {
      EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what();
    }
  }
}

TEST(TeamsCache, OptionsArePartOfTheKernelsSignature) {
  const auto exec = SerialSpace::make();
  View x("x", 9), y("y", 9);
  const Operands all{{"y", ref(y)}, {"x", ref(x)}};
  const auto from_cache = [&](const PlanOptions& options) {
    return compile(exec, "y(i) = 1.625 * x(i)", all, options).from_cache();  // used nowhere else
  };
  std::vector<PlanOptions> builds{{}, teams(2, 4), teams(4, 2), teams(2, 4, 0), teams(2, 4, 1)};
  builds.push_back(teams(2, 4));
  builds.back().check_races = true;
  for (const PlanOptions& options : builds) EXPECT_FALSE(from_cache(options));
  for (const PlanOptions& options : builds) EXPECT_TRUE(from_cache(options));
}

}  // namespace
