// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LOCATE_ENTRY_HPP
#define STRATA_IMPL_LOCATE_ENTRY_HPP

#include <cstdint>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_LevelTree.hpp>

namespace Strata::Impl {

/// Adds the value of a duplicate; bool: or.
template <class T>
KOKKOS_INLINE_FUNCTION void add_duplicate(T& sum, const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    sum = sum || value;
  else
    sum = static_cast<T>(sum + value);
}

/// Sums the values stored at one coordinate, level by level from the first on.
template <class Tree, class Scalar>
struct EntryLocator {
  using evaluator_type = typename Tree::evaluator_type;
  using scalar_type    = std::remove_const_t<Scalar>;

  const Tree& m_tree;
  const Scalar* m_values;
  const std::int64_t* m_coordinates;  ///< per dimension
  scalar_type m_sum{};

  /// Adds what lies below the positions [first, last) of level L - 1; they are
  /// one position or neighbours that store equal coordinates.
  template <int L>
  KOKKOS_INLINE_FUNCTION void add(std::int64_t first, std::int64_t last) {
    if constexpr (L == Tree::rank) {
      for (std::int64_t p = first; p < last; ++p) add_value(m_values[p]);
    } else {
      m_tree.template visit<L>([&](auto level, const auto& storage) {
        this->template add_level<L>(level, storage, first, last);
      });
    }
  }

 private:
  template <int L, class Level, class Arrays>
  KOKKOS_INLINE_FUNCTION void add_level(Level, const Arrays& storage,
                                        std::int64_t first, std::int64_t last) {
    const std::int64_t c = m_coordinates[m_tree.template dimension<L>()];
    evaluator_type b;
    if constexpr (Level::kind == LevelKind::dense) {
      for (std::int64_t p = first; p < last; ++p) {
        const std::int64_t q = Level::locate(b, storage, p, c);
        add<L + 1>(q, q + 1);
      }
    } else {
      const auto below = [&](std::int64_t begin, std::int64_t end) {
        this->template add<L + 1>(begin, end);
      };
      // Coordinates of a singleton ascend over neighbours that are equal above;
      // the segments of a compressed level are searched one by one.
      const std::int64_t step =
          Level::kind == LevelKind::singleton ? last - first : 1;
      for (std::int64_t p = first; p < last; p += step) {
        const auto bounds = Level::pos_bounds(b, storage, p, p + step);
        find_coordinate<Level>(b, storage, m_tree.template type<L>(),
                               bounds.begin, bounds.end, c, below);
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void add_value(const scalar_type& value) {
    add_duplicate(m_sum, value);
  }
};

/// Sum of the values at `positions`.
template <class T>
T sum_values_at(const T* values, const std::vector<std::int64_t>& positions) {
  T sum{};
  for (const std::int64_t p : positions) add_duplicate(sum, values[p]);
  return sum;
}

/// Value at one coordinate (per dimension, in range): duplicates summed (bool:
/// or), 0 where nothing is stored.
template <class Tree, class Scalar>
KOKKOS_INLINE_FUNCTION std::remove_const_t<Scalar> locate_entry(
    const Tree& tree, const Scalar* values, const std::int64_t* coordinates) {
  EntryLocator<Tree, Scalar> locator{tree, values, coordinates};
  locator.template add<0>(0, 1);
  return locator.m_sum;
}

}  // namespace Strata::Impl

#endif
