// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What plans for devices are told by the arrays of their operands: the same as plans for
// hosts. Device memory is closed while the host runs.
#include <sstream>

#include <Strata_DevicePlan.hpp>
#include <Strata_TestBalance.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

using Host = Kokkos::DefaultHostExecutionSpace;

constexpr std::int64_t m = 4000, n = 500;

/// Row i has row_length(i) of n entries.
template <class F>
CooData matrix_of(std::int64_t rows, F&& row_length) {
  CooData data{ScalarType::f64, {rows, n}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t count = row_length(i);
    for (std::int64_t e = 0; e < count; ++e) {
      data.add({i, (i + e) % n}, 1.0 / static_cast<double>(1 + (i + e) % 9));
    }
  }
  return data;
}

CooData power_law_rows() {
  return matrix_of(m, [](std::int64_t i) { return 1 + (n - 1) / (i + 1); });
}
CooData heavy_row() {
  return matrix_of(m, [](std::int64_t i) { return i == 70 ? n : 1; });
}
CooData even_rows() {
  return matrix_of(m, [](std::int64_t) { return 2; });
}

DevicePlan product_with_vector(const CooData& matrix) {
  return {"y(i) = A(i,j) * x(j)",
          "y",
          {{"A", make(Formats::csr(), matrix)},
           {"x", make(Formats::dense(1), vector_of(matrix.extents[1]))},
           {"y", make(Formats::dense(1), vector_of(matrix.extents[0]))}}};
}

Plan compiled_on_host(const DevicePlan& plan) {
  return compile(Host(), plan.notation, plan.on_host, plan.options);
}

/// Lines of `text` that begin with `beginning`, one of them at least.
std::string lines_of(const std::string& text, const std::string& beginning) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(beginning)) out += line + "\n";
  EXPECT_NE(out, "") << beginning << " in\n" << text;
  return out;
}

/// The launches, without the lines behind them.
std::string launches_of(const std::string& text) {
  const std::size_t begin = text.find("launch 0");
  return text.substr(begin, std::min(text.find("work of", begin), text.find("minimum traffic", begin)) - begin);
}

/// The same, of a host; but that a device adds parts of sums at once.
std::string launches_as_on_device(std::string text) {
  const std::string on_host = "in the order of the pieces";
  text                      = launches_of(text);
  if (const std::size_t at = text.find(on_host); at != std::string::npos)
    text.replace(at, on_host.size(), "atomically, by a unit a piece");
  return text;
}

struct Matrix {
  CooData data;
  bool is_uneven;
  /// No row is too heavy for the fewer pieces of a host, which does not cut it.
  bool has_rows_for_hosts = false;
};

std::vector<Matrix> matrices() {
  return {{power_law_rows(), true, true}, {heavy_row(), true}, {even_rows(), false}};
}

TEST(DeviceStatistics, NumbersAreThoseOfTheHost) {
  for (const auto& [data, is_uneven, has_rows_for_hosts] : matrices()) {
    DevicePlan plan           = product_with_vector(data);
    plan.options.pieces       = 32;
    const std::string there   = plan.compile().explain();
    const std::string here    = compiled_on_host(plan).explain();
    const std::string numbers = lines_of(there, "work of A in 256 pieces: ");
    EXPECT_EQ(numbers, lines_of(here, "work of "));
    expect_contains(numbers, is_uneven ? ": uneven\n" : ": even\n");
    EXPECT_EQ(launches_of(there), launches_as_on_device(here));
  }
}

TEST(DeviceStatistics, ChooseBetweenRowsAndEqualWork) {
  const std::string in_rows = "  pieces over i; ", equal = "  pieces of equal work over (i, j); ";
  for (const auto& [data, is_uneven, has_rows_for_hosts] : matrices()) {
    const DevicePlan plan   = product_with_vector(data);
    const std::string there = plan.compile().explain();
    expect_contains(there, "device sm_90: a thread for each unit; ");
    expect_contains(lines_of(there, "work of A in 2048 pieces"), is_uneven ? "uneven" : "even");
    expect_contains(there, is_uneven ? equal : in_rows);
    if (Host().concurrency() > 1) {
      const std::string here = compiled_on_host(plan).explain();
      if (has_rows_for_hosts)
        expect_contains(here, "  pieces of equal work over (i");
      else
        EXPECT_EQ(launches_of(there), launches_as_on_device(here));
    }
    plan.run();
  }
}

TEST(DeviceStatistics, WhatIsAskedForIsNotMeasured) {
  DevicePlan plan      = product_with_vector(even_rows());
  plan.options.balance = Balance::work;
  const std::string all = plan.compile().explain();
  EXPECT_EQ(all.find("work of"), std::string::npos) << all;
  expect_contains(all, "  pieces of equal work over (i, j); ");
}

TEST(DeviceStatistics, ListsRowsThatAreTooHeavyForAWorklist) {
  const CooData even  = matrix_of(300, [](std::int64_t) { return 15; });
  const CooData heavy = matrix_of(300, [](std::int64_t i) { return i == 70 ? n : 15; });
  for (const bool is_heavy : {false, true}) {
    DevicePlan plan{"C(i,j) = A(i,k) * B(k,j)",
                    "C",
                    {{"A", make(Formats::csr(), is_heavy ? heavy : even)},
                     {"B", make(Formats::csr(), matrix_of(n, [](std::int64_t) { return 3; }))},
                     {"C", wanted(Formats::csr(), {300, n})}}};
    const std::string there = plan.compile().explain();
    EXPECT_EQ(there.find("fill a list of entries") != std::string::npos, is_heavy) << there;
    plan.run();
    plan.options.pieces = 256;
    EXPECT_EQ(lines_of(there, "rows of A: the heaviest is "),
              lines_of(compiled_on_host(plan).explain(), "rows of A: "));
  }
}

TEST(DeviceStatistics, TeamsHaveAPieceForEachThread) {
  DevicePlan plan         = product_with_vector(uneven_matrix(700));
  const std::string there = plan.compile().explain();
  expect_contains(there, "device sm_90: teams of 128 threads of 2 lanes; ");
  expect_contains(lines_of(there, "work of A in 256 pieces: "), ": uneven\n");
  expect_contains(there, "  pieces of equal work over (i, j); ");
  plan.run();
}

/// Of 40 x 30 places, 60 have a fibre.
TEST(DeviceStatistics, LanesByTheFibresThatAreStored) {
  CooData data{ScalarType::f64, {40, 30, 400}, {}, {}};
  for (std::int64_t f = 0; f < 60; ++f)
    for (std::int64_t k = 0; k < 100; ++k) data.add({f % 40, f / 2, 4 * k + f % 4}, 0.5);
  const DevicePlan plan{"y(i,j) = B(i,j,k) * x(k)",
                        "y",
                        {{"B", make(Formats::csf(3), data)},
                         {"x", make(Formats::dense(1), vector_of(400))},
                         {"y", make_dense(Host(), Formats::dense(2), ScalarType::f64, {40, 30})}}};
  expect_contains(plan.compile().explain(),
                  "device sm_90: teams of 8 threads of 32 lanes; entries of a fibre on average: "
                  "B 100\n");
  plan.run();
}

/// An automatic plan for 132 multiprocessors with 8 teams each, which is counted where
/// iterations can be: on the host, with the same pieces in the same teams. `serial`: see
/// BalanceCase.
void expect_balanced_teams(const DevicePlan& device, std::int64_t serial) {
  constexpr int teams = 132 * 8, threads = 8, lanes = 32;
  DevicePlan plan         = device;
  plan.exec               = DeviceDouble(teams * threads);
  const std::string there = plan.compile().explain();
  expect_contains(there, "device sm_90: teams of 8 threads of 32 lanes; ");
  expect_contains(there, ": uneven\n");
  plan.options.pieces           = teams * threads;
  plan.options.team_size        = threads;
  plan.options.vector_length    = lanes;
  plan.options.count_iterations = true;
  const Plan counted            = compiled_on_host(plan);
  EXPECT_EQ(launches_of(there), launches_of(counted.explain()));
  counted.execute(Host());
  Host().fence("Strata::test::statistics");
  std::vector<std::int64_t> work = counted.piece_iterations();
  ASSERT_EQ(work.size(), static_cast<std::size_t>(teams));
  work[0] -= serial * teams * threads;
  EXPECT_LE(imbalance(work), 1.1) << plan.notation;
}

TEST(DeviceStatistics, TeamsShareWorkOfPowerLawsEvenly) {
  constexpr std::int64_t rank = 32;
  const TensorRef a           = make(Formats::csr(), power_law(1));
  const auto dense  = [](std::vector<std::int64_t> extents) {
    const TensorFormat format = Formats::dense(static_cast<int>(extents.size()));
    return make(format, ones(extents));
  };
  const TensorRef factor = dense({columns, rank});
  expect_balanced_teams({"y(i) = A(i,j) * x(j)",
                         "y",
                         {{"A", a}, {"x", dense({columns})}, {"y", dense({num_rows})}}},
                        1);
  expect_balanced_teams({"C(i,k) = A(i,j) * B(j,k)",
                         "C",
                         {{"A", a}, {"B", factor}, {"C", dense({num_rows, rank})}}},
                        1 + rank);
  CooData fibres{ScalarType::f64, {num_rows, 30, columns}, {}, {}};
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (std::int64_t k = 0; k < columns; k += i + 1) fibres.add({i, i % 30, k}, 1.0);
  expect_balanced_teams({"D(i,l) = B(i,j,k) * X(j,l) * Y(k,l)",
                         "D",
                         {{"B", make(Formats::csf(3), fibres)},
                          {"X", dense({30, rank})},
                          {"Y", factor},
                          {"D", dense({num_rows, rank})}}},
                        1 + rank);
}

}  // namespace
