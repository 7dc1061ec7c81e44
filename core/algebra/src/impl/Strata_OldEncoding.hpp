// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_OLD_ENCODING_HPP
#define STRATA_IMPL_OLD_ENCODING_HPP

#include <optional>
#include <vector>

#include <Strata_TensorFormat.hpp>
#include <impl/Strata_Lexer.hpp>

namespace Strata::Impl {

/// The keys that encodings had before `map`:
///
///     lvlTypes = [ "dense", "compressed-nu" ], dimToLvl = affine_map<(i, j) -> (j, i)>,
///     posWidth = 32, crdWidth = 8
///
/// also called lvlType and dimLevelType, dimOrdering, pointerBitWidth and
/// indexBitWidth.
class OldEncoding {
 public:
  static bool is_key(const Token& key);
  /// Keys that parse() reads; the others are widths.
  static bool gives_levels(const Token& key);

  /// Reads what is behind "key =".
  void parse(TokenStream& tokens, const Token& key);
  bool has_levels() const { return !m_levels.empty() || m_map; }
  /// The format without index types. \pre has_levels()
  TensorFormat format(const TokenStream& tokens) const;

 private:
  void parse_levels(TokenStream& tokens);
  void parse_level(TokenStream& tokens);
  void parse_map(TokenStream& tokens);

  std::vector<LevelType> m_levels;
  std::optional<IndexMap> m_map;
  std::size_t m_begin = 0, m_end = 0;  ///< of the last value that was read
};

}  // namespace Strata::Impl

#endif
