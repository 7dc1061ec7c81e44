// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_CURSOR_HPP
#define STRATA_IMPL_ENTRY_CURSOR_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>
#include <impl/Strata_LevelTree.hpp>

namespace Strata::Impl {

/// Coordinates of a stored value from its position, for ascending positions:
/// the first move searches, the next ones look at the neighbouring segments.
template <class Tree>
class EntryCursor {
 public:
  static constexpr int rank = Tree::rank;

  KOKKOS_INLINE_FUNCTION explicit EntryCursor(const Tree& tree) : m_tree(tree) {
    for (int l = 0; l <= rank; ++l) m_parents[l] = -1;
  }

  /// True: there is an entry. \pre not before the position of the last move
  KOKKOS_INLINE_FUNCTION bool move_to(std::int64_t position) {
    move<rank - 1>(position);
    return true;
  }

  /// f(coordinates…, rest…)
  template <class F, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, Rest&&... rest) const {
    apply(f, std::make_index_sequence<rank>{}, static_cast<Rest&&>(rest)...);
  }

 private:
  template <int L>
  KOKKOS_INLINE_FUNCTION void move(std::int64_t position) {
    if constexpr (L >= 0) {
      const std::int64_t before = m_parents[L];
      const std::int64_t parent =
          m_tree.template visit<L>([&](auto level, const auto& storage) {
            typename Tree::evaluator_type b;
            const std::int64_t found = parent_position(
                level, b, storage, position, before < 0 ? 0 : before,
                m_tree.arrays.parents[L]);
            m_coordinates[m_tree.template dimension<L>()] =
                coordinate_at(level, b, storage, position, found);
            return found;
          });
      if (parent == before) return;
      m_parents[L] = parent;
      move<L - 1>(parent);
    }
  }

  template <class F, std::size_t... D, class... Rest>
  KOKKOS_INLINE_FUNCTION void apply(const F& f, std::index_sequence<D...>,
                                    Rest&&... rest) const {
    f(m_coordinates[D]..., static_cast<Rest&&>(rest)...);
  }

  const Tree& m_tree;
  Kokkos::Array<std::int64_t, rank + 1> m_parents{};      ///< per level
  Kokkos::Array<std::int64_t, rank + 1> m_coordinates{};  ///< per dimension
};

}  // namespace Strata::Impl

#endif
