// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that are stored side by side are added up eight at once: of every length, in any
// number, whatever is left of a piece.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t columns = 11;

/// Rows of 0 to 11 entries; eight of 5 and 6 each in a row now and then.
CooData rows_of(ScalarType type, std::int64_t rows) {
  CooData data{type, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t size = i / 8 % 2 ? 5 + i % 2 : i * 7 % (columns + 1);
    for (std::int64_t n = 0; n < size; ++n)
      data.add({i, (n * 4 + i) % columns}, static_cast<double>((i + n * 3) % 7 - 2));
  }
  return data;
}

CooData vector_of(ScalarType type, std::int64_t size) {
  CooData data{type, {size}, {}, {}};
  for (std::int64_t i = 0; i < size; ++i) data.add({i}, static_cast<double>(i * 3 % 5 - 1));
  return data;
}

template <class Space>
class RowsTogether : public testing::Test {
 protected:
  void expect_right(const std::string& notation, const TensorFormat& format, ScalarType type,
                    std::int64_t rows, const PlanOptions& options) {
    GuardedDense y(type, {rows}, {});
    y.fill(vector_of(type, rows));
    const TensorRef a = make_tensor(m_exec, format, rows_of(type, rows));
    const TensorRef x = make_tensor(m_exec, Formats::dense(1), vector_of(type, columns));
    const TensorRef z = make_tensor(m_exec, Formats::dense(1), vector_of(type, rows));
    Operands operands{{"y", y.ref()}, {"A", a}, {"x", x}};
    if (notation.find('z') != std::string::npos) operands["z"] = z;
    const Plan plan = compile(m_exec, notation, operands, options);
    Operands inputs = operands;
    inputs.erase("y");
    const TensorRef before = make_tensor(m_exec, Formats::dense(1), vector_of(type, rows));
    if (notation.find("+=") != std::string::npos) inputs["y"] = before;
    plan.execute(m_exec);
    m_exec.fence("Strata::test::rows_together");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << notation << ", " << format.to_string() << ", " << rows
                                 << " rows of " << name_of(type) << ": " << report.to_string();
    EXPECT_TRUE(y.guards_intact());
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(RowsTogether, TestSpaces);

std::vector<TensorFormat> side_by_side() {
  std::vector<TensorFormat> formats;
  for (const char* text :
       {"(i, j) -> (i : dense, j : ell), posWidth = 32, crdWidth = 32",
        "(i, j) -> (i : dense, j : ell), posWidth = 64, crdWidth = 8",
        "(i, j) -> (i : dense, j : sell[8])", "(i, j) -> (i : dense, j : sell[3]), crdWidth = 16",
        "(i, j) -> (i : dense, j : sell[16]), posWidth = 32, crdWidth = 32"})
    formats.push_back(TensorFormat::parse(text, 2));
  return formats;
}

TYPED_TEST(RowsTogether, AnyNumberOfRows) {
  for (const TensorFormat& format : side_by_side())
    for (const std::int64_t rows : {1, 7, 8, 9, 16, 43})
      this->expect_right("y(i) = A(i,j) * x(j)", format, ScalarType::f64, rows, {});
}

TYPED_TEST(RowsTogether, InPiecesAndInOrder) {
  for (const TensorFormat& format : side_by_side())
    for (const int pieces : {1, 2, 5}) {
      PlanOptions options;
      options.pieces = pieces;
      options.strict = true;
      this->expect_right("y(i) = A(i,j) * x(j)", format, ScalarType::f64, 43, options);
    }
}

TYPED_TEST(RowsTogether, OfEveryTypeAndReduction) {
  const auto formats = side_by_side();
  for (const char* notation : {"y(i) += 2 * A(i,j) * x(j)", "y(i) = z(i) - A(i,j) * x(j)",
                               "y(i) = reduce_max(j, A(i,j) - 3)"})
    for (const ScalarType type :
         {ScalarType::f32, ScalarType::i16, ScalarType::f64, ScalarType::u8})
      this->expect_right(notation, formats[0], type, 43, {});
  this->expect_right("y(i) = A(i,j) * x(j)", formats[2], ScalarType::c64, 43, {});
}

}  // namespace
