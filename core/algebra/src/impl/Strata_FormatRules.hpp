// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FORMAT_RULES_HPP
#define STRATA_IMPL_FORMAT_RULES_HPP

#include <optional>
#include <string>
#include <vector>

#include <Strata_IndexMap.hpp>
#include <Strata_LevelType.hpp>

namespace Strata::Impl {

/// A rule of formats that a level breaks.
struct FormatFault {
  std::size_t level;  ///< their number: no single one
  std::string what;
  bool is_unsupported = false;  ///< valid, but nothing that Strata can do yet
};

/// Levels of kinds that never are in order say so.
void drop_order(std::vector<LevelType>& levels);

/// First level type that its place does not allow.
std::optional<FormatFault> find_level_fault(
    const IndexMap& map, const std::vector<LevelType>& levels);

/// Slices of entries, "(#i : dense, i : dense, j : singleton(padded))", become what
/// stores the same arrays, "(i : dense, j : ell)". Returns the levels that went, the last one
/// first; none: there are no such slices.
std::vector<std::size_t> fold_counted(IndexMap& map, std::vector<LevelType>& levels);

/// What keeps a map from being that of a format: an expression that no level
/// stores, or levels that do not tell all elements apart.
std::optional<FormatFault> find_map_fault(const IndexMap& map);

constexpr bool is_index_width(std::int64_t width) {
  return width == 0 || width == 8 || width == 16 || width == 32 || width == 64;
}

}  // namespace Strata::Impl

#endif
