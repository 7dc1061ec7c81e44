// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ROW_KERNELS_HPP
#define STRATA_IMPL_ROW_KERNELS_HPP

#include <cstdint>

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
    std::int64_t count      = 0;
    const std::int64_t last = m_plan.end_row(parent, m_from.rows);
    RowCursor row(m_from, m_plan.first_row_of(parent));
    for (std::int64_t i = m_plan.first_row_of(parent); i < last; ++i) {
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
    m_counts[parent] = count;
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
    const std::int64_t begin  = m_positions[parent];
    const std::int64_t count  = list(parent, at, marks, m_coordinates + begin);
    for (std::int64_t n = 0; n < count; ++n)
      numbers[static_cast<std::int64_t>(m_coordinates[begin + n])] =
          static_cast<std::int32_t>(n);
    const std::int64_t end = (begin + count) * m_plan.block;
    for (std::int64_t v = begin * m_plan.block; v < end; ++v) m_values.clear(v);
    move_rows(m_plan, m_from, m_plan.first_row_of(parent), m_plan.end_row(parent, m_from.rows), at,
              offset, m_values, [&](std::int64_t coordinate) {
                return (begin + numbers[coordinate]) * m_plan.block;
              });
  }

  /// The coordinates below a parent in order; returns their number.
  KOKKOS_INLINE_FUNCTION std::int64_t list(std::int64_t parent, FormCursor& at,
                                           std::int64_t* marks, Index* out) const {
    std::int64_t count      = 0;
    bool sorted             = true;
    const std::int64_t last = m_plan.end_row(parent, m_from.rows);
    RowCursor row(m_from, m_plan.first_row_of(parent));
    for (std::int64_t i = m_plan.first_row_of(parent); i < last; ++i) {
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
    return count;
  }
};

/// Below one parent: marks of all coordinates of a tile of rows.
template <class Coordinates>
struct MarkRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  std::int64_t* m_marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const RowTile rows(tile, m_from.rows);
    std::int64_t* const marks = m_marks;
    FormCursor at(m_plan.coordinate);
    RowCursor row(m_from, rows.begin);
    for (std::int64_t i = rows.begin; i < rows.end; ++i) {
      row.next();
      if (m_plan.repeats && row.repeats(m_plan.repeat_shift)) continue;
      at.start(i);
      row.for_each([&](std::int64_t, std::int64_t j) {
        if (!at.move_to(j)) return;
        std::int64_t* const mark = marks + at.coordinate();
        if (Kokkos::atomic_load(mark) == 0) Kokkos::atomic_store(mark, std::int64_t{1});
      });
    }
  }
};

struct SumMarksFunctor {
  const std::int64_t* m_marks;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t u, std::int64_t& sum) const {
    sum += m_marks[u];
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

/// Below one parent: marks become positions.
template <class Index>
struct ListMarksFunctor {
  std::int64_t* m_marks;
  Index* m_coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t u, std::int64_t& before,
                                         bool final) const {
    const bool marked = m_marks[u] != 0;
    if (final && marked) {
      m_coordinates[before] = static_cast<Index>(u);
      m_marks[u]            = before + 1;
    }
    before += marked;
  }
};

/// Below one parent: values of a tile of rows to the positions of their coordinates.
template <class Coordinates, class Values>
struct MoveRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  const std::int64_t* m_marks;  ///< position + 1
  Values m_values;
  std::int64_t m_positions;  ///< how many coordinates there are

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const RowTile rows(tile, m_from.rows);
    if (m_plan.stores_rows) clear(rows);
    const std::int64_t* const marks = m_marks;
    FormCursor at(m_plan.coordinate);
    BlockOffset offset(m_plan);
    move_rows(m_plan, m_from, rows.begin, rows.end, at, offset, m_values,
              [&](std::int64_t coordinate) { return (marks[coordinate] - 1) * m_plan.block; });
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
