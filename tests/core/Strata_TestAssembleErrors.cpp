// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using testing::Test;

STRATA_TYPED_SUITE(AssembleErrors);

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(contains(text, part)) << text

TYPED_TEST(AssembleErrors, CoordinateOutOfRange) {
  for (const std::int64_t bad : {std::int64_t{5}, std::int64_t{-1}}) {
    const std::string message = message_of<ShapeMismatch>([&] {
      assemble<double>(this->exec, Formats::csr(), {4, 5},
                       {{0, 0}, {3, bad}, {9, 9}}, Reals{1, 2, 3});
    });
    EXPECT_CONTAINS(message, "entry 1, dimension 1");
    EXPECT_CONTAINS(message, "[0, 5)");
    EXPECT_CONTAINS(message, "got " + std::to_string(bad));
  }
}

TYPED_TEST(AssembleErrors, CoordinateDoesNotFit) {
  const auto format = Formats::dcsr().with_index_types({32}, {8});
  const auto run    = [&](std::int64_t c) {
    assemble<double>(this->exec, format, {4, 1000}, {{0, 255}, {3, c}},
                     Reals{1, 2});
  };
  run(255);
  const std::string message = message_of<IndexOverflow>([&] { run(256); });
  EXPECT_TRUE(message.starts_with("Strata::assemble: ")) << message;
  EXPECT_CONTAINS(message, "coordinate at level 1");
  EXPECT_CONTAINS(message, "at most 255 (8-bit unsigned)");
  EXPECT_CONTAINS(message, "256");
}

TYPED_TEST(AssembleErrors, SignedCoordinateDoesNotFit) {
  const auto format = Formats::sparse_vector().with_index_types({}, {8, true});
  EXPECT_THROW(assemble<double>(this->exec, format, {1000}, {{128}}, Reals{1}),
               IndexOverflow);
  EXPECT_NO_THROW(
      assemble<double>(this->exec, format, {1000}, {{127}}, Reals{1}));
}

TYPED_TEST(AssembleErrors, PositionDoesNotFit) {
  const auto format = Formats::csr().with_index_types({8}, {});
  const auto run    = [&](std::int64_t n) {
    Coordinates coordinates;
    for (std::int64_t e = 0; e < n; ++e) coordinates.push_back({e % 2, e / 2});
    assemble<double>(this->exec, format, {2, 200}, coordinates, Reals(n, 1.0));
  };
  run(255);
  EXPECT_CONTAINS(message_of<IndexOverflow>([&] { run(256); }),
                  "position at level 1");
}

TYPED_TEST(AssembleErrors, DenseLevelsTooLarge) {
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_CONTAINS(message_of<IndexOverflow>([&] {
                    assemble<double>(this->exec, Formats::dense(2),
                                     {huge, huge}, Coordinates{}, Reals{});
                  }),
                  "dense level");
  EXPECT_CONTAINS(message_of<IndexOverflow>([&] {
                    assemble<double>(this->exec, Formats::dense(2),
                                     {huge, 1 << 10}, Coordinates{}, Reals{});
                  }),
                  "bytes");
  EXPECT_THROW(
      assemble<double>(this->exec, Formats::csr(), {std::int64_t{1} << 62, 4},
                       Coordinates{}, Reals{}),
      IndexOverflow);
}

TYPED_TEST(AssembleErrors, WrongShapes) {
  EXPECT_THROW(
      assemble<double>(this->exec, Formats::csr(), {4}, Coordinates{}, Reals{}),
      ShapeMismatch);
  EXPECT_THROW(assemble<double>(this->exec, Formats::csr(), {4, -1},
                                Coordinates{}, Reals{}),
               ShapeMismatch);
  EXPECT_CONTAINS(message_of<ShapeMismatch>([&] {
                    assemble<double>(this->exec, Formats::csr(), {4, 4},
                                     {{1, 1}, {2}}, Reals{1, 2});
                  }),
                  "entry 1");
  EXPECT_THROW(assemble<double>(this->exec, Formats::csr(), {4, 4}, {{1, 1}},
                                Reals{1, 2}),
               ShapeMismatch);
}

TYPED_TEST(AssembleErrors, SeveralEntriesUnderOneSingleton) {
  const auto format =
      TensorFormat::parse("(i, j) -> (i : compressed, j : singleton)");
  EXPECT_NO_THROW(assemble<double>(this->exec, format, {4, 4}, {{0, 1}, {2, 3}},
                                   Reals{1, 2}));
  EXPECT_CONTAINS(message_of<FormatMismatch>([&] {
                    assemble<double>(this->exec, format, {4, 4},
                                     {{0, 1}, {0, 3}}, Reals{1, 2});
                  }),
                  "nonunique");
}

}  // namespace
