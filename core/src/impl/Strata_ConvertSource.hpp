// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_SOURCE_HPP
#define STRATA_IMPL_CONVERT_SOURCE_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_EntryKeys.hpp>

namespace Strata::Impl {

/// Levels of a tensor as kernels read them. The entries of the tensor are the
/// positions of its last group (see last_group()): a pieces of entries is
/// walked in *runs*, which share the coordinates of all levels above the group.
struct SourceLevels {
  int num_levels         = 0;
  int group              = 0;  ///< first level of the last group
  bool dense_group       = false;
  int coordinate_bytes   = 8;
  std::int64_t coordinate_stride = 1;  ///< 1 but for lists that a caller gave, in 64 bits
  std::int64_t entries   = 1;
  Kokkos::Array<LevelKind, max_levels> kinds{};
  Kokkos::Array<LevelStorage<DeviceEvaluator>, max_levels> levels{};
  Kokkos::Array<std::int64_t, max_levels> sizes{};  ///< positions of the levels

  /// Positions of level l below the first `parents` ones of the level above.
  KOKKOS_INLINE_FUNCTION std::int64_t end(int l, std::int64_t parents) const {
    DeviceEvaluator b;
    return visit_level(kinds[l], [&](auto level) {
      return decltype(level)::size(b, levels[l], parents);
    });
  }
  /// Coordinate at position p of level l, which lies under `parent`.
  KOKKOS_INLINE_FUNCTION std::int64_t coordinate(int l, std::int64_t parent,
                                                 std::int64_t p) const {
    if (kinds[l] == LevelKind::dense) return p - parent * levels[l].extent;
    return levels[l].coordinates[p * coordinate_stride];
  }
  /// The parent of position p of level l, at `from` or after.
  KOKKOS_INLINE_FUNCTION std::int64_t parent(int l, std::int64_t p,
                                             std::int64_t from) const {
    for (int near = 0; near < 8; ++near, ++from)
      if (end(l, from + 1) > p) return from;
    std::int64_t low = from, high = l == 0 ? 1 : sizes[l - 1];
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (end(l, middle + 1) > p)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};

/// \throws UnsupportedExpression for more than max_levels levels.
SourceLevels make_source_levels(const TensorRef& tensor);

/// The same for a list whose coordinates lie elsewhere.
SourceLevels make_source_levels(const TensorRef& list, const CoordinateSpan& coordinates);

/// Position of an entry in every level above the last group.
struct SourceCursor {
  Kokkos::Array<std::int64_t, max_levels + 1> positions;

  /// Moves to entry e, at or after the entry it is at.
  KOKKOS_INLINE_FUNCTION void move_to(const SourceLevels& source,
                                      std::int64_t e) {
    std::int64_t p = e;
    for (int l = source.group; l > 0; --l) {
      const std::int64_t parent = source.parent(l, p, positions[l - 1]);
      if (parent == positions[l - 1]) return;
      positions[l - 1] = p = parent;
    }
  }
  KOKKOS_INLINE_FUNCTION void start(const SourceLevels& source,
                                    std::int64_t e) {
    std::int64_t p = e;
    for (int l = source.group; l > 0; --l)
      positions[l - 1] = p = source.parent(l, p, 0);
  }
  /// Position in level l - 1, above level l.
  KOKKOS_INLINE_FUNCTION std::int64_t parent(int l) const {
    return l == 0 ? 0 : positions[l - 1];
  }
};

/// Calls f(cursor, first, begin, end) for every run of the entries [begin, end),
/// in order; `first` is where the run began, before `begin` perhaps.
template <class F>
KOKKOS_INLINE_FUNCTION void for_each_run(const SourceLevels& source,
                                         std::int64_t begin, std::int64_t end,
                                         F&& f) {
  if (begin >= end) return;
  const int group = source.group;
  SourceCursor cursor;
  cursor.start(source, begin);
  for (std::int64_t e = begin;;) {
    const std::int64_t parent  = cursor.parent(group);
    const std::int64_t run_end = source.end(group, parent + 1);
    const std::int64_t last    = run_end < end ? run_end : end;
    f(cursor, source.dense_group ? parent * source.levels[group].extent : e, e,
      last);
    e = last;
    if (e >= end) return;
    cursor.move_to(source, e);
  }
}

}  // namespace Strata::Impl

#endif
