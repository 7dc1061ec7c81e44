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
        x.constant != y.constant)
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
         x.num_parameters == y.num_parameters && x.below == y.below &&
         x.is_view == y.is_view && x.run == y.run &&
         a.has_position == b.has_position && same(a.pos_bounds, b.pos_bounds) &&
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

}  // namespace

LevelKind register_level(const LevelDefinition& definition) {
  check_name(definition.name);
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
          d.description.takes_modifiers};
}

LevelRecorder::value_type LevelRecorder::put(LevelOperation operation, value_type x,
                                             value_type y) {
  if (m_program.num_steps == LevelProgram::max_steps)
    throw CodegenError(error_message(
        "register_level", "level function",
        "at most " + std::to_string(LevelProgram::max_steps) + " steps", "more"));
  m_program.steps[m_program.num_steps] = {operation, x, y, 0};
  return static_cast<value_type>(LevelProgram::num_inputs + m_program.num_steps++);
}

LevelRecorder::value_type LevelRecorder::constant(std::int64_t c) {
  if (c < std::numeric_limits<std::int32_t>::min() ||
      c > std::numeric_limits<std::int32_t>::max())
    throw CodegenError(error_message("register_level", "constant", "32 bits",
                                     std::to_string(c)));
  const value_type value = put(LevelOperation::constant, 0, 0);
  m_program.steps[m_program.num_steps - 1].constant = static_cast<std::int32_t>(c);
  return value;
}

LevelProgram LevelRecorder::program(value_type result, value_type second) {
  m_program.results[0] = result;
  m_program.results[1] = second;
  return m_program;
}

}  // namespace Strata
