// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_TYPE_HPP
#define STRATA_LEVEL_TYPE_HPP

#include <cstdint>

#include <Strata_Inline.hpp>

namespace Strata {

/// How one level of the storage tree stores its coordinates (Chou et al. 2018;
/// MLIR sparse_tensor). Values from 1024 on belong to levels that are
/// registered at run time (plugins).
enum class LevelKind : std::uint16_t { dense = 0, compressed = 1, singleton = 2 };

/// First kind that a registered level may have (Strata_LevelRegistry.hpp).
inline constexpr LevelKind first_registered_level{1024};
STRATA_INLINE constexpr bool is_registered(LevelKind kind) {
  return kind >= first_registered_level;
}

/// A level kind with the properties a format may choose.
struct LevelType {
  LevelKind kind = LevelKind::dense;
  bool unique    = true;  ///< no coordinate repeats under one parent position
  bool ordered   = true;  ///< coordinates ascend under one parent position
  /// Of kinds that take some: n and m of structured[n, m]; else 0.
  std::int32_t parameters[2] = {0, 0};

  friend constexpr bool operator==(const LevelType&, const LevelType&) = default;
};

/// What every level of a kind can do, whatever the format.
struct LevelTraits {
  const char* name;          ///< spelling in encodings
  bool stores_positions;     ///< has a positions array (one more than parents)
  bool stores_coordinates;   ///< has a coordinates array
  bool full;                 ///< stores every coordinate of its extent
  bool locates;              ///< random access by coordinate in O(1)
  bool branchless;           ///< exactly one coordinate per parent position
  bool takes_modifiers;      ///< accepts nonunique, nonordered
  bool ordered = true;       ///< false: never, whatever the format says
};

/// Traits of a registered kind (Strata_LevelRegistry.cpp).
/// \throws FormatMismatch for a kind that is not registered
LevelTraits registered_traits(LevelKind kind);

/// Traits of any kind; constant for built-in ones.
constexpr LevelTraits level_traits(LevelKind kind) {
  if (is_registered(kind)) return registered_traits(kind);
  switch (kind) {
    case LevelKind::compressed:
      return {"compressed", true, true, false, false, false, true};
    case LevelKind::singleton:
      return {"singleton", false, true, false, false, true, true};
    default: return {"dense", false, false, true, true, false, false};
  }
}
constexpr LevelTraits level_traits(LevelType type) { return level_traits(type.kind); }

}  // namespace Strata

#endif
