// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_LEVEL_FORMATS_HPP
#define STRATA_TEST_LEVEL_FORMATS_HPP

#include <Strata_Levels.hpp>

#include "Strata_TestFormats.hpp"
#include "Strata_TestStorage.hpp"

namespace Strata::Testing {

/// Matrix formats: built-in ones, blocks, diagonals and every registered level.
inline std::vector<TensorFormat> pair_formats() {
  std::vector<TensorFormat> formats;
  for (const char* text :
       {"CSR", "CSC", "DCSR", "DCSC", "COO", "Dense(2)", "CSR<32, i32>",
        "(i, j) -> (j : compressed(nonunique), i : singleton)",
        "(i, j) -> (i : compressed, j : dense)",
        "(i, j) -> (i : dense, j : compressed(nonordered))", "BSR(2,3)", "CSB(3,2)", "DIA",
        "(i, j) -> (j floordiv 2 : compressed, i : dense, j mod 2 : dense)",
        "(i, j) -> (i * 9 + j : compressed)",
        "(i, j) -> (i : dense, j : loose_compressed)",
        "(i, j) -> (j : loose_compressed, i : loose_compressed)",
        "(i, j) -> (i : dense, j : loose_compressed(nonunique)), crdWidth = 8",
        "(i, j) -> (i : dense, j : ell)", "(i, j) -> (j : compressed, i : ell), crdWidth = 8",
        "(i, j) -> (i : dense, j : fixed_width), posWidth = 16",
        "(i, j) -> (i : dense, j : ragged)", "(i, j) -> (i : ragged, j : compressed)",
        "(i, j) -> (i : batch, j : compressed)", "(i, j) -> (j : compressed, i : batch)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : ell, i mod 2 : dense, j mod 3 : "
        "dense)",
        "(i, j) -> (i : dense, j floordiv 3 : dense, j mod 3 : structured[3, 3])"})
    formats.push_back(TensorFormat::parse(text, 2));
  return formats;
}

}  // namespace Strata::Testing

#endif
