// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ANY_LEVEL_HPP
#define STRATA_IMPL_ANY_LEVEL_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelRegistry.hpp>
#include <Strata_LevelSearch.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// A position of the level above, and its coordinate (of use to levels that ask).
struct LevelParent {
  std::int64_t position = 0, coordinate = 0;
};

/// A level of any kind, registered ones included, as kernels see it. Owns nothing.
struct AnyLevel {
  LevelKind kind = LevelKind::dense;
  LevelStorage<DeviceEvaluator> storage{};
  LevelPadding padding = LevelPadding::none;
  bool has_position    = false;
  bool counts_back     = false;  ///< coordinates above, from the other end
  /// Children lie at equal distances and their coordinates in the level's array.
  bool is_line = false;
  LevelProgram pos_bounds, position, pos_access;  ///< of a registered kind

  KOKKOS_INLINE_FUNCTION LevelBounds<std::int64_t> run(const LevelProgram& program,
                                                       const LevelParent& parent,
                                                       std::int64_t second) const {
    DeviceEvaluator b;
    return play(b, program, storage, parent.position, second,
                counts_back ? storage.above.extent - 1 - parent.coordinate
                            : parent.coordinate);
  }
  /// Cursors of the children of a position.
  KOKKOS_INLINE_FUNCTION LevelBounds<std::int64_t> children(
      const LevelParent& parent) const {
    DeviceEvaluator b;
    const std::int64_t p = parent.position;
    if (is_registered(kind)) return run(pos_bounds, parent, 0);
    if (kind == LevelKind::compressed)
      return CompressedLevel::pos_bounds(b, storage, p, p + 1);
    if (kind == LevelKind::singleton) return {p, p + 1};
    return {p * storage.extent, (p + 1) * storage.extent};
  }
  KOKKOS_INLINE_FUNCTION std::int64_t position_of(const LevelParent& parent,
                                                  std::int64_t cursor) const {
    return has_position ? run(position, parent, cursor).begin : cursor;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t coordinate(const LevelParent& parent,
                                                 std::int64_t at) const {
    if (is_registered(kind)) return run(pos_access, parent, at).begin;
    if (kind == LevelKind::dense) return at - parent.position * storage.extent;
    return storage.coordinates[at];
  }
  /// True where position `at`, with coordinate `c`, holds no child.
  KOKKOS_INLINE_FUNCTION bool is_padding(std::int64_t at, std::int64_t c) const {
    return (padding == LevelPadding::coordinates && c >= storage.extent) ||
           (padding == LevelPadding::bits && storage.positions.bit(at) == 0);
  }
  /// f(position, coordinate) for the children of a position.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_child(const LevelParent& parent,
                                             const F& f) const {
    const auto cursors = children(parent);
    if (is_line) return for_each_in_line(parent, cursors, f);
    for (std::int64_t cursor = cursors.begin; cursor < cursors.end; ++cursor) {
      const std::int64_t at = position_of(parent, cursor), c = coordinate(parent, at);
      if (!is_padding(at, c)) f(at, c);
    }
  }

 private:
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_in_line(const LevelParent& parent,
                                               const LevelBounds<std::int64_t>& cursors,
                                               const F& f) const {
    const std::int64_t size = cursors.end - cursors.begin;
    if (size <= 0) return;
    std::int64_t at = position_of(parent, cursors.begin);
    const std::int64_t step =
        size > 1 ? position_of(parent, cursors.begin + 1) - at : 0;
    for (std::int64_t k = 0; k < size; ++k, at += step) {
      const std::int64_t c = storage.coordinates[at];
      if (!is_padding(at, c)) f(at, c);
    }
  }
};

/// Coordinates of a level, and of the level above it (1 above the first one).
struct LevelExtents {
  std::int64_t own = 0, above = 1;

  static LevelExtents of(const TensorRef& tensor, int l);
};

/// Level `l` of a tensor with these arrays.
AnyLevel make_any_level(const TensorFormat& format, int l, const LevelExtents& extents,
                        IndexSpan positions, IndexSpan coordinates);
AnyLevel make_any_level(const TensorRef& tensor, int l);

/// True where children lie at equal distances, which are those of all parents, their
/// coordinates in the level's array, and padding, if there is any, behind them.
bool lies_in_lines(const AnyLevel& level);

/// Of how many neighbouring parents, from a multiple of that number on, children lie in
/// lines of equal length that begin at equal distances, as the functions of the level
/// compute it: those of a slice; all of them; 1 where nothing of the kind shows.
std::int64_t line_period(LevelType type);

/// True where functions of level `l` look at the level above.
bool asks_above(const TensorFormat& format, int l);

/// Positions of a level whose edges do not tell them below so many parents, the
/// fullest of which has `width` children.
std::int64_t padded_size(LevelType type, std::int64_t extent, std::int64_t parents,
                         std::int64_t width);

/// Words of `type` that hold so many bits.
std::int64_t num_words(std::int64_t bits, IndexType type);

/// The coordinate that stands for padding.
/// \throws IndexOverflow when it is one of [0, extent)
std::int64_t padding_coordinate(std::string_view operation, int l, std::int64_t extent,
                                IndexType type);

/// \throws IndexOverflow where packed coordinates of `format` leave no number for padding.
void check_packed_padding(std::string_view operation, const TensorRef& tensor,
                          const TensorFormat& format);

}  // namespace Strata::Impl

#endif
