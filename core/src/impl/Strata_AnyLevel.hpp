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

/// A level of any kind, registered ones included, as kernels see it. Owns nothing.
struct AnyLevel {
  LevelKind kind = LevelKind::dense;
  LevelStorage<DeviceEvaluator> storage{};
  LevelPadding padding = LevelPadding::none;
  bool has_position    = false;
  LevelProgram pos_bounds, position, pos_access;  ///< of a registered kind

  /// Cursors of the children of a position.
  KOKKOS_INLINE_FUNCTION LevelBounds<std::int64_t> children(std::int64_t parent) const {
    DeviceEvaluator b;
    if (is_registered(kind)) return play(b, pos_bounds, storage, parent, 0);
    if (kind == LevelKind::compressed)
      return CompressedLevel::pos_bounds(b, storage, parent, parent + 1);
    if (kind == LevelKind::singleton) return {parent, parent + 1};
    return {parent * storage.extent, (parent + 1) * storage.extent};
  }
  KOKKOS_INLINE_FUNCTION std::int64_t position_of(std::int64_t parent,
                                                  std::int64_t cursor) const {
    DeviceEvaluator b;
    return has_position ? play(b, position, storage, parent, cursor).begin : cursor;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t coordinate(std::int64_t parent,
                                                 std::int64_t at) const {
    DeviceEvaluator b;
    if (is_registered(kind)) return play(b, pos_access, storage, parent, at).begin;
    if (kind == LevelKind::dense) return at - parent * storage.extent;
    return storage.coordinates[at];
  }
  /// True where a position with this coordinate holds no child.
  KOKKOS_INLINE_FUNCTION bool is_padding(std::int64_t c) const {
    return padding == LevelPadding::coordinates && c >= storage.extent;
  }
};

/// Level `l` of a tensor with these arrays.
AnyLevel make_any_level(const TensorFormat& format, int l, std::int64_t extent,
                        IndexSpan positions, IndexSpan coordinates);
AnyLevel make_any_level(const TensorRef& tensor, int l);

/// Length of the array of positions below so many parents.
std::int64_t num_edges(const LevelDefinition& level, std::int64_t parents);

/// Positions of a level without scanned edges below so many parents, the fullest of
/// which has `width` children.
std::int64_t padded_size(LevelType type, std::int64_t extent, std::int64_t parents,
                         std::int64_t width);

/// The coordinate that stands for padding.
/// \throws IndexOverflow when it is one of [0, extent)
std::int64_t padding_coordinate(std::string_view operation, int l, std::int64_t extent,
                                IndexType type);

}  // namespace Strata::Impl

#endif
