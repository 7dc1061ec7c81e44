// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_BALANCE_HPP
#define STRATA_TEST_BALANCE_HPP

/// \file
/// Inputs most of whose work is in one place, and how evenly pieces share it.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <Strata_Check.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace Strata::Testing {

inline constexpr std::int64_t num_rows = 12, columns = 30000;

/// Rows with 1 to `columns` entries, row r about columns / (r + 1).
inline CooData power_law(double scale) {
  CooData data{ScalarType::f64, {num_rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < num_rows; ++i) {
    const std::int64_t count = 1 + columns / (i + 1);
    for (std::int64_t n = 0; n < count; ++n)
      data.add({i, n * columns / count}, scale * static_cast<double>(1 + (i + n) % 7));
  }
  return data;
}

inline CooData one_dense_row(double scale) {
  CooData data{ScalarType::f64, {num_rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (std::int64_t j = 0; j < (i == 5 ? columns : 20); ++j)
      data.add({i, j}, scale * static_cast<double>(1 + (i + j) % 5));
  return data;
}

inline CooData single_row(double scale) {
  CooData data{ScalarType::f64, {1, columns}, {}, {}};
  for (std::int64_t j = 0; j < columns; ++j)
    data.add({0, j}, scale * static_cast<double>(1 + j % 5));
  return data;
}

/// One fibre (3, 4, :) with nearly all entries.
inline CooData long_fibre(double scale) {
  CooData data{ScalarType::f64, {40, 30, columns}, {}, {}};
  for (std::int64_t k = 0; k < columns; ++k)
    data.add({3, 4, k}, scale * static_cast<double>(1 + k % 9));
  for (std::int64_t i = 0; i < 40; ++i) data.add({i, i % 30, i}, 0.5);
  return data;
}

/// Every step-th coordinate of a vector.
inline CooData every(std::int64_t step) {
  CooData data{ScalarType::f64, {4 * columns}, {}, {}};
  for (std::int64_t i = 0; i < 4 * columns; i += step)
    data.add({i}, static_cast<double>(1 + i % 3));
  return data;
}

inline CooData ones(std::vector<std::int64_t> extents) {
  CooData data{ScalarType::f64, extents, {}, {}};
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < (extents.size() > 1 ? extents[1] : 1); ++j)
      data.add(extents.size() > 1 ? std::vector<std::int64_t>{i, j}
                                  : std::vector<std::int64_t>{i},
               1.0 + static_cast<double>((i + j) % 4) / 4);
  return data;
}

struct BalanceCase {
  std::string notation;
  std::string result;  ///< format
  std::vector<std::int64_t> extents;
  Operands inputs;
  /// Iterations, for each piece, of launches that run as one piece: those that
  /// add up copies of a scalar, or what pieces have of one entry.
  std::int64_t serial = 0;
  Balance balance     = Balance::automatic;
};

inline double imbalance(const std::vector<std::int64_t>& work) {
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  return static_cast<double>(*std::max_element(work.begin(), work.end())) *
         static_cast<double>(work.size()) / sum;
}

template <class Exec>
void run_balanced(const Exec& exec, const BalanceCase& c, int pieces, bool is_checked) {
  SCOPED_TRACE(c.notation + " to " + c.result + " in " + std::to_string(pieces));
  const std::string result = parse_notation(c.notation).lhs.tensor;
  const TensorFormat format =
      TensorFormat::parse(c.result, static_cast<int>(c.extents.size()));
  Operands all = c.inputs;
  all[result]  = format.is_dense()
                     ? make_dense(exec, format, ScalarType::f64, c.extents)
                     : declare_result(format, ScalarType::f64, c.extents);
  PlanOptions options;
  options.pieces           = pieces;
  options.balance          = c.balance;
  options.count_iterations = true;
  const Plan plan          = compile(exec, c.notation, all, options);
  plan.execute(exec);
  exec.fence("Strata::test::balance");
  if (is_checked) {
    const TensorRef made     = plan.result();
    const CheckReport report = check_result(c.notation, c.inputs, made);
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (!format.is_dense()) {
      EXPECT_EQ(structure_fault(made, expected_coordinates(c.notation, c.inputs, made)), "");
    }
  }
  std::vector<std::int64_t> work = plan.piece_iterations();
  ASSERT_EQ(work.size(), static_cast<std::size_t>(pieces));
  work[0] -= c.serial * pieces;
  EXPECT_LE(imbalance(work), 1.05);
}

template <class Space>
class BalanceOfPieces : public testing::Test {
 public:
  static constexpr int few[] = {2, 3, 16, 256};

  typename Space::execution_space exec = Space::make();

  TensorRef tensor(const char* format, const CooData& data) {
    return make_tensor(
        exec, TensorFormat::parse(format, static_cast<int>(data.extents.size())), data);
  }
  void check(const BalanceCase& c) {
    // The dense evaluator takes most of the time.
    for (const int pieces : few) run_balanced(exec, c, pieces, pieces == few[1] || pieces == few[3]);
  }
};

}  // namespace Strata::Testing

#endif
