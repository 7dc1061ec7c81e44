// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REGISTERED_TREE_HPP
#define STRATA_IMPL_REGISTERED_TREE_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Most levels of a tensor with registered ones that kernels walk over.
inline constexpr int max_registered_levels = 12;

/// \throws UnsupportedExpression for more levels than that
void check_registered_levels(const TensorFormat& format);

/// The levels of a tensor some of which are registered, for order Rank. Units of
/// work are the positions of the built-in levels before the first registered one.
template <int Rank>
struct RegisteredTree {
  static constexpr int rank = Rank;

  int num_levels = 0;
  int first      = 0;  ///< first registered one, or the last where there is none
  std::int64_t units = 1;
  AnyLevel levels[max_registered_levels];
  std::int64_t parents[max_registered_levels] = {};  ///< positions of the level above
  CoordinateProgram program;                         ///< levels to dimensions
};

/// \pre the tensor has order Rank
template <int Rank, class MemorySpace>
RegisteredTree<Rank> make_registered_tree(
    const std::shared_ptr<const Storage<MemorySpace>>& storage) {
  check_registered_levels(storage->format);
  const TensorRef tensor = make_ref<MemorySpace>(storage);
  RegisteredTree<Rank> tree;
  tree.program    = to_dimensions(LevelMap::of(tensor));
  tree.num_levels = tensor.format.lvl_rank();
  for (int l = 0; l < tree.num_levels; ++l)
    tree.levels[l] = make_any_level(tensor, l);
  while (tree.first + 1 < tree.num_levels &&
         !is_registered(tree.levels[tree.first].kind)) {
    const int l     = tree.first++;
    tree.parents[l] = tree.units;
    tree.units      = tree.levels[l].kind == LevelKind::dense
                          ? tree.units * tensor.level_extent(l)
                          : tensor.levels[l].num_coordinates;
  }
  return tree;
}

/// Walks over what lies below one unit.
template <int Rank>
class RegisteredCursor {
 public:
  KOKKOS_INLINE_FUNCTION explicit RegisteredCursor(const RegisteredTree<Rank>& tree)
      : m_tree(tree) {}

  /// f(*this, position) for every value below a unit.
  template <class F>
  KOKKOS_INLINE_FUNCTION void walk(std::int64_t unit, const F& f) {
    find_unit(unit);
    const int first = m_tree.first, last = m_tree.num_levels - 1;
    int l = first;
    enter(l, unit);
    while (l >= first) {
      if (m_cursor[l] == m_end[l]) {
        --l;
      } else if (const std::int64_t at = step(l); at < 0) {
        continue;
      } else if (l < last) {
        enter(++l, at);
      } else if (m_tree.program(m_levels, m_dimensions)) {
        f(*this, at);
      }
    }
  }

  /// f(coordinates…, rest…)
  template <class F, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, Rest&&... rest) const {
    apply(f, std::make_index_sequence<Rank>{}, static_cast<Rest&&>(rest)...);
  }

 private:
  /// Coordinates of the levels above the first registered one.
  KOKKOS_INLINE_FUNCTION void find_unit(std::int64_t position) {
    for (int l = m_tree.first - 1; l >= 0; --l) {
      const AnyLevel& any = m_tree.levels[l];
      position            = visit_level(any.kind, [&](auto level) {
        DeviceEvaluator b;
        const std::int64_t parent = parent_position(level, b, any.storage, position, 0,
                                                               m_tree.parents[l]);
        m_levels[l] = coordinate_at(level, b, any.storage, position, parent);
        return parent;
      });
    }
  }
  KOKKOS_INLINE_FUNCTION void enter(int l, std::int64_t parent) {
    m_parent[l]         = {parent, l == 0 ? 0 : m_levels[l - 1]};
    const auto children = m_tree.levels[l].children(m_parent[l]);
    m_cursor[l]         = children.begin;
    m_end[l]            = children.end;
  }
  /// The position of the next child; −1: padding.
  KOKKOS_INLINE_FUNCTION std::int64_t step(int l) {
    const AnyLevel& level = m_tree.levels[l];
    const std::int64_t at = level.position_of(m_parent[l], m_cursor[l]++);
    m_levels[l]           = level.coordinate(m_parent[l], at);
    return level.is_padding(at, m_levels[l]) ? -1 : at;
  }
  template <class F, std::size_t... D, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, std::index_sequence<D...>,
                                    Rest&&... rest) const {
    f(m_dimensions[D]..., static_cast<Rest&&>(rest)...);
  }

  const RegisteredTree<Rank>& m_tree;
  LevelParent m_parent[max_registered_levels]  = {};
  std::int64_t m_cursor[max_registered_levels] = {}, m_end[max_registered_levels] = {},
               m_levels[max_registered_levels] = {};
  std::int64_t m_dimensions[Rank + 1] = {};
};

}  // namespace Strata::Impl

#endif
