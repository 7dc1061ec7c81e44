// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_MAP_HPP
#define STRATA_INDEX_MAP_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Strata {

/// Affine expression over the dimensions and symbols of an IndexMap.
struct AffineExpr {
  enum class Kind { constant, dimension, symbol, add, mul, floordiv, mod, count };
  Kind kind          = Kind::constant;
  std::int64_t value = 0;  ///< constant, or number of the dimension/symbol
  std::shared_ptr<const AffineExpr> lhs, rhs;  ///< operands (count: lhs only)
};
using AffineExprPtr = std::shared_ptr<const AffineExpr>;

/// Maps dimensions (and symbols) to expressions: a format's dimensions → levels.
/// Text: "[c](i, j) -> (i floordiv 2, c * 3 + j)".
struct IndexMap {
  std::vector<std::string> dimensions;  ///< names, in order
  std::vector<std::string> symbols;
  std::vector<AffineExprPtr> results;

  static IndexMap identity(int rank);
  /// results[l] = dimension order[l].
  static IndexMap permutation(const std::vector<int>& order);
  static IndexMap parse(std::string_view text);

  std::string to_string() const;
  /// order[l] = dimension of result l, when the map is a permutation.
  std::optional<std::vector<int>> as_permutation() const;
  bool operator==(const IndexMap& other) const;  // names do not matter
};

/// Prints with the given names.
std::string to_string(const AffineExpr& e, const std::vector<std::string>& dimensions,
                      const std::vector<std::string>& symbols);

}  // namespace Strata

#endif
