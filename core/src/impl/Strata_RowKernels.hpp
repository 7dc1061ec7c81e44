// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ROW_KERNELS_HPP
#define STRATA_IMPL_ROW_KERNELS_HPP

#include <cstdint>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_BlockOffset.hpp>
#include <impl/Strata_HeapSort.hpp>
#include <impl/Strata_RowPlan.hpp>
#include <impl/Strata_SourceRows.hpp>

namespace Strata::Impl {

/// Values of rows [begin, end) to the blocks of their coordinates; find(coordinate) is where one
/// begins.
template <class Coordinates, class Values, class Find>
KOKKOS_INLINE_FUNCTION void move_rows(const RowPlan& plan, const SourceRows<Coordinates>& from,
                                      std::int64_t begin, std::int64_t end, FormCursor& at,
                                      BlockOffset& offset, const Values& to, const Find& find) {
  constexpr std::int64_t most = RowCursor<Coordinates>::longest_repeat;
  const Values values         = to;
  std::int64_t places[most];  // of the row before, but for what rows give
  RowCursor row(from, begin);
  for (std::int64_t i = begin; i < end; ++i) {
    row.next();
    offset.start(i);
    const std::int64_t own = offset.of_row(), first = row.begin();
    if (plan.repeats && row.repeats(plan.repeat_shift)) {
      for (std::int64_t k = 0; k < row.size(); ++k) values.move(places[k] + own, first + k);
      continue;
    }
    at.start(i);
    std::int64_t block = 0;
    row.for_each([&](std::int64_t p, std::int64_t j) {
      if (at.move_to(j)) block = find(at.coordinate());
      const std::int64_t place = block + offset.of_column(j, at.rest());
      if (p - first < most) places[p - first] = place;
      values.move(place + own, p);
    });
  }
}

/// The rows below a parent.
template <class Coordinates>
struct ParentRows {
  std::int64_t first, last;

  KOKKOS_INLINE_FUNCTION ParentRows(const RowPlan& plan, std::int64_t parent, std::int64_t rows)
      : first(plan.first_row_of(parent)), last(plan.end_row(parent, rows)) {}

  /// True where all of them have the coordinates of the first one, which ascend: nothing
  /// has to be marked then.
  KOKKOS_INLINE_FUNCTION bool are_alike(const RowPlan& plan,
                                        const SourceRows<Coordinates>& from) const {
    if (!plan.ascends || (last - first > 1 && !plan.repeats)) return false;
    RowCursor row(from, first);
    row.next();
    for (std::int64_t i = first + 1; i < last; ++i) {
      row.next();
      if (!row.repeats(plan.repeat_shift)) return false;
    }
    return true;
  }
};

/// Marks of a thread: which coordinates it has come to, and their numbers.
struct MarkedCoordinates {
  std::int64_t extent;
  std::int64_t* marks;   ///< slot x extent
  std::int32_t* numbers;
};

/// How many coordinates stand below every parent.
template <class ExecutionSpace, class Coordinates>
struct CountParentsFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  MarkedCoordinates m_marked;
  token_type m_tokens;
  std::int64_t* m_counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    const auto slot           = m_tokens.acquire();
    std::int64_t* const marks = m_marked.marks + slot * m_marked.extent;
    const std::int64_t end    = m_plan.first_parent(piece + 1);
    FormCursor at(m_plan.coordinate);
    for (std::int64_t p = m_plan.first_parent(piece); p < end; ++p) count(p, at, marks);
    m_tokens.release(slot);
  }

 private:
  KOKKOS_INLINE_FUNCTION void count(std::int64_t parent, FormCursor& at,
                                    std::int64_t* marks) const {
    const ParentRows<Coordinates> rows(m_plan, parent, m_from.rows);
    m_counts[parent] = rows.are_alike(m_plan, m_from) ? count_first(rows.first, at)
                                                      : count_marks(parent, rows, at, marks);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t count_first(std::int64_t i, FormCursor& at) const {
    std::int64_t count = 0;
    RowCursor row(m_from, i);
    row.next();
    at.start(i);
    row.for_each([&](std::int64_t, std::int64_t j) { count += at.move_to(j); });
    return count;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t count_marks(std::int64_t parent,
                                                  const ParentRows<Coordinates>& rows,
                                                  FormCursor& at, std::int64_t* marks) const {
    std::int64_t count = 0;
    RowCursor row(m_from, rows.first);
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
      row.next();
      if (m_plan.repeats && row.repeats(m_plan.repeat_shift)) continue;
      at.start(i);
      row.for_each([&](std::int64_t, std::int64_t j) {
        if (!at.move_to(j)) return;
        std::int64_t& mark = marks[at.coordinate()];
        count += mark != parent + 1;
        mark = parent + 1;
      });
    }
    return count;
  }
};

/// Coordinates and values below every parent.
template <class ExecutionSpace, class Coordinates, class Index, class Values>
struct FillParentsFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  MarkedCoordinates m_marked;
  token_type m_tokens;
  IndexSpan m_positions;
  Index* m_coordinates;
  Values m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    const auto slot             = m_tokens.acquire();
    std::int64_t* const marks   = m_marked.marks + slot * m_marked.extent;
    std::int32_t* const numbers = m_marked.numbers + slot * m_marked.extent;
    const std::int64_t end      = m_plan.first_parent(piece + 1);
    FormCursor at(m_plan.coordinate);
    BlockOffset offset(m_plan);
    for (std::int64_t p = m_plan.first_parent(piece); p < end; ++p)
      fill(p, at, offset, marks, numbers);
    m_tokens.release(slot);
  }

 private:
  KOKKOS_INLINE_FUNCTION void fill(std::int64_t parent, FormCursor& at, BlockOffset& offset,
                                   std::int64_t* marks, std::int32_t* numbers) const {
    const ParentRows<Coordinates> rows(m_plan, parent, m_from.rows);
    const std::int64_t begin = m_positions[parent], end = m_positions[parent + 1];
    const std::int64_t entries = m_from.positions[rows.last] - m_from.positions[rows.first];
    if ((end - begin) * m_plan.block != entries)  // else they leave no place
      for (std::int64_t v = begin * m_plan.block; v < end * m_plan.block; ++v) m_values.clear(v);
    if (rows.are_alike(m_plan, m_from)) {
      std::int64_t next = begin;
      return move(rows, at, offset, [&](std::int64_t coordinate) {
        m_coordinates[next] = static_cast<Index>(coordinate);
        return next++ * m_plan.block;
      });
    }
    list(parent, rows, at, marks, m_coordinates + begin);
    for (std::int64_t n = 0; n < end - begin; ++n)
      numbers[static_cast<std::int64_t>(m_coordinates[begin + n])] =
          static_cast<std::int32_t>(n);
    move(rows, at, offset, [&](std::int64_t coordinate) {
      return (begin + numbers[coordinate]) * m_plan.block;
    });
  }
  template <class Find>
  KOKKOS_INLINE_FUNCTION void move(const ParentRows<Coordinates>& rows, FormCursor& at,
                                   BlockOffset& offset, const Find& find) const {
    move_rows(m_plan, m_from, rows.first, rows.last, at, offset, m_values, find);
  }

  /// The coordinates below a parent in order.
  KOKKOS_INLINE_FUNCTION void list(std::int64_t parent, const ParentRows<Coordinates>& rows,
                                   FormCursor& at, std::int64_t* marks, Index* out) const {
    std::int64_t count = 0;
    bool sorted        = true;
    RowCursor row(m_from, rows.first);
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
      row.next();
      if (m_plan.repeats && row.repeats(m_plan.repeat_shift)) continue;
      at.start(i);
      row.for_each([&](std::int64_t, std::int64_t j) {
        if (!at.move_to(j)) return;
        const std::int64_t u = at.coordinate();
        if (marks[u] == -parent - 1) return;
        marks[u]   = -parent - 1;
        out[count] = static_cast<Index>(u);
        sorted     = sorted && (count == 0 || out[count - 1] < out[count]);
        ++count;
      });
    }
    if (!sorted) heap_sort(out, count);
  }
};

/// Below one parent: a bit for each coordinate, set where rows come to it.
struct CoordinateBits {
  using word_type                = std::uint32_t;
  static constexpr int word_size = 32;
  static constexpr std::int64_t words_for(std::int64_t extent) {
    return (extent + word_size - 1) / word_size;
  }

  word_type* words;

  KOKKOS_INLINE_FUNCTION void set(std::int64_t u) const {
    word_type* const word = words + u / word_size;
    const word_type bit   = word_type{1} << (u % word_size);
    if ((Kokkos::atomic_load(word) & bit) == 0) Kokkos::atomic_or(word, bit);
  }
};

/// Below one parent: coordinates of a tile of rows.
template <class Coordinates>
struct MarkRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  CoordinateBits m_marked;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const RowTile rows(tile, m_from.rows);
    const CoordinateBits marked = m_marked;
    FormCursor at(m_plan.coordinate);
    RowCursor row(m_from, rows.begin);
    for (std::int64_t i = rows.begin; i < rows.end; ++i) {
      row.next();
      if (m_plan.repeats && row.repeats(m_plan.repeat_shift)) continue;
      at.start(i);
      row.for_each([&](std::int64_t, std::int64_t j) {
        if (at.move_to(j)) marked.set(at.coordinate());
      });
    }
  }
};

struct CountBitsFunctor {
  CoordinateBits m_marked;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t w, std::int64_t& sum) const {
    sum += Kokkos::popcount(m_marked.words[w]);
  }
};

struct StoreEndsFunctor {
  MutableIndexSpan m_positions;
  std::int64_t m_total;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const {
    m_positions.store(0, 0);
    m_positions.store(1, m_total);
  }
};

/// Below one parent: bits become coordinates, and these know their positions.
template <class Index>
struct ListBitsFunctor {
  CoordinateBits m_marked;
  Index* m_coordinates;
  std::int64_t* m_numbers;  ///< positions by coordinate

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t w, std::int64_t& before,
                                         bool final) const {
    CoordinateBits::word_type word = m_marked.words[w];
    if (!final) {
      before += Kokkos::popcount(word);
      return;
    }
    for (std::int64_t u = w * CoordinateBits::word_size; word != 0; ++u, word >>= 1) {
      if ((word & 1) == 0) continue;
      m_coordinates[before] = static_cast<Index>(u);
      m_numbers[u]          = before++;
    }
  }
};

/// Below one parent: values of a tile of rows to the positions of their coordinates.
template <class Coordinates, class Values>
struct MoveRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  const std::int64_t* m_numbers;  ///< positions by coordinate
  Values m_values;
  std::int64_t m_positions;  ///< how many coordinates there are

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const RowTile rows(tile, m_from.rows);
    const std::int64_t entries = m_from.positions[rows.end] - m_from.positions[rows.begin];
    if (m_plan.stores_rows && (rows.end - rows.begin) * m_positions != entries)
      clear(rows);  // else they leave no place
    const std::int64_t* const numbers = m_numbers;
    FormCursor at(m_plan.coordinate);
    BlockOffset offset(m_plan);
    move_rows(m_plan, m_from, rows.begin, rows.end, at, offset, m_values,
              [&](std::int64_t coordinate) { return numbers[coordinate] * m_plan.block; });
  }

 private:
  KOKKOS_INLINE_FUNCTION void clear(const RowTile& rows) const {
    const Values values = m_values;
    for (std::int64_t p = 0; p < m_positions; ++p) {
      const std::int64_t first = p * m_plan.block;
      for (std::int64_t v = first + rows.begin; v < first + rows.end; ++v) values.clear(v);
    }
  }
};

}  // namespace Strata::Impl

#endif
