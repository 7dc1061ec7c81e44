// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One test per fault, each named with level and position.
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// 3 x 4 matrix with arrays that tests spoil.
struct Matrix {
  std::vector<std::int32_t> positions   = {0, 2, 2, 4};
  std::vector<std::int32_t> coordinates = {1, 3, 0, 2};
  std::vector<double> values            = {1, 2, 3, 4};
  TensorFormat format = Formats::csr().with_index_types({32, true}, {32, true});

  TensorRef ref() {
    TensorRef t;
    t.format  = format;
    t.extents = {3, 4};
    t.levels.resize(2);
    t.levels[1] = {
        positions.data(), static_cast<std::int64_t>(positions.size()),
        coordinates.data(), static_cast<std::int64_t>(coordinates.size())};
    t.values     = values.data();
    t.num_values = static_cast<std::int64_t>(values.size());
    return t;
  }
};

template <class ExecutionSpace>
class Validate : public testing::Test {
 public:
  ExecutionSpace exec;
  Matrix matrix;

  void expect_fault(const TensorRef& tensor,
                    const std::vector<std::string>& parts) {
    const std::string message =
        message_of<InvalidStorage>([&] { validate(exec, tensor); });
    for (const std::string& part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
          << part << " in " << message;
  }
  void expect_fault(const std::vector<std::string>& parts) {
    expect_fault(matrix.ref(), parts);
  }
};
TYPED_TEST_SUITE(Validate, Strata::Testing::ExecutionSpaces,
                 Strata::Testing::SpaceNames);

TYPED_TEST(Validate, Good) { validate(this->exec, this->matrix.ref()); }

TYPED_TEST(Validate, NumberOfPositions) {
  this->matrix.positions.pop_back();
  this->expect_fault({"level 1, positions", "expected 4 elements", "got 3"});
}
TYPED_TEST(Validate, FirstPosition) {
  this->matrix.positions[0] = 1;
  this->expect_fault({"level 1, positions[0]", "expected 0", "got 1"});
}
TYPED_TEST(Validate, DescendingPositions) {
  this->matrix.positions[2] = 1;
  this->expect_fault({"level 1, positions[2]", "expected at least 2", "got 1"});
}
TYPED_TEST(Validate, LastPosition) {
  this->matrix.positions[3] = 3;
  this->expect_fault({"level 1, positions[3]",
                      "expected 4, the number of coordinates", "got 3"});
}
TYPED_TEST(Validate, CoordinateOutOfRange) {
  this->matrix.coordinates[3] = 4;
  this->expect_fault({"level 1, coordinates[3]", "[0, 4)", "got 4"});
}
TYPED_TEST(Validate, NegativeCoordinate) {
  this->matrix.coordinates[0] = -1;
  this->expect_fault({"level 1, coordinates[0]", "[0, 4)", "got -1"});
}
TYPED_TEST(Validate, FirstFaultIsNamed) {
  this->matrix.coordinates = {7, 3, 0, 9};
  this->expect_fault({"level 1, coordinates[0]", "got 7"});
}
TYPED_TEST(Validate, CoordinatesOutOfOrder) {
  this->matrix.coordinates = {3, 1, 0, 2};
  this->expect_fault(
      {"level 1, coordinates[1]", "expected more than 3", "got 1"});
}
TYPED_TEST(Validate, RepeatedCoordinate) {
  this->matrix.coordinates = {1, 3, 2, 2};
  this->expect_fault(
      {"level 1, coordinates[3]", "expected more than 2", "got 2"});
}
TYPED_TEST(Validate, NumberOfValues) {
  this->matrix.values.pop_back();
  this->expect_fault({"values", "expected 4 elements", "got 3"});
}
TYPED_TEST(Validate, NonorderedLevel) {
  this->matrix.format =
      TensorFormat({0, 1}, {{}, {LevelKind::compressed, true, false}},
                   {32, true}, {32, true});
  this->matrix.coordinates = {3, 1, 2, 0};
  validate(this->exec, this->matrix.ref());
  this->matrix.positions   = {0, 0, 0, 4};
  this->matrix.coordinates = {3, 1, 0, 3};  // a repeat that is no neighbour
  this->expect_fault(
      {"level 1, coordinates[3]", "not stored before", "3 again"});
}
TYPED_TEST(Validate, NonuniqueLevel) {
  this->matrix.format =
      TensorFormat({0, 1}, {{}, {LevelKind::compressed, false, true}},
                   {32, true}, {32, true});
  this->matrix.coordinates = {1, 1, 2, 2};
  validate(this->exec, this->matrix.ref());
  this->matrix.coordinates = {1, 1, 2, 1};
  this->expect_fault({"level 1, coordinates[3]", "at least 2", "got 1"});
}
TYPED_TEST(Validate, SingletonBelowNonunique) {
  const std::vector<std::uint64_t> positions = {0, 3};
  std::vector<std::uint64_t> rows = {0, 0, 2}, columns = {1, 3, 0};
  std::vector<double> values = {1, 2, 3};
  TensorRef t;
  t.format     = Formats::coo(2);
  t.extents    = {3, 4};
  t.levels     = {{positions.data(), 2, rows.data(), 3},
                  {nullptr, 0, columns.data(), 3}};
  t.values     = values.data();
  t.num_values = 3;
  validate(this->exec, t);
  columns[1] = 1;
  this->expect_fault(t, {"level 1, coordinates[1]", "more than 1"});
  columns[1]                  = 3;
  t.levels[1].num_coordinates = 2;
  this->expect_fault(t,
                     {"level 1, coordinates", "expected 3 elements", "got 2"});
}
TYPED_TEST(Validate, Shape) {
  TensorRef t = this->matrix.ref();
  t.levels.pop_back();
  this->expect_fault(t, {"expected 2 levels", "got 1"});
  t         = this->matrix.ref();
  t.strides = {4, 1};
  this->expect_fault(t, {"strides"});
  t.extents = {3};
  EXPECT_THROW(validate(this->exec, t), ShapeMismatch);
}

}  // namespace
