// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_TacoFormat.hpp>

#include <algorithm>
#include <array>
#include <numeric>

#include <Strata_Error.hpp>
#include <impl/Strata_FormatRules.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

struct LevelLetter {
  char letter;
  std::string_view level;  ///< as in an encoding
};
constexpr std::array<LevelLetter, 6> level_letters = {
    {{'d', "dense"},
     {'s', "compressed"},
     {'u', "compressed(nonunique)"},
     {'q', "singleton"},
     {'c', "singleton(nonunique)"},
     {'p', "singleton(padded)"}}};

std::string known_letters() {
  std::string text;
  for (const LevelLetter& l : level_letters)
    text += (text.empty() ? "" : ", ") + std::string(1, l.letter) + " (" +
            std::string(l.level) + ")";
  return text;
}

/// The level type of the letter at `at`, a place in the text.
LevelType letter_type(const TokenStream& tokens, char letter, std::size_t at) {
  const auto found =
      std::find_if(level_letters.begin(), level_letters.end(),
                   [&](const LevelLetter& l) { return l.letter == letter; });
  if (found == level_letters.end())
    tokens.fail("unknown level letter '" + std::string(1, letter) +
                    "'; known are " + known_letters() +
                    "; formats by name are spelled CSR, COO, BSR(2,2) …",
                at, at + 1);
  TokenStream spelling(found->level);
  const ParsedLevelType parsed = parse_level_type(spelling);
  if (!parsed.refusal.empty())
    throw UnsupportedExpression(
        caret_message(parsed.refusal, tokens.text(), at, at + 1));
  return parsed.type;
}

/// "2,0,1" behind the colon.
std::vector<int> parse_mode_order(TokenStream& tokens, std::size_t rank) {
  std::vector<int> order;
  std::vector<bool> seen(rank, false);
  const std::size_t begin = tokens.peek().begin;
  do {
    const Token token = tokens.peek();
    const auto d      = static_cast<std::size_t>(
        tokens.expect_integer("the dimension of a level"));
    if (d >= rank || seen[d])
      tokens.fail("a mode order names every dimension from 0 to " +
                      std::to_string(rank - 1) + " once",
                  token);
    seen[d] = true;
    order.push_back(static_cast<int>(d));
  } while (order.size() < rank && tokens.accept(","));
  const bool more = tokens.peek().is(",") && tokens.peek(1).is_number();
  if (more || order.size() < rank)
    tokens.fail("expected a mode order of " + std::to_string(rank) +
                    " dimensions, one for each level letter",
                begin, more ? tokens.peek(1).end : tokens.last_end());
  return order;
}

}  // namespace

bool is_taco_format(const Token& token) {
  return token.is_identifier() &&
         std::all_of(token.text.begin(), token.text.end(),
                     [](char c) { return 'a' <= c && c <= 'z'; });
}

TensorFormat parse_taco_format(TokenStream& tokens) {
  const Token letters = tokens.expect_identifier("level letters");
  if (letters.text.size() > max_rank)
    tokens.fail("more than " + std::to_string(max_rank) + " levels", letters);
  std::vector<LevelType> levels;
  for (const char letter : letters.text)
    levels.push_back(letter_type(tokens, letter, letters.begin + levels.size()));
  std::vector<int> order(levels.size());
  std::iota(order.begin(), order.end(), 0);
  if (tokens.accept(":")) order = parse_mode_order(tokens, levels.size());
  if (const auto fault = find_level_fault(IndexMap::permutation(order), levels))
    tokens.fail(fault->what, letters.begin + fault->level,
                letters.begin + fault->level + 1);
  return TensorFormat(order, std::move(levels));
}

}  // namespace Strata::Impl
