// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

/// Modifiers in parentheses after a level type.
struct Modifiers {
  bool nonunique = false, nonordered = false;
  bool soa = false, high = false, padded = false;
};

bool set_modifier(Modifiers& m, std::string_view name) {
  bool* flag = name == "nonunique"    ? &m.nonunique
               : name == "nonordered" ? &m.nonordered
               : name == "soa"        ? &m.soa
               : name == "high"       ? &m.high
               : name == "padded"     ? &m.padded
                                      : nullptr;
  if (!flag) return false;
  *flag = true;
  return true;
}

bool takes(std::string_view level, std::string_view modifier) {
  if (modifier == "soa" || modifier == "padded") return level == "singleton";
  if (modifier == "high") return level == "compressed";
  return level == "compressed" || level == "singleton" ||
         level == "loose_compressed";
}

Modifiers parse_modifiers(TokenStream& tokens, const std::string& level) {
  Modifiers m;
  if (!tokens.accept("(")) return m;
  do {
    const Token& name = tokens.expect_identifier("a level modifier");
    if (!set_modifier(m, name.text))
      tokens.fail("unknown level modifier " + describe(name) +
                      "; known are nonunique, nonordered, soa",
                  name);
    if (!takes(level, name.text))
      tokens.fail(level + " does not take the modifier " + describe(name),
                  name);
  } while (tokens.accept(","));
  tokens.expect(")", "after the level modifiers");
  return m;
}

/// "[n, m]" of structured.
std::string parse_structure(TokenStream& tokens) {
  const std::size_t begin = tokens.peek().begin;
  tokens.expect("[", "after structured");
  const std::int64_t n = tokens.expect_integer("a number");
  tokens.expect(",", "between n and m");
  const std::int64_t m = tokens.expect_integer("a number");
  tokens.expect("]", "after structured[n, m");
  if (n > m) tokens.fail("expected n <= m", begin, tokens.last_end());
  return "structured[" + std::to_string(n) + ", " + std::to_string(m) + "]";
}

ParsedLevelType refused(const std::string& name) {
  return {{},
          "level type '" + name +
              "' is not supported yet; use dense, compressed or singleton"};
}

}  // namespace

ParsedLevelType parse_level_type(TokenStream& tokens) {
  const Token token = tokens.expect_identifier("a level type");
  const std::string name(token.text);
  if (name == "structured") return refused(parse_structure(tokens));
  if (name != "dense" && name != "compressed" && name != "singleton" &&
      name != "loose_compressed" && name != "block2_4" && name != "batch")
    tokens.fail("unknown level type " + describe(token) +
                    "; known are dense, compressed, singleton",
                token);
  const Modifiers m = parse_modifiers(tokens, name);
  if (m.high) return refused("compressed(high)");
  if (m.padded) return refused("singleton(padded)");
  if (name == "dense") return {};
  LevelType type{LevelKind::compressed, !m.nonunique, !m.nonordered};
  if (name == "singleton") type.kind = LevelKind::singleton;
  if (name == "singleton" || name == "compressed") return {type, {}};
  return refused(name);
}

}  // namespace Strata::Impl
