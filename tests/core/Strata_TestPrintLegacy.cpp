// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Storage as the literature prints it, character by character.
#include <sstream>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(PrintLegacy);

template <class ExecutionSpace>
std::string printed(const ExecutionSpace& exec, const TensorRef& tensor,
                    std::int64_t max_elements = -1) {
  std::ostringstream out;
  print(exec, out, tensor, {max_elements, PrintStyle::legacy});
  return out.str();
}

/// The 8x8 matrix with m(0,1) = 1.1, m(0,4) = 2.2, m(7,2) = 3.3.
template <class ExecutionSpace>
std::string eight(const ExecutionSpace& exec, const std::string& format) {
  return printed(exec, ref(assemble<double>(
                           exec, TensorFormat::parse(format, 2), {8, 8},
                           Coordinates{{7, 2}, {0, 4}, {0, 1}},
                           Reals{3.3, 2.2, 1.1})));
}

/// [6 . 9 8; . . . .; 5 . . 7]
template <class ExecutionSpace>
std::string figure(const ExecutionSpace& exec, const std::string& levels) {
  return printed(exec, ref(assemble<double>(
                           exec, TensorFormat::parse("(i, j) -> " + levels),
                           {3, 4},
                           Coordinates{{0, 0}, {0, 2}, {0, 3}, {2, 0}, {2, 3}},
                           Reals{6, 9, 8, 5, 7})));
}

TYPED_TEST(PrintLegacy, SparseVector) {  // S1-04
  const auto view =
      assemble<float>(this->exec, Formats::sparse_vector(), {16},
                      Coordinates{{3}, {6}, {9}, {12}},
                      std::vector<float>{1.1f, 2.2f, 3.3f, 4.4f});
  EXPECT_EQ(printed(this->exec, ref(view)),
            "pointers[0]: [ 0, 4 ]\n"
            "indices[0]: [ 3, 6, 9, 12 ]\n"
            "values: [ 1.1, 2.2, 3.3, 4.4 ]\n");
}

TYPED_TEST(PrintLegacy, CompressedRows) {  // S1-05 with E1; csr_8x8
  EXPECT_EQ(eight(this->exec, "CSR"),
            "d1: dense\n"
            "    pointers[1]: [ 0, 2, 2, 2, 2, 2, 2, 2, 3 ] # Length = 9\n"
            "    indices[1]: [ 1, 4, 2 ]\n"
            "    values: [ 1.1, 2.2, 3.3 ]\n");
}

TYPED_TEST(PrintLegacy, DoublyCompressedColumns) {  // S0-19; dcsc_8x8
  EXPECT_EQ(eight(this->exec, "DCSC<32,8>"),
            "pointers[0]: [ 0, 3 ]\n"
            "indices[0]: [ 1, 2, 4 ]\n"
            "pointers[1]: [ 0, 1, 2, 3 ]\n"
            "indices[1]: [ 0, 7, 0 ]\n"
            "values: [ 1.1, 3.3, 2.2 ]\n");
}

TYPED_TEST(PrintLegacy, SortedCoordinates) {  // S0-17; coo_8x8
  EXPECT_EQ(eight(this->exec, "COO"),
            "pointers[0]: [ 0, 3 ]\n"
            "indices[0]: [ 0, 0, 7 ]\n"
            "indices[1]: [ 1, 4, 2 ]\n"
            "values: [ 1.1, 2.2, 3.3 ]\n");
}

TYPED_TEST(PrintLegacy, Blocks) {  // S0-14; bsr2x2
  const auto view = assemble<double>(
      this->exec, Formats::bsr(2, 2), {4, 6},
      Coordinates{
          {3, 2}, {0, 0}, {0, 1}, {0, 4}, {1, 1}, {1, 5}, {2, 2}, {2, 3}},
      Reals{8, 1, 2, 4, 3, 5, 6, 7});
  EXPECT_EQ(printed(this->exec, ref(view)),
            "d1: dense\n"
            "    pointers[1]: [ 0, 2, 3 ] # Length = 3\n"
            "    indices[1]: [ 0, 2, 1 ]\n"
            "    d3: dense\n"
            "        d4: dense\n"
            "            values: [ 1, 2, 0, 3, 4, 0, 0, 5, 6, 7, 8, 0 ]\n");
}

TYPED_TEST(PrintLegacy, Figure5DenseDense) {  // fig5_01, fig5_10
  EXPECT_EQ(figure(this->exec, "(i : dense, j : dense)"),
            "d1: dense\n"
            "    d2: dense\n"
            "        values: [ 6, 0, 9, 8, 0, 0, 0, 0, 5, 0, 0, 7 ]\n");
  EXPECT_EQ(figure(this->exec, "(j : dense, i : dense)"),
            "d1: dense\n"
            "    d2: dense\n"
            "        values: [ 6, 0, 5, 0, 0, 0, 9, 0, 0, 8, 0, 7 ]\n");
}

TYPED_TEST(PrintLegacy, Figure5DenseCompressed) {
  EXPECT_EQ(figure(this->exec, "(i : dense, j : compressed)"),
            "d1: dense\n"
            "    pointers[1]: [ 0, 3, 3, 5 ] # Length = 4\n"
            "    indices[1]: [ 0, 2, 3, 0, 3 ]\n"
            "    values: [ 6, 9, 8, 5, 7 ]\n");
  EXPECT_EQ(figure(this->exec, "(j : dense, i : compressed)"),
            "d1: dense\n"
            "    pointers[1]: [ 0, 2, 2, 3, 5 ] # Length = 5\n"
            "    indices[1]: [ 0, 2, 0, 0, 2 ]\n"
            "    values: [ 6, 5, 9, 8, 7 ]\n");
}

TYPED_TEST(PrintLegacy, Figure5CompressedDense) {
  EXPECT_EQ(figure(this->exec, "(i : compressed, j : dense)"),
            "pointers[0]: [ 0, 2 ]\n"
            "indices[0]: [ 0, 2 ]\n"
            "d2: dense\n"
            "    values: [ 6, 0, 9, 8, 5, 0, 0, 7 ]\n");
  EXPECT_EQ(figure(this->exec, "(j : compressed, i : dense)"),
            "pointers[0]: [ 0, 3 ]\n"
            "indices[0]: [ 0, 2, 3 ]\n"
            "d2: dense\n"
            "    values: [ 6, 0, 5, 9, 0, 0, 8, 0, 7 ]\n");
}

TYPED_TEST(PrintLegacy, Figure5CompressedCompressed) {
  EXPECT_EQ(figure(this->exec, "(i : compressed, j : compressed)"),
            "pointers[0]: [ 0, 2 ]\n"
            "indices[0]: [ 0, 2 ]\n"
            "pointers[1]: [ 0, 3, 5 ]\n"
            "indices[1]: [ 0, 2, 3, 0, 3 ]\n"
            "values: [ 6, 9, 8, 5, 7 ]\n");
  EXPECT_EQ(figure(this->exec, "(j : compressed, i : compressed)"),
            "pointers[0]: [ 0, 3 ]\n"
            "indices[0]: [ 0, 2, 3 ]\n"
            "pointers[1]: [ 0, 2, 3, 5 ]\n"
            "indices[1]: [ 0, 2, 0, 0, 2 ]\n"
            "values: [ 6, 5, 9, 8, 7 ]\n");
}

TYPED_TEST(PrintLegacy, EmptyShortenedAndScalar) {
  const auto empty =
      assemble<double>(this->exec, Formats::csr(), {1, 4}, Coordinates{}, {});
  EXPECT_EQ(printed(this->exec, ref(empty)),
            "d1: dense\n"
            "    pointers[1]: [ 0, 0 ] # Length = 2\n"
            "    indices[1]: [ ]\n"
            "    values: [ ]\n");
  const auto vector =
      assemble<double>(this->exec, Formats::sparse_vector(), {9},
                       Coordinates{{1}, {5}, {7}}, Reals{1, 2, 3});
  EXPECT_EQ(printed(this->exec, ref(vector), 2),
            "pointers[0]: [ 0, 3 ]\n"
            "indices[0]: [ 1, 5, ... (1 more) ]\n"
            "values: [ 1, 2, ... (1 more) ]\n");
  EXPECT_EQ(printed(this->exec, ref(vector), 0),
            "pointers[0]: [ ... (2 more) ]\n"
            "indices[0]: [ ... (3 more) ]\n"
            "values: [ ... (3 more) ]\n");
  const auto scalar = assemble<double>(this->exec, Formats::dense(0), {},
                                       Coordinates{{}}, Reals{2.5});
  EXPECT_EQ(printed(this->exec, ref(scalar)), "values: [ 2.5 ]\n");
}

}  // namespace
