// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_FORMATS_HPP
#define STRATA_TEST_FORMATS_HPP

#include <vector>

#include "Strata_TestSpaces.hpp"

namespace Strata::Testing {

/// Formats of order 2 and 3: every kind at every level, other mode orders,
/// narrow and signed index types.
inline std::vector<TensorFormat> matrix_formats() {
  std::vector<TensorFormat> formats = {
      Formats::csr(),          Formats::csc(),         Formats::dcsr(),
      Formats::dcsc(),         Formats::dense(2),      Formats::coo(2),
      Formats::csf(2, {1, 0}), Formats::coo(2, {1, 0})};
  formats.push_back(
      TensorFormat::parse("(i, j) -> (i : compressed, j : dense)"));
  formats.push_back(Formats::csr().with_index_types({16}, {8}));
  formats.push_back(Formats::coo(2).with_index_types({32, true}, {32, true}));
  return formats;
}
inline std::vector<TensorFormat> order3_formats() {
  std::vector<TensorFormat> formats = {Formats::csf(3), Formats::coo(3),
                                       Formats::dense(3, {2, 0, 1}),
                                       Formats::csf(3, {1, 2, 0})};
  for (const char* text :
       {"(i, j, k) -> (i : compressed, j : dense, k : compressed)",
        "(i, j, k) -> (j : dense, i : compressed, k : dense)",
        "(i, j, k) -> (i : dense, k : compressed(nonunique), j : singleton)",
        "(i, j, k) -> (i : dense, j : dense, k : compressed)"})
    formats.push_back(TensorFormat::parse(text));
  return formats;
}

/// Random tensor of the given extents in `format`.
template <class ExecutionSpace>
auto random_tensor(const ExecutionSpace& exec, const TensorFormat& format,
                   const RandomEntries& entries,
                   const std::vector<std::int64_t>& extents) {
  return assemble<double>(exec, format, extents, entries.coordinates,
                          entries.values, "A");
}

}  // namespace Strata::Testing

#endif
