// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include <Strata_MatrixMarket.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

const std::string banner = "%%MatrixMarket matrix ";

CoordinateList parse(const std::string& text, const ReadOptions& options = {}) {
  return parse_matrix_market(text, "f.mtx", options);
}

/// Every field × symmetry × format that the format allows.
struct Case {
  std::string field, symmetry;
  bool array;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const char* field :
       {"real", "double", "integer", "unsigned-integer", "complex", "pattern"})
    for (const char* symmetry : {"general", "symmetric", "skew-symmetric", "hermitian"})
      for (const bool array : {false, true}) cases.push_back({field, symmetry, array});
  return cases;
}

bool is_allowed(const Case& c) {
  if (c.field == "pattern")
    return !c.array && (c.symmetry == "general" || c.symmetry == "symmetric");
  return c.field != "unsigned-integer" || c.symmetry != "skew-symmetric";
}

Value value_at(const Case& c, int row, int column) {
  if (c.field == "pattern") return 1;
  const double re = 1 + row + 3 * column;
  const bool real_diagonal = row == column && c.symmetry == "hermitian";
  return {re, c.field == "complex" && !real_diagonal ? -0.5 * re : 0.0};
}

std::string text_of(const Case& c, const Value& v) {
  if (c.field == "pattern") return "";
  std::string text = std::to_string(static_cast<int>(v.real()));
  return c.field == "complex" ? text + " " + std::to_string(v.imag()) : text;
}

Value mirror(const Case& c, const Value& v) {
  if (c.symmetry == "skew-symmetric") return -v;
  return c.symmetry == "hermitian" ? std::conj(v) : v;
}

/// A 3 × 3 file and what is in it.
std::string make_file(const Case& c, std::map<At, Value>& expected) {
  std::string lines;
  int entries = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const bool general = c.symmetry == "general";
      if (!general && (i < j || (i == j && c.symmetry == "skew-symmetric"))) continue;
      const Value v = value_at(c, i, j);
      if (!c.array) lines += std::to_string(i + 1) + " " + std::to_string(j + 1) + " ";
      lines += text_of(c, v) + "\n";
      ++entries;
      expected[{i, j}] = v;
      if (!general && i != j) expected[{j, i}] = mirror(c, v);
    }
  const std::string format = c.array ? "array " : "coordinate ";
  const std::string size   = c.array ? "3 3\n" : "3 3 " + std::to_string(entries) + "\n";
  return banner + format + c.field + " " + c.symmetry + "\n% comment\n\n" + size + lines;
}

TEST(MatrixMarket, EveryFieldSymmetryAndFormat) {
  int read = 0;
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.field + " " + c.symmetry + (c.array ? " array" : " coordinate"));
    std::map<At, Value> expected;
    const std::string text = make_file(c, expected);
    if (!is_allowed(c)) {
      EXPECT_THROW(parse(text), IoError);
      continue;
    }
    const auto list = parse(text);
    EXPECT_EQ(entries_of(list), expected);
    EXPECT_EQ(name_of(list.symmetry), c.symmetry);
    EXPECT_EQ(list.array, c.array);
    EXPECT_EQ(list.extents, (At{3, 3}));
    ++read;
  }
  EXPECT_EQ(read, 40);
}

TEST(MatrixMarket, NaturalTypes) {
  const auto type_of = [](const std::string& field, const std::string& value) {
    return parse(banner + "coordinate " + field + " general\n1 1 1\n1 1" + value + "\n").scalar;
  };
  EXPECT_EQ(type_of("real", " 1"), ScalarType::f64);
  EXPECT_EQ(type_of("integer", " 1"), ScalarType::i64);
  EXPECT_EQ(type_of("unsigned-integer", " 18446744073709551615"), ScalarType::u64);
  EXPECT_EQ(type_of("complex", " 1 2"), ScalarType::c128);
  EXPECT_EQ(type_of("pattern", ""), ScalarType::f64);
}

TEST(MatrixMarket, ConvertsToTheTypeAskedFor) {
  const auto text = banner + "coordinate real general\n2 2 2\n1 1 1.0\n2 1 0\n";
  for (const auto type :
       {ScalarType::boolean, ScalarType::i8, ScalarType::u64, ScalarType::f16,
        ScalarType::bf16, ScalarType::f32,
        ScalarType::f64, ScalarType::c64, ScalarType::c128}) {
    ReadOptions options;
    options.type    = type;
    const auto list = parse(text, options);
    EXPECT_EQ(list.scalar, type);
    EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{0, 0}, 1}, {{1, 0}, 0}}));
  }
}

TEST(MatrixMarket, LargeIntegersStayExact) {
  ReadOptions options;
  options.type    = ScalarType::i64;
  const auto list = parse(
      banner + "coordinate integer general\n1 1 1\n1 1 9007199254740993\n", options);
  EXPECT_EQ(list.data<std::int64_t>()[0], 9007199254740993);
}

TEST(MatrixMarket, HeaderIsCaseInsensitiveAndLinesMayEndInCarriageReturns) {
  const auto list = parse(
      "%%matrixmarket MATRIX Coordinate REAL General\r\n%c\r\n\r\n2 3 2\r\n"
      "1 1 +.5e1\r\n\r\n% between\r\n2 3 -1.\r\n\r\n");
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{0, 0}, 5}, {{1, 2}, -1}}));
}

TEST(MatrixMarket, RepeatedEntriesAreKept) {
  const auto list = parse(banner + "coordinate real general\n1 1 2\n1 1 2\n1 1 3\n");
  EXPECT_EQ(list.num_entries, 2);
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{0, 0}, 5}}));
}

TEST(MatrixMarket, ArrayFilesDropZerosAndAllowSeveralValuesALine) {
  const auto list = parse(banner + "array real general\n2 2\n1 0\n0 4\n");
  EXPECT_EQ(list.num_entries, 2);
  EXPECT_EQ(list.declared_entries, 4);
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{0, 0}, 1}, {{1, 1}, 4}}));
}

TEST(MatrixMarket, TensorsOfAnyOrder) {
  const auto array = parse("%%MatrixMarket tensor array real general\n2 1 2\n1\n2\n3\n4\n");
  EXPECT_EQ(entries_of(array),
            (std::map<At, Value>{
                {{0, 0, 0}, 1}, {{1, 0, 0}, 2}, {{0, 0, 1}, 3}, {{1, 0, 1}, 4}}));
  const auto list =
      parse("%%MatrixMarket tensor coordinate integer general\n5 6 7 1\n5 6 7 -3\n");
  EXPECT_EQ(list.extents, (At{5, 6, 7}));
  EXPECT_EQ(entries_of(list), (std::map<At, Value>{{{4, 5, 6}, -3}}));
  EXPECT_EQ(parse("%%MatrixMarket vector array real general\n3\n1\n2\n3\n").order(), 1);
}

TEST(MatrixMarket, EmptyMatrices) {
  EXPECT_EQ(parse(banner + "coordinate real general\n3 4 0\n").num_entries, 0);
  EXPECT_EQ(parse(banner + "coordinate real general\n0 0 0\n").extents, (At{0, 0}));
  EXPECT_EQ(parse(banner + "array real general\n0 5\n").extents, (At{0, 5}));
}

TEST(MatrixMarket, ReportsProgress) {
  std::string text = banner + "coordinate pattern general\n1 200000 200000\n";
  for (int n = 1; n <= 200000; ++n) text += "1 " + std::to_string(n) + "\n";
  double last = 0;
  int calls   = 0;
  ReadOptions options;
  options.progress = [&](double fraction) {
    EXPECT_GT(fraction, last);
    EXPECT_LE(fraction, 1);
    last = fraction;
    ++calls;
  };
  EXPECT_EQ(parse(text, options).num_entries, 200000);
  EXPECT_EQ(calls, 3);
}

TEST(MatrixMarket, WriteAndReadBack) {
  auto list = parse(banner + "coordinate real general\n3 4 3\n1 1 0.1\n3 4 -1e-300\n2 2 3\n");
  list.data<double>()[2] = std::nextafter(1.0, 2.0);
  const auto path        = temporary_file("back.mtx");
  write_matrix_market(path, list);
  const auto back = read_matrix_market(path);
  EXPECT_EQ(back.extents, list.extents);
  EXPECT_EQ(entries_of(back), entries_of(list));
}

}  // namespace
}  // namespace Strata::Test
