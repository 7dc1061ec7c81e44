// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Harwell-Boeing and Rutherford-Boeing files: fields of fixed width.
#include <complex>
#include <fstream>

#include <Strata_Boeing.hpp>
#include <Strata_TensorFile.hpp>
#include <impl/Strata_FortranFormat.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

using Impl::FortranFormat;

const std::string numbers = "             1             1             1             1";

/// A Harwell-Boeing header for the blocks behind it.
std::string header(const std::string& type, const std::string& sizes, const std::string& formats,
                   int right_hand_sides = 0) {
  return "A title\n" + numbers + "             " + std::to_string(right_hand_sides) + "\n" + type +
         "           " + sizes + "\n" + formats + "\n";
}

// (0,0) 1.5, (2,0) -2, (1,2) 30; fields that touch.
const std::string real_matrix = header("RUA", "3 3 3 0", "(4I3)           (2I2)           (2E8.1)") +
                                "  1  3  3  4\n 1 3\n 2\n 1.5E+00-2.0D+00\n  3.0+01\n";

const std::map<At, Value> real_entries{{{0, 0}, 1.5}, {{2, 0}, -2}, {{1, 2}, 30}};

TEST(Boeing, RealMatrixWithFieldsThatTouch) {
  ASSERT_TRUE(is_boeing(real_matrix));
  const CoordinateList list = parse_boeing(real_matrix, "a.rua");
  EXPECT_EQ(list.extents, (std::vector<std::int64_t>{3, 3}));
  EXPECT_EQ(list.scalar, ScalarType::f64);
  EXPECT_EQ(list.declared_entries, 3);
  EXPECT_EQ(entries_of(list), real_entries);
  ReadOptions options;
  options.type = ScalarType::f32;
  EXPECT_EQ(entries_of(parse_boeing(real_matrix, "a.rua", options)), real_entries);
}

TEST(Boeing, FoundByItsThirdLine) {
  for (const char* name : {"a.rua", "a.txt", "a.rb"}) {
    const std::string path = temporary_file(name);
    std::ofstream(path) << real_matrix;
    EXPECT_EQ(entries_of(read_tensor_file(path)), real_entries);
    EXPECT_EQ(entries_of(read_boeing(path)), real_entries);
  }
  EXPECT_FALSE(is_boeing("%%MatrixMarket\n2 2 1\n1 1 1\n"));
  EXPECT_FALSE(is_boeing("RUA 1 1 1\n"));
}

TEST(Boeing, RightHandSidesAreSkipped) {
  std::string text = header("RUA", "3 3 3 0", "(4I3)           (3I2)           (3F6.1)", 1) +
                     "F             1             0\n";
  text += "  1  3  3  4\n 1 3 2\n   1.5  -2.0  30.0\n   9.0   9.0   9.0\n";
  EXPECT_EQ(entries_of(parse_boeing(text, "a.rua")), real_entries);
}

TEST(Boeing, RutherfordBoeingWithWholeNumbersAndPatterns) {
  const std::string head = "title                                              key\n 4 1 1 1\n";
  const auto whole =
      parse_boeing(head + "iua 2 2 2 0\n(3I4)           (2I4)           (2I5)\n"
                          "   1   2   3\n   2   1\n   -7    9\n",
                   "a.rb");
  EXPECT_EQ(whole.scalar, ScalarType::i64);
  EXPECT_EQ(entries_of(whole), (std::map<At, Value>{{{1, 0}, -7}, {{0, 1}, 9}}));
  const auto pattern =
      parse_boeing(head + "psa 2 2 2 0\n(3I4)           (2I4)\n   1   3   3\n   1   2\n", "a.rb");
  EXPECT_TRUE(pattern.pattern);
  EXPECT_EQ(pattern.symmetry, Symmetry::symmetric);
  EXPECT_EQ(entries_of(pattern), (std::map<At, Value>{{{0, 0}, 1}, {{1, 0}, 1}, {{0, 1}, 1}}));
}

TEST(Boeing, SymmetriesAreExpanded) {
  const std::string blocks = "  1  2  2\n 2\n";
  const auto skew          = parse_boeing(
      header("RZA", "2 2 1 0", "(3I3)           (1I2)           (1F4.1)") + blocks + " 2.5\n", "a");
  EXPECT_EQ(entries_of(skew), (std::map<At, Value>{{{1, 0}, 2.5}, {{0, 1}, -2.5}}));
  const auto hermitian = parse_boeing(
      header("CHA", "2 2 1 0", "(3I3)           (1I2)           (2F4.1)") + blocks + " 2.5 1.0\n",
      "a");
  EXPECT_EQ(hermitian.scalar, ScalarType::c128);
  EXPECT_EQ(entries_of(hermitian),
            (std::map<At, Value>{{{1, 0}, {2.5, 1}}, {{0, 1}, {2.5, -1}}}));
}

TEST(Boeing, FortranFormats) {
  const auto is = [](const char* text, char kind, int repeat, int width) {
    const auto f = Impl::parse_fortran_format(text);
    ASSERT_TRUE(f) << text;
    EXPECT_EQ(f->kind, kind) << text;
    EXPECT_EQ(f->repeat, repeat) << text;
    EXPECT_EQ(f->width, width) << text;
  };
  is("(16I5)", 'I', 16, 5);
  is(" ( 1p, 5d16.8 ) ", 'D', 5, 16);
  is("(1P5E15.8)", 'E', 5, 15);
  is("(3(1X,E20.12))", 'E', 3, 20);
  is("(F10.4)", 'F', 1, 10);
  is("(4E24.16E3)", 'E', 4, 24);
  for (const char* text : {"", "16I5", "(16I5", "(I)", "(0I5)", "(A8)", "(3I5,2I7)", "(2(1X,2I5))"})
    EXPECT_FALSE(Impl::parse_fortran_format(text)) << text;
}

TEST(Boeing, NumbersAsFortranWritesThem) {
  const FortranFormat f{'E', 1, 12, 0, 2, 0};
  EXPECT_EQ(Impl::spell_field("  1.5D-03", f), "1.5e-03");
  EXPECT_EQ(Impl::spell_field(" -.25+101", f), "-.25e101");
  EXPECT_EQ(Impl::spell_field("+2.E+5", f), "2.e5");
  EXPECT_EQ(Impl::spell_field("1234", f), "1234e-2");    // the point is implied
  EXPECT_EQ(Impl::spell_field("1234E3", f), "12.34e3");
  EXPECT_EQ(Impl::spell_field("12.5", {'F', 1, 12, 0, 2, 1}), "12.5e-1");  // 1P, no exponent
  EXPECT_EQ(Impl::spell_field(" 17", {'I', 1, 3, 0, 0, 0}), "17");
}

TEST(Boeing, Faults) {
  const auto fault = [](const std::string& text) {
    return message_of<IoError>([&] { parse_boeing(text, "a.rua"); });
  };
  const std::string formats = "(4I3)           (3I2)           (3F6.1)";
  const std::string head    = header("RUA", "3 3 3 0", formats);
  const std::string values  = "   1.5  -2.0  30.0\n";
  EXPECT_EQ(fault(header("RUE", "3 3 3 0", formats)),
            "a.rua:3: expected an assembled matrix (type ..A), got 'RUE'");
  EXPECT_EQ(fault(header("RSA", "3 4 3 0", formats)),
            "a.rua:3: expected as many rows as columns, since the type is RSA, got 'RSA           3 "
            "4 3 0'");
  EXPECT_EQ(fault(header("RUA", "3 3 3 0", "(4I3)           (3A2)")),
            "a.rua:4: expected the Fortran format of row indices, got '(3A2)'");
  EXPECT_EQ(fault(head + "  1  3  3  5\n"),
            "a.rua:5: expected a column pointer from 1 to 4, got '5'");
  EXPECT_EQ(fault(head + "  1  3  2  4\n"),
            "a.rua:5: expected column pointers that begin with 1 and ascend, got 3 and 2");
  EXPECT_EQ(fault(head + "  1  3  3  3\n"), "a.rua:5: expected a last column pointer of 4, got 3");
  EXPECT_EQ(fault(head + "  1  3  3  4\n 1 4 2\n" + values),
            "a.rua:6: expected a row index from 1 to 3, got '4'");
  EXPECT_EQ(fault(head + "  1  3  3  4\n 1 3 2\n   1.5  -2.x  30.0\n"),
            "a.rua:7: expected a number, got '-2.x'");
  EXPECT_EQ(fault(head + "  1  3  3  4\n 1 3 2\n"),
            "a.rua:7: expected a value, got the end of the file");
  ReadOptions options;
  options.extents = {2, 2};
  EXPECT_EQ(message_of<ShapeMismatch>([&] { parse_boeing(head, "a.rua", options); }),
            "read: a.rua: expected extents 2x2, got 3x3 in the file");
}

}  // namespace
}  // namespace Strata::Test
