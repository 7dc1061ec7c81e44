// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <Strata_Frostt.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

CoordinateList parse(const std::string& text, const ReadOptions& options = {}) {
  return parse_frostt(text, "f.tns", options);
}

ReadOptions typed(ScalarType type, int order = -1) {
  ReadOptions options;
  options.type  = type;
  options.order = order;
  return options;
}

ReadOptions sized(At extents) {
  ReadOptions options;
  options.extents = std::move(extents);
  return options;
}

std::string fault_of(const std::string& text, const ReadOptions& options = {}) {
  return message_of<IoError>([&] { parse(text, options); });
}

TEST(Frostt, ExtentsFromTheFile) {
  const auto list = parse("# comment\n2 2 2 6.0\n\n1 3 1 -.5\n");
  EXPECT_EQ(list.extents, (At{2, 3, 2}));
  EXPECT_EQ(list.scalar, ScalarType::f64);
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{1, 1, 1}, 6}, {{0, 2, 0}, -0.5}}));
}

TEST(Frostt, ExtentsGiven) {
  EXPECT_EQ(parse("1 1 5\n", sized({4, 6})).extents, (At{4, 6}));
  EXPECT_EQ(fault_of("1 1 5\n4 7 5\n", sized({4, 6})),
            "f.tns:2: expected a coordinate from 1 to 6 in dimension 2, got '7'");
  EXPECT_EQ(fault_of("1 1 1 5\n", sized({4, 6})),
            "f.tns:1: expected 2 coordinates and a value, got '1 1 1 5' (4 words)");
  EXPECT_EQ(fault_of("1 5\n", sized({4, 6})),
            "f.tns:1: expected 2 coordinates and a value, got '1 5' (2 words)");
}

TEST(Frostt, EmptyFiles) {
  EXPECT_EQ(parse("# nothing\n", sized({4, 6})).num_entries, 0);
  EXPECT_EQ(fault_of(""),
            "f.tns:1: expected an entry, got the end of the file; an empty tensor needs its "
            "extents given");
}

TEST(Frostt, OrderZero) {
  const auto list = parse("-2.5\n");
  EXPECT_EQ(list.order(), 0);
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{}, -2.5}}));
  EXPECT_EQ(parse("7\n", sized({})).num_entries, 1);
  EXPECT_EQ(parse("", sized({})).num_entries, 0);
  EXPECT_EQ(fault_of("7\n8\n", sized({})),
            "f.tns:2: expected one value (order 0) and the end of the file, got '8'");
  EXPECT_EQ(fault_of("7 8\n", sized({})), "f.tns:1: expected a value, got '7 8' (2 words)");
}

TEST(Frostt, Types) {
  EXPECT_EQ(entries_of(parse("1 1 2.5 -1\n", typed(ScalarType::c128, 2))),
            (std::map<At, Value>{{{0, 0}, {2.5, -1}}}));
  EXPECT_EQ(entries_of(parse("1 1 2.5\n", typed(ScalarType::c64, 2))),
            (std::map<At, Value>{{{0, 0}, 2.5}}));
  EXPECT_EQ(parse("1 2 3 4 5\n", typed(ScalarType::c128)).order(), 3);
  EXPECT_EQ(entries_of(parse("3 1\n4 0\n", typed(ScalarType::boolean))),
            (std::map<At, Value>{{{2}, 1}, {{3}, 0}}));
  EXPECT_EQ(entries_of(parse("3 -7.0\n", typed(ScalarType::i8))),
            (std::map<At, Value>{{{2}, -7}}));
  EXPECT_EQ(fault_of("1 -129\n", typed(ScalarType::i8)),
            "f.tns:1: expected a value of type i8 (-128 to 127), got '-129'");
  EXPECT_EQ(fault_of("1 256\n", typed(ScalarType::u8)),
            "f.tns:1: expected a value of type u8 (0 to 255), got '256'");
  EXPECT_EQ(fault_of("1 0.5\n", typed(ScalarType::i32)),
            "f.tns:1: expected a value of type i32 (-2147483648 to 2147483647), got '0.5'");
}

TEST(Frostt, ZeroBased) {
  EXPECT_EQ(fault_of("1 1 3 2.0\n# c\n2 0 1 4.0\n"),
            "f.tns:3: expected a coordinate of 1 or more in dimension 2, got '0'; the file "
            "seems to be 0-based, coordinates must start at 1");
}

TEST(Frostt, Malformed) {
  EXPECT_EQ(fault_of("1 1 1\n1 1\n"),
            "f.tns:2: expected 2 coordinates and a value, got '1 1' (2 words)");
  EXPECT_EQ(fault_of("1 a 1\n"),
            "f.tns:1: expected a coordinate of 1 or more in dimension 2, got 'a'");
  EXPECT_EQ(fault_of("1 1 b\n"), "f.tns:1: expected a number, got 'b'");
  EXPECT_EQ(fault_of("1 99999999999999999999 1\n"),
            "f.tns:1: expected a coordinate of 1 or more in dimension 2, got "
            "'99999999999999999999'");
  EXPECT_EQ(fault_of(std::string("\0\1 \0", 4)),
            "f.tns:1: expected a coordinate of 1 or more in dimension 1, got '?\?'");
}

TEST(Frostt, PartiHeader) {
  const auto list = parse("3\n100 80 60\n1 4 1 2.5\n");
  EXPECT_EQ(list.extents, (At{100, 80, 60}));
  EXPECT_EQ(list.num_entries, 1);
  EXPECT_EQ(parse("3\n100 80 60\n").num_entries, 0);
  EXPECT_EQ(fault_of("3\n100 80 60\n1 81 1 2.5\n"),
            "f.tns:3: expected a coordinate from 1 to 80 in dimension 2, got '81'");
  EXPECT_EQ(message_of<ShapeMismatch>(
                [] { parse("3\n100 80 60\n1 4 1 2.5\n", sized({100, 80, 61})); }),
            error_message("read", "f.tns", "extents 100x80x61", "100x80x60 in the file"));
}

TEST(Frostt, WriteAndReadBackEveryType) {
  for (int t = 0; t <= static_cast<int>(ScalarType::c128); ++t) {
    const auto type = static_cast<ScalarType>(t);
    SCOPED_TRACE(name_of(type));
    CoordinateList list;
    list.extents = {3, 5000000000};
    list.scalar  = type;
    visit_scalar_type(type, [&](auto zero) {
      using T = decltype(zero);
      T extreme{};
      if constexpr (std::numeric_limits<T>::is_specialized)
        extreme = std::numeric_limits<T>::lowest();
      else
        extreme = T(std::numeric_limits<typename T::value_type>::denorm_min(), -1);
      list.push_back<T>(At{0, 1}, T(1));
      list.push_back<T>(At{2, 4999999999}, extreme);
    });
    const auto path = temporary_file("back.tns");
    write_frostt(path, list);
    const auto back = read_frostt(path, typed(type, 2));
    EXPECT_EQ(back.extents, list.extents);
    EXPECT_EQ(back.values, list.values);
    EXPECT_EQ(back.coordinates, list.coordinates);
  }
}

}  // namespace
}  // namespace Strata::Test
