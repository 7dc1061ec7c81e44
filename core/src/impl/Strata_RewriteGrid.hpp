// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_GRID_HPP
#define STRATA_IMPL_REWRITE_GRID_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_RowKernels.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Child number `child` of parent number `parent` is at
/// first + parent · parent_step + child · child_step.
struct PositionGrid {
  std::int64_t first, parent_step, child_step;

  /// \pre lies_in_grid(level.kind)
  static KOKKOS_INLINE_FUNCTION PositionGrid of(const AnyLevel& level) {
    const std::int64_t first = at(level, 0, 0);
    return {first, at(level, 1, 0) - first, at(level, 0, 1) - first};
  }

 private:
  static KOKKOS_INLINE_FUNCTION std::int64_t at(const AnyLevel& level, std::int64_t parent,
                                                std::int64_t child) {
    const LevelParent of{parent, 0};
    return level.position_of(of, level.children(of).begin + child);
  }
};

/// A level where every parent has room for `width` children.
struct GridLevel {
  AnyLevel level;
  std::int64_t parents, width, padding;
};

/// Segments below parents go to such a level; coordinates and values of a tile of
/// parents at once, and their padding.
template <class Coordinates, class Index, class Values>
struct FillGridFunctor {
  static constexpr int tile = 64;

  GridLevel m_to;
  IndexSpan m_positions;  ///< of the source
  Coordinates m_from;
  Index m_coordinates;
  Values m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t t) const {
    const PositionGrid grid  = PositionGrid::of(m_to.level);
    const std::int64_t begin = t * tile;
    const int parents =
        static_cast<int>(m_to.parents - begin < tile ? m_to.parents - begin : tile);
    std::int64_t edges[tile + 1];
    for (int i = 0; i <= parents; ++i) edges[i] = m_positions[begin + i];
    const std::int64_t first = grid.first + begin * grid.parent_step;
    if (grid.child_step < grid.parent_step)
      by_parent(edges, parents, first, grid);
    else
      by_child(edges, parents, first, grid);
  }

 private:
  KOKKOS_INLINE_FUNCTION void pad(std::int64_t at) const {
    m_coordinates.store(at, m_to.padding);
    m_values.clear(at);
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t at, std::int64_t p) const {
    m_coordinates.store(at, m_from[p]);
    m_values.move(at, p);
  }
  KOKKOS_INLINE_FUNCTION void by_parent(const std::int64_t* edges, int parents,
                                        std::int64_t first, const PositionGrid& grid) const {
    for (int i = 0; i < parents; ++i) {
      std::int64_t at        = first + i * grid.parent_step;
      const std::int64_t end = at + m_to.width * grid.child_step;
      for (std::int64_t p = edges[i]; p < edges[i + 1]; ++p, at += grid.child_step) move(at, p);
      for (; at < end; at += grid.child_step) pad(at);
    }
  }
  KOKKOS_INLINE_FUNCTION void by_child(const std::int64_t* edges, int parents,
                                       std::int64_t first, const PositionGrid& grid) const {
    for (std::int64_t k = 0; k < m_to.width; ++k) {
      std::int64_t at = first + k * grid.child_step;
      for (int i = 0; i < parents; ++i, at += grid.parent_step)
        edges[i] + k < edges[i + 1] ? move(at, edges[i] + k) : pad(at);
    }
  }
};

/// Coordinates of 32 bits; MutableIndexSpan for others.
struct WordIndices {
  std::uint32_t* data;
  KOKKOS_INLINE_FUNCTION void store(std::int64_t at, std::int64_t c) const {
    data[at] = static_cast<std::uint32_t>(c);
  }
};

/// Coordinates and values of level l of `to`, its last one, from the segments of `from`.
/// Asynchronous.
template <class ExecutionSpace>
void fill_grid_level(const ExecutionSpace& exec, const TensorRef& from, int l,
                     const GridLevel& level,
                     Storage<typename ExecutionSpace::memory_space>& to) {
  const IndexSpan positions(from.levels[l].positions, from.format.pos_type());
  void* const data    = to.levels[l].coordinates.mutable_data();
  const FillBits fill = make_fill_bits(to.scalar, from.fill);
  const auto run      = [&](const auto& coordinates, const auto& indices) {
    with_values(from.values, to.values.mutable_data(), fill, [&](const auto& values) {
      using functor =
          FillGridFunctor<std::decay_t<decltype(coordinates)>,
                          std::decay_t<decltype(indices)>, std::decay_t<decltype(values)>>;
      const std::int64_t tiles = (level.parents + functor::tile - 1) / functor::tile;
      Kokkos::parallel_for("Strata::rewrite::grid",
                           IndexRange<ExecutionSpace>(exec, 0, tiles),
                           functor{level, positions, coordinates, indices, values});
    });
  };
  with_coordinates(from, l, [&](const auto& coordinates) {
    if (to.format.crd_type().bits() == 32)
      run(coordinates, WordIndices{static_cast<std::uint32_t*>(data)});
    else
      run(coordinates, MutableIndexSpan(data, to.format.crd_type()));
  });
}

}  // namespace Strata::Impl

#endif
