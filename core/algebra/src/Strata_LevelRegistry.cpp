// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_LevelRegistry.hpp>

#include <cctype>
#include <deque>
#include <limits>
#include <mutex>

#include <Strata_Error.hpp>

namespace Strata {
namespace {

/// Definitions stay where they are; the lock guards the list.
struct Registry {
  std::mutex lock;
  std::deque<LevelDefinition> levels;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

LevelKind kind_of(std::size_t number) {
  return LevelKind(static_cast<std::uint16_t>(
      static_cast<std::size_t>(first_registered_level) + number));
}

bool same(const LevelProgram& a, const LevelProgram& b) {
  if (a.num_steps != b.num_steps || a.results[0] != b.results[0] ||
      a.results[1] != b.results[1])
    return false;
  for (int n = 0; n < a.num_steps; ++n) {
    const LevelStep &x = a.steps[n], &y = b.steps[n];
    if (x.operation != y.operation || x.a != y.a || x.b != y.b ||
        x.c != y.c || x.constant != y.constant)
      return false;
  }
  return true;
}

bool same(const LevelDefinition& a, const LevelDefinition& b) {
  const LevelDescription &x = a.description, &y = b.description;
  return x.edges == y.edges && x.padding == y.padding &&
         x.placement == y.placement &&
         x.stores_coordinates == y.stores_coordinates &&
         x.takes_modifiers == y.takes_modifiers &&
         x.num_parameters == y.num_parameters && x.ordered == y.ordered &&
         x.below == y.below && x.is_view == y.is_view && x.run == y.run &&
         a.has_position == b.has_position && a.has_locate == b.has_locate &&
         same(a.locate, b.locate) && same(a.pos_bounds, b.pos_bounds) &&
         same(a.position, b.position) && same(a.pos_access, b.pos_access) &&
         same(a.size, b.size);
}

/// A word, or one with the modifier that makes it another kind: "singleton(padded)".
void check_name(const std::string& name) {
  const std::string word = name.substr(0, name.find('('));
  bool good = !word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) != 0;
  for (const char c : word)
    good = good && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_');
  if (!good || word == "dense" || word == "compressed" || name == "singleton")
    throw FormatMismatch(error_message("register_level", "'" + name + "'",
                                       "an identifier that is no level type yet", name));
}

/// What a description says twice has to agree.
void check_description(const LevelDefinition& level) {
  const LevelDescription& d = level.description;
  const auto require        = [&](bool good, const char* expected) {
    if (!good)
      throw FormatMismatch(error_message("register_level", "'" + level.name + "'",
                                                expected, "another one"));
  };
  require((d.edges == LevelEdges::bits) == (d.padding == LevelPadding::bits),
          "padding 'bits' with edges 'bits', and with no others");
  if (d.placement == LevelPlacement::hash)
    require(level.has_locate && d.padding == LevelPadding::coordinates && !d.ordered,
            "of a hash table a function locate, padding 'coordinates' and no order");
  if (d.placement == LevelPlacement::longest)
    require(d.edges == LevelEdges::scanned && d.padding == LevelPadding::none && !d.ordered &&
                d.stores_coordinates,
            "of levels that put the longest first edges 'scanned', coordinates without padding "
            "and no order");
}

}  // namespace

bool asks_above(const LevelProgram& program) {
  const auto is_above = [](std::uint8_t value) {
    return value >= LevelProgram::first_above && value < LevelProgram::num_inputs;
  };
  bool asks = is_above(program.results[0]) || is_above(program.results[1]);
  for (int n = 0; n < program.num_steps; ++n) {
    const LevelStep& step = program.steps[n];
    asks = asks || is_above(step.a) || is_above(step.b) || is_above(step.c);
  }
  return asks;
}

bool LevelDefinition::asks_above() const {
  return Strata::asks_above(pos_bounds) || Strata::asks_above(position) ||
         Strata::asks_above(pos_access) || Strata::asks_above(locate);
}

bool LevelDefinition::has_holes() const {
  return description.padding == LevelPadding::bits ||
         description.placement == LevelPlacement::hash;
}

bool has_holes(LevelKind kind) {
  return is_registered(kind) && level_definition(kind).has_holes();
}

LevelKind register_level(const LevelDefinition& definition) {
  check_name(definition.name);
  check_description(definition);
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  for (std::size_t n = 0; n < all.levels.size(); ++n) {
    if (all.levels[n].name != definition.name) continue;
    if (same(all.levels[n], definition)) return kind_of(n);
    throw FormatMismatch(error_message("register_level", "'" + definition.name + "'",
                                       "a name of its own",
                                       "that of a level that is stored differently"));
  }
  all.levels.push_back(definition);
  all.levels.back().description.name = all.levels.back().name.c_str();
  return kind_of(all.levels.size() - 1);
}

const LevelDefinition& level_definition(LevelKind kind) {
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  const std::size_t number =
      static_cast<std::size_t>(kind) - static_cast<std::size_t>(first_registered_level);
  if (!is_registered(kind) || number >= all.levels.size())
    throw FormatMismatch(error_message(
        "level_definition", "level kind", "one that register_level() has given",
        std::to_string(static_cast<int>(kind))));
  return all.levels[number];
}

LevelKind find_level(const std::string& name) {
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  for (std::size_t n = 0; n < all.levels.size(); ++n)
    if (all.levels[n].name == name) return kind_of(n);
  return LevelKind::dense;
}

std::vector<LevelDefinition> registered_levels() {
  Registry& all = registry();
  const std::scoped_lock guard(all.lock);
  return {all.levels.begin(), all.levels.end()};
}

LevelTraits registered_traits(LevelKind kind) {
  const LevelDefinition& d = level_definition(kind);
  return {d.name.c_str(), d.description.edges != LevelEdges::width,
          d.description.stores_coordinates, false, false, false,
          d.description.takes_modifiers, d.description.ordered};
}

LevelRecorder::value_type LevelRecorder::put(LevelOperation operation, value_type x,
                                             value_type y, value_type z,
                                             std::int32_t constant) {
  if (m_program.num_steps == LevelProgram::max_steps)
    throw CodegenError(error_message(
        "register_level", "level function",
        "at most " + std::to_string(LevelProgram::max_steps) + " steps", "more"));
  m_program.steps[m_program.num_steps] = {operation, x, y, z, constant};
  return static_cast<value_type>(LevelProgram::num_inputs + m_program.num_steps++);
}

LevelRecorder::value_type LevelRecorder::constant(std::int64_t c) {
  if (c < std::numeric_limits<std::int32_t>::min() ||
      c > std::numeric_limits<std::int32_t>::max())
    throw CodegenError(error_message("register_level", "constant", "32 bits",
                                     std::to_string(c)));
  return put(LevelOperation::constant, 0, 0, 0, static_cast<std::int32_t>(c));
}

LevelProgram LevelRecorder::program(value_type result, value_type second) {
  m_program.results[0] = result;
  m_program.results[1] = second;
  return m_program;
}

}  // namespace Strata
