// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_OldEncoding.hpp>

#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_FormatRules.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

bool is_types_key(const Token& key) {
  return key.is("lvlTypes") || key.is("lvlType") || key.is("dimLevelType");
}
bool is_map_key(const Token& key) {
  return key.is("dimToLvl") || key.is("dimOrdering");
}

/// "compressed-nu-no" as it is spelled now.
std::string level_spelling(TokenStream& tokens) {
  std::string name(tokens.expect_identifier("a level type").text);
  std::string modifiers;
  while (tokens.accept("-")) {
    const Token suffix = tokens.expect_identifier("nu, no or hi");
    const char* modifier = suffix.is("nu")   ? "nonunique"
                           : suffix.is("no") ? "nonordered"
                           : suffix.is("hi") ? "high"
                                             : nullptr;
    if (!modifier)
      tokens.fail("expected nu (nonunique), no (nonordered) or hi (high), got " +
                      describe(suffix),
                  suffix);
    modifiers += (modifiers.empty() ? "" : ", ") + std::string(modifier);
  }
  return modifiers.empty() ? name : name + "(" + modifiers + ")";
}

/// The type with that spelling; faults are shown at [begin, end) of `tokens`.
LevelType level_type(const std::string& spelling, const TokenStream& tokens,
                     std::size_t begin, std::size_t end) {
  ParsedLevelType parsed;
  try {
    TokenStream words(spelling);
    parsed = parse_level_type(words);
  } catch (const ParseError&) {
    tokens.fail("unknown level type '" + spelling + "'", begin, end);
  }
  if (!parsed.refusal.empty())
    throw UnsupportedExpression(
        caret_message(parsed.refusal, tokens.text(), begin, end));
  return parsed.type;
}

}  // namespace

bool OldEncoding::is_key(const Token& key) {
  return gives_levels(key) || key.is("pointerBitWidth") ||
         key.is("indexBitWidth");
}

bool OldEncoding::gives_levels(const Token& key) {
  return is_types_key(key) || is_map_key(key);
}

void OldEncoding::parse(TokenStream& tokens, const Token& key) {
  m_begin = tokens.peek().begin;
  if (is_map_key(key) ? m_map.has_value() : !m_levels.empty())
    tokens.fail("the levels are given twice", key);
  is_map_key(key) ? parse_map(tokens) : parse_levels(tokens);
  m_end = tokens.last_end();
}

void OldEncoding::parse_levels(TokenStream& tokens) {
  tokens.expect("[", "before the level types");
  do {
    if (m_levels.size() == max_rank)
      tokens.fail("more than " + std::to_string(max_rank) + " levels",
                  tokens.peek());
    parse_level(tokens);
  } while (tokens.accept(","));
  tokens.expect("]", "after the level types");
}

void OldEncoding::parse_level(TokenStream& tokens) {
  tokens.expect("\"", "around a level type");
  const std::size_t begin    = tokens.peek().begin;
  const std::string spelling = level_spelling(tokens);
  m_levels.push_back(level_type(spelling, tokens, begin, tokens.last_end()));
  tokens.expect("\"", "around a level type");
}

void OldEncoding::parse_map(TokenStream& tokens) {
  for (const char* part : {"affine_map", "<"})
    tokens.expect(part, "of 'affine_map<(i, j) -> (j, i)>'");
  m_map = Impl::parse_map(tokens, LevelTypes::absent).map;
  tokens.expect(">", "after the map");
}

TensorFormat OldEncoding::format(const TokenStream& tokens) const {
  if (m_levels.empty())
    tokens.fail("the encoding has no 'lvlTypes'", m_begin, m_end);
  const IndexMap map =
      m_map ? *m_map : IndexMap::identity(static_cast<int>(m_levels.size()));
  try {
    return TensorFormat(map, m_levels);
  } catch (const FormatMismatch& e) {
    tokens.fail(e.what(), m_begin, m_end);
  }
}

}  // namespace Strata::Impl
