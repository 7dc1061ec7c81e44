// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAP_PARSER_HPP
#define STRATA_IMPL_MAP_PARSER_HPP

#include <string>
#include <vector>

#include <Strata_IndexMap.hpp>
#include <Strata_LevelType.hpp>
#include <Strata_TensorFormat.hpp>
#include <impl/Strata_Lexer.hpp>

namespace Strata::Impl {

/// Names that an affine expression may use.
struct AffineScope {
  const std::vector<std::string>& dimensions;
  const std::vector<std::string>& symbols;
  const std::vector<std::string>& runtime;
};

/// Parses one affine expression.
AffineExprPtr parse_affine(TokenStream& tokens, const AffineScope& scope);

/// A level type as written: the type, or the reason why it is refused.
struct ParsedLevelType {
  LevelType type;
  std::string refusal;  ///< empty: supported
};
ParsedLevelType parse_level_type(TokenStream& tokens);

struct TextRange {
  std::size_t begin = 0, end = 0;
};

/// One "[name =] expression [: type]" of a map.
struct ParsedLevel {
  ParsedLevelType type;
  TextRange expression_at, type_at;
};

struct ParsedMap {
  IndexMap map;
  std::vector<ParsedLevel> levels;
  DimensionSlices slices;  ///< "#sparse_tensor<slice(…)>", one per dimension
};

/// Whether the levels of a map carry types.
enum class LevelTypes { absent, required };

/// Parses "[symbols]? {levels}? (dims) -> (levels)" in short or full form and
/// checks an inverse that is written out; without level types also
/// "(dims)[symbols]?{runtime}? -> (results)".
ParsedMap parse_map(TokenStream& tokens, LevelTypes types);

/// Most dimensions or levels a map may have.
inline constexpr std::size_t max_rank = 64;

}  // namespace Strata::Impl

#endif
