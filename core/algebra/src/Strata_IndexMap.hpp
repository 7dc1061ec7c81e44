// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_MAP_HPP
#define STRATA_INDEX_MAP_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_AffineExpr.hpp>

namespace Strata {

/// Maps dimensions (symbols, run-time variables) to expressions: a format's
/// dimensions → levels, an operation's output → input. Where it holds is said
/// by an IndexingMap. Text: "[c](i, j) -> (i floordiv 2, c * 3 + j)" as formats
/// write it, or "(d0)[s0]{rt0} -> (s0, d0 + rt0)".
struct IndexMap {
  std::vector<std::string> dimensions;  ///< names, in order
  std::vector<std::string> symbols;
  std::vector<std::string> runtime;
  std::vector<AffineExprPtr> results;

  static IndexMap identity(int rank);
  /// results[l] = dimension order[l].
  static IndexMap permutation(const std::vector<int>& order);
  static IndexMap parse(std::string_view text);

  /// Symbols in front, as formats write them.
  std::string to_string() const;
  AffineNames names() const { return {dimensions, symbols, runtime}; }
  /// order[l] = dimension of result l, when the map is a permutation.
  std::optional<std::vector<int>> as_permutation() const;
  bool operator==(const IndexMap& other) const;  // names do not matter
};

}  // namespace Strata

#endif
