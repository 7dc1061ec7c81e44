// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MatrixMarket.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

struct Fault {
  std::string text, message;
  std::optional<ScalarType> type = {};
};

std::string fault_of(const Fault& f) {
  ReadOptions options;
  options.type = f.type;
  return message_of<IoError>([&] { parse_matrix_market(f.text, "f.mtx", options); });
}

void expect_all(const std::vector<Fault>& faults) {
  for (const auto& f : faults) EXPECT_EQ(fault_of(f), "f.mtx:" + f.message) << f.text;
}

const std::string mm = "%%MatrixMarket matrix ";

TEST(MatrixMarketErrors, Header) {
  const std::string expected =
      "1: expected '%%MatrixMarket matrix|tensor coordinate|array field symmetry' on the "
      "first line, got ";
  expect_all({
      {"", expected + "the end of the file"},
      {"1 2 3\n", expected + "'1 2 3'"},
      {"%%MatrixMarket graph coordinate real general\n",
       "1: expected the object matrix, tensor or vector, got 'graph'"},
      {mm + "sparse real general\n", "1: expected the format coordinate or array, got 'sparse'"},
      {mm + "array quaternion general\n",
       "1: expected the field real, double, integer, unsigned-integer, complex or pattern, "
       "got 'quaternion'"},
      {mm + "array real\n",
       "1: expected the symmetry general, symmetric, skew-symmetric or hermitian, got the "
       "end of the line"},
      {mm + "array real general now\n",
       "1: expected the end of the line after the header, got 'now'"},
      {mm + "array pattern general\n1 1\n",
       "1: expected a field with values in an array file, got pattern"},
      {mm + "coordinate pattern skew-symmetric\n1 1 0\n",
       "1: expected a field with negative values in a skew-symmetric file, got pattern"},
      {"%%MatrixMarket tensor array real symmetric\n1 1\n1\n",
       "1: expected the symmetry general for a tensor or vector, got symmetric"},
  });
}

TEST(MatrixMarketErrors, Sizes) {
  expect_all({
      {mm + "coordinate real general\n% only\n",
       "2: expected the line 'rows columns entries', got the end of the file"},
      {mm + "coordinate real general\n3 3\n",
       "2: expected the line 'rows columns entries', got '3 3'"},
      {mm + "coordinate real general\n3 x 1\n",
       "2: expected the line 'rows columns entries', got '3 x 1'"},
      {mm + "coordinate real general\n3 -3 1\n",
       "2: expected the line 'rows columns entries', got '3 -3 1'"},
      {mm + "array real general\n3 3 9\n", "2: expected the line 'rows columns', got '3 3 9'"},
      {mm + "coordinate real symmetric\n3 4 0\n",
       "2: expected a square matrix in a symmetric file, got 3x4"},
  });
}

TEST(MatrixMarketErrors, Entries) {
  const auto file = [](const std::string& lines) {
    return mm + "coordinate real general\n%\n2 3 2\n" + lines;
  };
  expect_all({
      {file("1 1 1\n"), "4: expected 2 entries, got the end of the file after 1"},
      {file("1 1 1\n1 2 1\n2 2 1\n"),
       "6: expected the end of the file after 2 entries, got '2 2 1'"},
      {file("3 1 1\n1 2 1\n"),
       "4: expected a coordinate from 1 to 2 in dimension 1, got '3'"},
      {file("1 1 1\n2 0 1\n"),
       "5: expected a coordinate from 1 to 3 in dimension 2, got '0'; the file seems to be "
       "0-based, coordinates must start at 1"},
      {file("1 1.5 1\n"), "4: expected a coordinate from 1 to 3 in dimension 2, got '1.5'"},
      {file("1\n"),
       "4: expected a coordinate from 1 to 3 in dimension 2, got the end of the line"},
      {file("1 1\n"), "4: expected a number, got the end of the line"},
      {file("1 1 one\n"), "4: expected a number, got 'one'"},
      {file("1 1 1.2.3\n"), "4: expected a number, got '1.2.3'"},
      {file("1 1 1 2\n"), "4: expected the end of the line after the entry, got '2'"},
  });
}

TEST(MatrixMarketErrors, Values) {
  const auto file = [](const std::string& field, const std::string& value) {
    return mm + "coordinate " + field + " general\n1 1 1\n1 1 " + value + "\n";
  };
  expect_all({
      {file("integer", "1.5"),
       "3: expected a value of type i64 (-9223372036854775808 to 9223372036854775807), got "
       "'1.5'"},
      {file("integer", "1.5"), "3: expected an integer, got '1.5'", ScalarType::f64},
      {file("integer", "300"), "3: expected a value of type i8 (-128 to 127), got '300'",
       ScalarType::i8},
      {file("real", "-1"), "3: expected a value of type u8 (0 to 255), got '-1'",
       ScalarType::u8},
      {file("real", "2.5"), "3: expected a value of type u8 (0 to 255), got '2.5'",
       ScalarType::u8},
      {file("real", "1e20"),
       "3: expected a value of type i64 (-9223372036854775808 to 9223372036854775807), got "
       "'1e20'",
       ScalarType::i64},
      {file("integer", "2"), "3: expected a value of type bool (0 or 1), got '2'",
       ScalarType::boolean},
      {file("complex", "1"), "3: expected a number, got the end of the line"},
      {file("complex", "1 2"),
       "3: expected an imaginary part of 0 (the type asked for is f64), got '2'",
       ScalarType::f64},
      {file("pattern", "1"), "3: expected the end of the line after the entry, got '1'"},
  });
}

TEST(MatrixMarketErrors, Symmetry) {
  expect_all({
      {mm + "coordinate real skew-symmetric\n2 2 1\n1 1 2\n",
       "3: expected a diagonal entry of 0 in a skew-symmetric file, got '1 1 2'"},
      {mm + "coordinate complex hermitian\n2 2 1\n1 1 2 1\n",
       "3: expected a real diagonal entry in a hermitian file, got '1 1 2 1'"},
      {mm + "coordinate integer skew-symmetric\n2 2 1\n2 1 3\n",
       "3: expected a value whose negative the type u8 holds, got '2 1 3'", ScalarType::u8},
      {mm + "coordinate integer skew-symmetric\n2 2 1\n2 1 -128\n",
       "3: expected a value whose negative the type i8 holds, got '2 1 -128'",
       ScalarType::i8},
  });
}

TEST(MatrixMarketErrors, Arrays) {
  expect_all({
      {mm + "array real general\n2 2\n1\n2\n3\n",
       "5: expected 4 values, got the end of the file after 3"},
      {mm + "array real general\n1 1\n1\n2\n",
       "4: expected the end of the file after 1 values, got '2'"},
      {mm + "array real general\n2 1\n1\nx\n", "4: expected a number, got 'x'"},
      {"%%MatrixMarket tensor array real general\n4000000000 4000000000\n",
       "2: expected extents whose product fits in 64 bits, got 4000000000x4000000000"},
  });
}

TEST(MatrixMarketErrors, HugeEntryCountDoesNotAllocate) {
  EXPECT_EQ(fault_of({mm + "coordinate real general\n5 5 900000000000000000\n1 1 1\n", {}}),
            "f.mtx:3: expected 900000000000000000 entries, got the end of the file after 1");
}

TEST(MatrixMarketErrors, ExtentsThatWereAskedFor) {
  ReadOptions options;
  options.extents = At{3, 4};
  const auto text = mm + "coordinate real general\n3 5 0\n";
  EXPECT_EQ(message_of<ShapeMismatch>([&] { parse_matrix_market(text, "f.mtx", options); }),
            error_message("read", "f.mtx", "extents 3x4", "3x5 in the file"));
  options.extents.reset();
  options.order = 3;
  EXPECT_EQ(message_of<ShapeMismatch>([&] { parse_matrix_market(text, "f.mtx", options); }),
            error_message("read", "f.mtx", "a tensor of order 3", "order 2 (3x5)"));
}

}  // namespace
}  // namespace Strata::Test
