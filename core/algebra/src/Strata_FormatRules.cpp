// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_FormatRules.hpp>

#include <Strata_LevelRegistry.hpp>
#include <impl/Strata_InvertLevels.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

bool contains(const AffineExpr& e, Kind kind) {
  return e.kind == kind || (e.lhs && contains(*e.lhs, kind)) ||
         (e.rhs && contains(*e.rhs, kind));
}

/// Where counting is read, fold_counted().
std::string count_reason() {
  if (!is_registered(find_level("ell")))
    return "counting ('#') needs the levels of plugins; include Strata_Levels.hpp";
  return "counting ('#') numbers the entries of a row in these levels alone: "
         "(#i : dense, i : dense, j : singleton(padded)), which is ell; "
         "(i : dense, #i : dense, j : singleton(padded)), which is fixed_width; "
         "(i floordiv C : dense, #i : ragged, i mod C : dense, j : singleton(padded)), which is "
         "sell[C]; (#i : dense, i : by_length, j : singleton), which is jagged; "
         "(i : dense, #i : ragged, j : singleton), which is compressed. Write one of them";
}

/// What keeps an expression from being stored by a level; empty: nothing.
std::string reason(const AffineExpr& e) {
  if (contains(e, Kind::count)) return count_reason();
  if (contains(e, Kind::symbol))
    return "symbols have no value in a format: write the number in its place";
  if (contains(e, Kind::runtime))
    return "run-time variables have no value in a format: write the number in its place";
  return "";
}

std::string quote(const IndexMap& map, std::size_t level) {
  return "level " + std::to_string(level) + " stores '" +
         to_string(*map.results[level], map.dimensions, map.symbols) + "': ";
}

}  // namespace

void drop_order(std::vector<LevelType>& levels) {
  for (LevelType& type : levels)
    if (!level_traits(type).ordered) type.ordered = false;
}

std::optional<FormatFault> find_level_fault(
    const IndexMap& map, const std::vector<LevelType>& levels) {
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const LevelType type = levels[l];
    const LevelTraits traits = level_traits(type);
    if (!traits.takes_modifiers && (!type.unique || type.ordered != traits.ordered))
      return FormatFault{l, std::string(traits.name) +
                                " level takes no modifiers"};
    if (type.kind == LevelKind::singleton &&
        (l == 0 || !level_traits(levels[l - 1]).stores_coordinates))
      return FormatFault{
          l, "expected compressed or singleton before singleton level"};
    if (!is_registered(type.kind)) continue;
    const LevelRule rule = level_definition(type.kind).description.rule;
    if (const std::string fault = rule ? rule(map, levels, l) : ""; !fault.empty())
      return FormatFault{l, fault};
  }
  return std::nullopt;
}

std::optional<FormatFault> find_map_fault(const IndexMap& map) {
  for (std::size_t l = 0; l < map.results.size(); ++l) {
    const std::string unsupported = reason(*map.results[l]);
    if (!unsupported.empty())
      return FormatFault{l, quote(map, l) + unsupported, true};
    bool stores_dimension = false;
    for_each_variable(*map.results[l],
                      [&](const AffineExpr&) { stores_dimension = true; });
    if (!stores_dimension)
      return FormatFault{l, quote(map, l) + "a constant stores no dimension"};
  }
  std::vector<bool> stored(map.dimensions.size(), false);
  for (const AffineExprPtr& e : map.results)
    for_each_variable(*e, [&](const AffineExpr& v) { stored[v.value] = true; });
  for (std::size_t d = 0; d < stored.size(); ++d)
    if (!stored[d])
      return FormatFault{map.results.size(), "dimension '" + map.dimensions[d] +
                                                 "' is stored by no level"};
  if (map.as_permutation()) return std::nullopt;
  // No map is of use that cannot even tell two elements along each dimension
  // apart; what more elements need is known when the extents are.
  const MapInverse inverse =
      invert_levels(map, std::vector<std::int64_t>(map.dimensions.size(), 2));
  if (inverse.fault.empty()) return std::nullopt;
  return FormatFault{map.results.size(), inverse.fault,
                     inverse.is_unsupported};
}

}  // namespace Strata::Impl
