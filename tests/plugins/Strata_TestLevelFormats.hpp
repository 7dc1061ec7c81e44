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
        "BSR(1,1)", "BSR(1,3)", "BSR(3,1)",
        "(i, j) -> (i : dense, j mod 1 : compressed, j : dense)",
        "(i, j) -> (i floordiv 2 : dense, j : compressed, i mod 2 : dense, i mod 1 : dense)",
        "(i, j) -> (j - i : compressed, i mod 1 : dense, i : dense)",
        "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, (i mod 4) floordiv 2 : "
        "dense, (j mod 4) floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)",
        "(i, j) -> (i : dense, (i + j) mod 9 : compressed)",
        "(i, j) -> (j floordiv 2 : compressed, i : dense, j mod 2 : dense)",
        "(i, j) -> (i * 9 + j : compressed)",
        "(i, j) -> (i : dense, j : loose_compressed)",
        "(i, j) -> (j : loose_compressed, i : loose_compressed)",
        "(i, j) -> (i : dense, j : loose_compressed(nonunique)), crdWidth = 8",
        "(i, j) -> (i : dense, j : ell)", "(i, j) -> (j : compressed, i : ell), crdWidth = 8",
        "(i, j) -> (i : dense, j : fixed_width), posWidth = 16",
        "(i, j) -> (i : dense, j : sell[4])", "(i, j) -> (j : compressed, i : sell[3]), crdWidth = 8",
        "(i, j) -> (i : dense, j floordiv 2 : sell[2], j mod 2 : dense)",
        "(i, j) -> (i : by_length, j : jagged)", "(i, j) -> (j : by_length, i : jagged), posWidth = 16",
        "(i, j) -> (i : by_length_in[3], j : sell[2])",
        "(i, j) -> (i : dense, j : by_length_in[2])",
        "(i, j) -> (j floordiv 2 : hashed, i : by_length, j mod 2 : ell)",
        "(i, j) -> (i : dense, j : ragged)", "(i, j) -> (i : ragged, j : compressed)",
        "(i, j) -> (i : batch, j : compressed)", "(i, j) -> (i : batch, j : batch)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : ell, i mod 2 : dense, j mod 3 : "
        "dense)",
        "(i, j) -> (i : dense, j floordiv 3 : dense, j mod 3 : structured[3, 3])",
        "(i, j) -> (j - i : compressed, i : range)", "(i, j) -> (i - j : dense, i : range)",
        "(i, j) -> (i + j : compressed, j : range)",
        "(i, j) -> (j - i : compressed, j : range)",
        "(i, j) -> (i : dense, j : bitmap), posWidth = 8",
        "(i, j) -> (j : bitmap, i : compressed)",
        "(i, j) -> (i : dense, j : run_length)",
        "(i, j) -> (i : run_length, j : run_length), posWidth = 16",
        "(i, j) -> (i : dense, j : hashed), crdWidth = 8", "(i, j) -> (j : hashed, i : hashed)",
        "(i, j) -> (i : dense, j floordiv 3 : bitmap, j mod 3 : run_length)",
        "(i, j) -> (i : dense, j : counted[9])",
        "(i, j) -> (i : dense, j floordiv 3 : dense, j mod 3 : structured[3, 3]), crdWidth = 2",
        "CSR<64, 4>", "(i, j) -> (i : dense, j : ell), crdWidth = 4",
        "(i, j) -> (i : dense, j : hashed), crdWidth = 4",
        "(i, j) -> (j floordiv 2 : dense, i : dense, j mod 2 : compressed), crdWidth = 1",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : "
        "dense), crdWidth = 2"})
    formats.push_back(TensorFormat::parse(text, 2));
  return formats;
}

/// Arrays as numbers.
inline std::vector<std::int64_t> numbers(const void* data, std::int64_t count, IndexType type) {
  const IndexSpan span(data, type);
  std::vector<std::int64_t> out;
  for (std::int64_t n = 0; n < count; ++n) out.push_back(span[n]);
  return out;
}
inline std::vector<std::int64_t> positions(const TensorRef& t, int l) {
  return numbers(t.levels[l].positions, t.levels[l].num_positions, t.format.pos_type());
}
inline std::vector<std::int64_t> coordinates(const TensorRef& t, int l) {
  return numbers(t.levels[l].coordinates, t.levels[l].num_coordinates, t.format.crd_type());
}
inline std::vector<double> values(const TensorRef& t) {
  const auto* v = static_cast<const double*>(t.values);
  return {v, v + t.num_values};
}

/// Entries of a dense matrix that are not zero.
template <class ExecutionSpace>
TensorRef store(const ExecutionSpace& exec, const std::string& format,
                const std::vector<std::vector<double>>& rows) {
  Coordinates crd;
  std::vector<double> val;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      if (rows[i][j] != 0) {
        crd.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)});
        val.push_back(rows[i][j]);
      }
  const TensorRef tensor = ref(assemble<double>(
      exec, TensorFormat::parse(format, 2),
      {static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows[0].size())},
      crd, val));
  validate(exec, tensor);
  return tensor;
}

}  // namespace Strata::Testing

#endif
