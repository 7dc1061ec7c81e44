// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of plugins as storage is printed.
#include <sstream>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// [6 . 9 8; . . . .; 5 . . 7]
std::string printed(const std::string& format, PrintStyle style = PrintStyle::legacy) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorRef tensor = ref(assemble<double>(
      one_thread(exec), TensorFormat::parse(format), {3, 4},
      Coordinates{{0, 0}, {0, 2}, {0, 3}, {2, 0}, {2, 3}}, Reals{6, 9, 8, 5, 7}));
  std::ostringstream out;
  print(exec, out, tensor, {-1, style});
  return out.str();
}

TEST(PrintLevels, Ell) {  // S0-22; ell_fig5, padding is 255
  EXPECT_EQ(printed("(i, j) -> (i : dense, j : ell), crdWidth = 8"),
            "d1: dense\n"
            "    pointers[1]: [ 3, 3 ]\n"
            "    indices[1]: [ 0, 255, 0, 2, 255, 3, 3, 255, 255 ]\n"
            "    values: [ 6, 0, 5, 9, 0, 7, 8, 0, 0 ]\n");
}

TEST(PrintLevels, LooseCompressed) {
  EXPECT_EQ(printed("(i, j) -> (i : dense, j : loose_compressed)"),
            "d1: dense\n"
            "    pointers[1]: [ 0, 3, 3, 3, 3, 5 ]\n"
            "    indices[1]: [ 0, 2, 3, 0, 3 ]\n"
            "    values: [ 6, 9, 8, 5, 7 ]\n");
}

TEST(PrintLevels, Bitmap) {
  EXPECT_EQ(printed("(i, j) -> (i : dense, j : bitmap), posWidth = 8"),
            "d1: dense\n"
            "    pointers[1]: [ 13, 9 ]\n"
            "    values: [ 6, 0, 9, 8, 0, 0, 0, 0, 5, 0, 0, 7 ]\n");
}

TEST(PrintLevels, RunLength) {
  EXPECT_EQ(printed("(i, j) -> (i : dense, j : run_length)"),
            "d1: dense\n"
            "    pointers[1]: [ 4, 6, 6, 8, 0, 1, 3, 4, 5 ]\n"
            "    indices[1]: [ 0, 2, 0, 3 ]\n"
            "    values: [ 6, 9, 8, 5, 7 ]\n");
}

TEST(PrintLevels, HashedIsNeverCalledNonordered) {
  const std::string text =
      printed("(i, j) -> (i : dense, j : hashed), crdWidth = 8", PrintStyle::levels);
  EXPECT_NE(text.find("level 1 (d1): hashed, size 4\n  positions[1] (4): 0 8 8 12\n"),
            std::string::npos)
      << text;
}

TEST(PrintLevels, Range) {
  const std::string text =
      printed("(i, j) -> (j - i : compressed, i : range)", PrintStyle::levels);
  EXPECT_NE(text.find("level 1 (d0): range, size 3\nvalues"), std::string::npos) << text;
}

}  // namespace
