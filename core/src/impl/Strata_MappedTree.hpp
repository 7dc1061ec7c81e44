// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAPPED_TREE_HPP
#define STRATA_IMPL_MAPPED_TREE_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_EntryCursor.hpp>

namespace Strata::Impl {

/// The levels of a tensor whose format may have any map, for order Rank.
template <int Rank>
struct MappedTree {
  static constexpr int rank = Rank;

  int num_levels = 0;
  Kokkos::Array<LevelKind, max_levels> kinds{};
  LevelArraysOf<DeviceEvaluator, max_levels> arrays;
  CoordinateProgram program;  ///< levels to dimensions
};

/// \pre the tensor has order Rank
template <int Rank, class MemorySpace>
MappedTree<Rank> make_mapped_tree(const Storage<MemorySpace>& storage) {
  MappedTree<Rank> tree;
  const TensorFormat& format = storage.format;
  TensorRef shape;
  shape.format        = format;
  shape.extents       = storage.extents;
  shape.whole_extents = storage.whole_extents;
  const LevelMap map  = LevelMap::of(shape);
  tree.program               = to_dimensions(map);  // checks their number
  tree.num_levels            = format.lvl_rank();
  for (int l = 0; l < tree.num_levels; ++l) {
    const StoredLevel<MemorySpace>& level = storage.levels[l];
    tree.kinds[l]                         = format.level(l).kind;
    tree.arrays.storage[l]                = {
                       IndexSpan(level.positions.data(), format.pos_type()),
                       IndexSpan(level.coordinates.data(), format.crd_type()),
                       map.extents[l]};
    tree.arrays.parents[l] = level.positions.size() - 1;
  }
  return tree;
}

/// Leaves out what is padding.
template <int Rank>
class EntryCursor<MappedTree<Rank>> {
 public:
  KOKKOS_INLINE_FUNCTION explicit EntryCursor(const MappedTree<Rank>& tree)
      : m_tree(tree) {
    for (int l = 0; l < max_levels; ++l) m_parents[l] = -1;
  }

  /// False where the position is padding. \pre not before that of the last move
  KOKKOS_INLINE_FUNCTION bool move_to(std::int64_t position) {
    for (int l = m_tree.num_levels - 1; l >= 0; --l) {
      const std::int64_t before = m_parents[l];
      m_parents[l] = position = find_parent(l, position, before < 0 ? 0 : before);
      if (position == before) break;
    }
    return m_tree.program(m_levels, m_dimensions);
  }

  /// f(coordinates…, rest…)
  template <class F, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, Rest&&... rest) const {
    apply(f, std::make_index_sequence<Rank>{}, static_cast<Rest&&>(rest)...);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t find_parent(int l, std::int64_t position,
                                                  std::int64_t from) {
    const auto& storage = m_tree.arrays.storage[l];
    return visit_level(m_tree.kinds[l], [&](auto level) {
      DeviceEvaluator b;
      const std::int64_t parent = parent_position(
          level, b, storage, position, from, m_tree.arrays.parents[l]);
      m_levels[l] = coordinate_at(level, b, storage, position, parent);
      return parent;
    });
  }

  template <class F, std::size_t... D, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, std::index_sequence<D...>,
                                    Rest&&... rest) const {
    f(m_dimensions[D]..., static_cast<Rest&&>(rest)...);
  }

  const MappedTree<Rank>& m_tree;
  std::int64_t m_parents[max_levels];
  std::int64_t m_levels[max_levels]     = {};
  std::int64_t m_dimensions[max_levels] = {};
};

}  // namespace Strata::Impl

#endif
