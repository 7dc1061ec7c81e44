// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_FormatRules.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

bool contains(const AffineExpr& e, Kind kind) {
  return e.kind == kind || (e.lhs && contains(*e.lhs, kind)) ||
         (e.rhs && contains(*e.rhs, kind));
}

/// What an expression that is not a plain dimension asks for.
const char* reason(const AffineExpr& e) {
  if (contains(e, Kind::count)) return "counting ('#') is not supported yet";
  if (contains(e, Kind::symbol)) return "symbols are not supported yet";
  if (contains(e, Kind::floordiv) || contains(e, Kind::mod))
    return "blocked levels (floordiv, mod) are not supported yet";
  if (e.kind == Kind::constant) return "a constant stores no dimension";
  return "offset and linearised levels are not supported yet";
}

std::string quote(const IndexMap& map, std::size_t level) {
  return "level " + std::to_string(level) + " stores '" +
         to_string(*map.results[level], map.dimensions, map.symbols) + "': ";
}

}  // namespace

std::optional<FormatFault> find_level_fault(
    const std::vector<LevelType>& levels) {
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const LevelType type = levels[l];
    if (!level_traits(type).takes_modifiers && (!type.unique || !type.ordered))
      return FormatFault{l, std::string(level_traits(type).name) +
                                " level takes no modifiers"};
    if (type.kind == LevelKind::singleton &&
        (l == 0 || !level_traits(levels[l - 1]).stores_coordinates))
      return FormatFault{
          l, "expected compressed or singleton before singleton level"};
  }
  return std::nullopt;
}

std::optional<FormatFault> find_map_fault(const IndexMap& map) {
  std::vector<std::optional<std::size_t>> level_of(map.dimensions.size());
  for (std::size_t l = 0; l < map.results.size(); ++l) {
    const AffineExpr& e = *map.results[l];
    if (e.kind != Kind::dimension)
      return FormatFault{l, quote(map, l) + reason(e)};
    auto& level = level_of[e.value];
    if (level)
      return FormatFault{l, quote(map, l) + "level " + std::to_string(*level) +
                                " stores this dimension already"};
    level = l;
  }
  for (std::size_t d = 0; d < level_of.size(); ++d)
    if (!level_of[d])
      return FormatFault{map.results.size(), "dimension '" + map.dimensions[d] +
                                                 "' is stored by no level"};
  return std::nullopt;
}

}  // namespace Strata::Impl
