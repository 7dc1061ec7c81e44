// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REWRITE_LINES_HPP
#define STRATA_IMPL_REWRITE_LINES_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_LevelLines.hpp>
#include <impl/Strata_SourceRows.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Children of every parent, and the most of them.
template <class Coordinates>
struct CountLinesFunctor {
  LineLevel m_from;
  Coordinates m_coordinates;
  std::int64_t* m_counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile, std::int64_t& most) const {
    const std::int64_t begin = tile * TileLines::size;
    const int parents        = m_from.tile_size(begin);
    std::int64_t counts[TileLines::size];
    count_children(m_from, m_from.lines(begin), parents, m_coordinates, counts);
    for (int i = 0; i < parents; ++i) {
      m_counts[begin + i] = counts[i];
      most                = counts[i] > most ? counts[i] : most;
    }
  }
};

/// Coordinates and values of the children of a tile of parents, and padding behind them and
/// for parents that only the target has.
template <class Coordinates, class Index, class Values>
struct MoveLinesFunctor {
  LineLevel m_from, m_to;
  Coordinates m_coordinates;  ///< of the source
  Index m_index;
  Values m_values;
  std::int64_t m_padding;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const std::int64_t begin = tile * TileLines::size;
    const int read = m_from.tile_size(begin), written = m_to.tile_size(begin);
    const TileLines from = m_from.lines(begin), to = m_to.lines(begin);
    std::int64_t counts[TileLines::size];
    if (m_to.level.padding == LevelPadding::none)
      for (int i = 0; i < read; ++i) counts[i] = to.room[i];
    else
      count_children(m_from, from, read, m_coordinates, counts);
    for (int i = read; i < written; ++i) counts[i] = 0;
    if (to.step == 1)
      by_parent(from, counts, to, written);
    else
      by_child(from, counts, to, written);
  }

 private:
  KOKKOS_INLINE_FUNCTION void pad(std::int64_t at) const {
    m_index.store(at, m_padding);
    m_values.clear(at);
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t at, std::int64_t p) const {
    m_index.store(at, m_coordinates[p]);
    m_values.move(at, p);
  }
  KOKKOS_INLINE_FUNCTION void by_parent(const TileLines& from, const std::int64_t* counts,
                                        const TileLines& to, int parents) const {
    for (int i = 0; i < parents; ++i) {
      const std::int64_t at = to.first[i], count = counts[i];
      const std::int64_t p  = count > 0 ? from.first[i] : 0;
      for (std::int64_t k = 0; k < count; ++k) move(at + k * to.step, p + k * from.step);
      for (std::int64_t k = count; k < to.room[i]; ++k) pad(at + k * to.step);
    }
  }
  /// All first children, then all second ones, as the target has them.
  KOKKOS_INLINE_FUNCTION void by_child(const TileLines& from, const std::int64_t* counts,
                                       const TileLines& to, int parents) const {
    const std::int64_t widest = to.widest(parents);
    std::int64_t least        = widest;
    for (int i = 0; i < parents; ++i) least = counts[i] < least ? counts[i] : least;
    for (std::int64_t k = 0; k < least; ++k)
      for (int i = 0; i < parents; ++i)
        move(to.first[i] + k * to.step, from.first[i] + k * from.step);
    for (std::int64_t k = least; k < widest; ++k)
      for (int i = 0; i < parents; ++i) {
        const std::int64_t at = to.first[i] + k * to.step;
        if (k < counts[i])
          move(at, from.first[i] + k * from.step);
        else if (k < to.room[i])
          pad(at);
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

inline std::int64_t num_tiles(std::int64_t parents) {
  return (parents + TileLines::size - 1) / TileLines::size;
}

/// How many children every parent of level l has; returns the most of them. Blocks.
template <class ExecutionSpace>
std::int64_t count_lines(const ExecutionSpace& exec, const TensorRef& tensor, int l,
                         const LineLevel& level, std::int64_t* counts) {
  std::int64_t most = 0;
  with_coordinates(tensor, l, [&](const auto& coordinates) {
    Kokkos::parallel_reduce(
        "Strata::rewrite::count_lines",
        IndexRange<ExecutionSpace>(exec, 0, num_tiles(level.parents)),
        CountLinesFunctor<std::decay_t<decltype(coordinates)>>{level, coordinates, counts},
        Kokkos::Max<std::int64_t>(most));
  });
  return most < 0 ? 0 : most;  // of no parents
}

/// Coordinates and values of level l of `to`, its last one, from that of `tensor`. The
/// two have the same parents. Asynchronous.
template <class ExecutionSpace>
void move_lines(const ExecutionSpace& exec, const TensorRef& tensor, int l, const LineLevel& from,
                const LineLevel& level, std::int64_t padding,
                Storage<typename ExecutionSpace::memory_space>& to) {
  void* const data    = to.levels[l].coordinates.mutable_data();
  const FillBits fill = make_fill_bits(to.scalar, tensor.fill);
  const auto run      = [&](const auto& coordinates, const auto& indices) {
    with_values(tensor.values, to.values.mutable_data(), fill, [&](const auto& values) {
      using functor =
          MoveLinesFunctor<std::decay_t<decltype(coordinates)>,
                           std::decay_t<decltype(indices)>, std::decay_t<decltype(values)>>;
      Kokkos::parallel_for("Strata::rewrite::move_lines",
                           IndexRange<ExecutionSpace>(exec, 0, num_tiles(level.parents)),
                           functor{from, level, coordinates, indices, values, padding});
    });
  };
  with_coordinates(tensor, l, [&](const auto& coordinates) {
    if (to.format.crd_type().bits() == 32)
      run(coordinates, WordIndices{static_cast<std::uint32_t*>(data)});
    else
      run(coordinates, MutableIndexSpan(data, to.format.crd_type()));
  });
}

}  // namespace Strata::Impl

#endif
