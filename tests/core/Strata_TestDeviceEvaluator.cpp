// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;

template <class T>
void check_span(std::vector<std::int64_t> numbers) {
  std::vector<T> array(numbers.size());
  const MutableIndexSpan span(array.data(), index_type_of<T>());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    span.store(static_cast<std::int64_t>(i), numbers[i]);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(array[i], static_cast<T>(numbers[i]));
    EXPECT_EQ(span[static_cast<std::int64_t>(i)], numbers[i]);
  }
}

TEST(DeviceEvaluator, SpansOfEveryWidth) {
  check_span<std::uint8_t>({0, 127, 128, 255});
  check_span<std::int8_t>({-128, 0, 127});
  check_span<std::uint16_t>({0, 32768, 65535});
  check_span<std::int16_t>({-32768, 32767});
  check_span<std::uint32_t>({0, 4294967295});
  check_span<std::int32_t>({-1, 2147483647});
  check_span<std::uint64_t>({0, std::int64_t{1} << 62});
  check_span<std::int64_t>({-1, std::int64_t{1} << 62});
}

TEST(DeviceEvaluator, LevelFunctionsOfBothEvaluators) {
  const std::uint32_t positions[]  = {0, 2, 3};
  const std::uint8_t coordinates[] = {1, 200, 7};
  const auto check                 = [](auto evaluator, const auto& level) {
    const auto bounds = CompressedLevel::pos_bounds(evaluator, level, 0, 1);
    EXPECT_EQ(bounds.begin, 0);
    EXPECT_EQ(bounds.end, 2);
    EXPECT_EQ(CompressedLevel::pos_access(evaluator, level, 1), 200);
    EXPECT_EQ(CompressedLevel::size(evaluator, level, 2), 3);
    EXPECT_EQ(DenseLevel::locate(evaluator, level, 3, 4), 34);
  };
  using Typed = TypedDeviceEvaluator<std::uint32_t, std::uint8_t>;
  check(Typed{},
        LevelStorage<Typed>{{positions, nullptr}, {nullptr, coordinates}, 10});
  check(DeviceEvaluator{},
        LevelStorage<DeviceEvaluator>{IndexSpan(positions, {32}),
                                      IndexSpan(coordinates, {8}), 10});
}

}  // namespace
