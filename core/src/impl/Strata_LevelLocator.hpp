// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEVEL_LOCATOR_HPP
#define STRATA_IMPL_LEVEL_LOCATOR_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>

namespace Strata::Impl {

/// Where coordinates belong in a level.
struct LevelLocator {
  LevelPlacement placement = LevelPlacement::rank;
  bool has_locate          = false;
  LevelProgram locate;

  static LevelLocator of(LevelKind kind) {
    LevelLocator out;
    if (kind == LevelKind::dense) out.placement = LevelPlacement::coordinate;
    if (!is_registered(kind)) return out;
    const LevelDefinition& d = level_definition(kind);
    return {d.description.placement, d.has_locate, d.locate};
  }

  /// The cursor of a coordinate of `children`; of a hash table, the first one that it
  /// may have. \pre there is one; placement is not rank
  KOKKOS_INLINE_FUNCTION std::int64_t first(const AnyLevel& level,
                                            const LevelParent& parent,
                                            const LevelBounds<std::int64_t>& children,
                                            std::int64_t c) const {
    return has_locate ? level.run(locate, parent, c).begin : children.begin + c;
  }
  /// The next one of a hash table.
  KOKKOS_INLINE_FUNCTION static std::int64_t next(
      const LevelBounds<std::int64_t>& children, std::int64_t cursor) {
    return cursor + 1 < children.end ? cursor + 1 : children.begin;
  }
  /// f(position) where a child has coordinate `c`; once at most. \pre has_locate
  template <class F>
  KOKKOS_INLINE_FUNCTION void find(const AnyLevel& level, const LevelParent& parent,
                                   std::int64_t c, const F& f) const {
    const auto children = level.children(parent);
    std::int64_t left   = children.end - children.begin;
    if (left <= 0) return;
    std::int64_t cursor = first(level, parent, children, c);
    if (placement != LevelPlacement::hash) left = 1;
    for (; left > 0; --left, cursor = next(children, cursor)) {
      if (cursor < children.begin || cursor >= children.end) return;
      const std::int64_t at = level.position_of(parent, cursor);
      const std::int64_t here = level.coordinate(parent, at);
      if (level.is_padding(at, here)) return;
      if (here == c) return f(at);
    }
  }
};

}  // namespace Strata::Impl

#endif
