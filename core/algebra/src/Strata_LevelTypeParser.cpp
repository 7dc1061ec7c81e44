// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <set>
#include <string>

#include <Strata_LevelRegistry.hpp>
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

bool takes(const std::string& level, std::string_view modifier) {
  if (modifier == "soa" || modifier == "padded") return level == "singleton";
  if (modifier == "high") return level == "compressed";
  const LevelKind kind = find_level(level);
  return level == "compressed" || level == "singleton" || level == "loose_compressed" ||
         (is_registered(kind) && level_traits(kind).takes_modifiers);
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

/// "[2, 4]" behind the name of a level with parameters.
void parse_parameters(TokenStream& tokens, const std::string& name, int count,
                      LevelType& type) {
  const std::size_t begin = tokens.peek().begin;
  tokens.expect("[", "after " + name);
  for (int k = 0; k < count; ++k) {
    if (k > 0) tokens.expect(",", "between the parameters of " + name);
    const std::int64_t value = tokens.expect_integer("a number");
    if (value < 1 || value > std::numeric_limits<std::int32_t>::max())
      tokens.fail("expected a parameter from 1 to 2147483647", begin,
                  tokens.last_end());
    type.parameters[k] = static_cast<std::int32_t>(value);
  }
  tokens.expect("]", "behind the parameters of " + name);
}

/// Old and short spellings: the level type that they stand for.
std::string canonical(const std::string& name, const Modifiers& m) {
  if (m.high) return "loose_compressed";
  if (m.padded) return "singleton(padded)";
  return name == "block2_4" ? "structured" : name;
}

ParsedLevelType missing(const std::string& name) {
  return {{}, "level type '" + name +
                  "' is not registered; include Strata_Levels.hpp (of plugins), or the "
                  "header that registers it"};
}

std::string known_levels() {
  std::set<std::string> registered;  // in one order, whatever was registered first
  for (const LevelDefinition& d : registered_levels())
    if (!d.description.is_view) registered.insert(d.name);
  std::string names = "dense, compressed, singleton";
  for (const std::string& name : registered) names += ", " + name;
  return names;
}

/// Levels of plugins that the parser knows by name where they are not registered.
bool is_plugin(const std::string& name) {
  return name == "loose_compressed" || name == "structured" || name == "batch" ||
         name == "singleton(padded)";
}

}  // namespace

ParsedLevelType parse_level_type(TokenStream& tokens) {
  const Token token = tokens.expect_identifier("a level type");
  const std::string word(token.text);
  if (word == "dense") {
    parse_modifiers(tokens, word);
    return {};
  }
  LevelType type;
  const LevelKind found = find_level(word);
  const int parameters =
      word == "structured"   ? 2
      : is_registered(found) ? level_definition(found).description.num_parameters
                             : 0;
  if (parameters > 0) parse_parameters(tokens, word, parameters, type);
  if (word == "block2_4") type.parameters[0] = 2, type.parameters[1] = 4;
  const Modifiers m      = parse_modifiers(tokens, word);
  const std::string name = canonical(word, m);
  type.unique            = !m.nonunique;
  type.ordered           = !m.nonordered;
  if (name == "compressed" || name == "singleton") {
    type.kind = name == "compressed" ? LevelKind::compressed : LevelKind::singleton;
    return {type, {}};
  }
  type.kind = find_level(name);
  if (is_registered(type.kind)) return {type, {}};
  if (is_plugin(name)) return missing(name);
  tokens.fail("unknown level type " + describe(token) + "; known are " + known_levels(),
              token);
}

}  // namespace Strata::Impl
