// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ROW_KERNELS_HPP
#define STRATA_IMPL_ROW_KERNELS_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_BlockOffset.hpp>
#include <impl/Strata_FillValues.hpp>
#include <impl/Strata_HeapSort.hpp>
#include <impl/Strata_RowPlan.hpp>

namespace Strata::Impl {

/// Array of coordinates whose type is known.
template <class T>
struct TypedCoordinates {
  const T* data;
  KOKKOS_INLINE_FUNCTION std::int64_t operator[](std::int64_t p) const {
    return static_cast<std::int64_t>(data[p]);
  }
};

/// True where the n coordinates from `at` on are those from `before` on plus `shift`.
template <class T>
KOKKOS_INLINE_FUNCTION bool are_shifted(const TypedCoordinates<T>& coordinates,
                                        std::int64_t before, std::int64_t at, std::int64_t n,
                                        std::int64_t shift) {
  using U             = std::make_unsigned_t<T>;
  const T *const from = coordinates.data + before, *const to = coordinates.data + at;
  U difference        = 0;
  for (std::int64_t k = 0; k < n; ++k)
    difference |= static_cast<U>(static_cast<U>(to[k]) - static_cast<U>(from[k]) -
                                 static_cast<U>(shift));
  return difference == 0;
}
KOKKOS_INLINE_FUNCTION bool are_shifted(const IndexSpan& coordinates, std::int64_t before,
                                        std::int64_t at, std::int64_t n, std::int64_t shift) {
  for (std::int64_t k = 0; k < n; ++k)
    if (coordinates[at + k] != coordinates[before + k] + shift) return false;
  return true;
}

/// Rows as they are stored.
template <class Coordinates>
struct SourceRows {
  std::int64_t rows;
  IndexSpan positions;
  Coordinates coordinates;
};

/// One row after the other.
template <class Coordinates>
class RowCursor {
 public:
  static constexpr std::int64_t longest_repeat = 256;

  /// In front of row `first`.
  KOKKOS_INLINE_FUNCTION RowCursor(const SourceRows<Coordinates>& rows, std::int64_t first)
      : m_positions(rows.positions),
        m_coordinates(rows.coordinates),
        m_row(first),
        m_begin(-1),
        m_end(rows.positions[first]) {}

  KOKKOS_INLINE_FUNCTION void next() {
    m_before = m_begin;
    m_begin  = m_end;
    m_end    = m_positions[++m_row];
  }
  /// True where the columns are those of the row that the cursor was at before plus `shift`.
  KOKKOS_INLINE_FUNCTION bool repeats(std::int64_t shift) const {
    const std::int64_t n = m_end - m_begin;
    return m_before >= 0 && n == m_begin - m_before && n <= longest_repeat &&
           are_shifted(m_coordinates, m_before, m_begin, n, shift);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t begin() const { return m_begin; }
  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return m_end - m_begin; }
  /// f(position, column)
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(const F& f) const {
    const Coordinates columns = m_coordinates;  // not read again behind what f stores
    for (std::int64_t p = m_begin; p < m_end; ++p) f(p, columns[p]);
  }

 private:
  IndexSpan m_positions;
  Coordinates m_coordinates;
  std::int64_t m_row, m_begin, m_end, m_before = -1;
};

/// Values as words of a size.
template <class Word>
struct WordValues {
  const Word* from;
  Word* to;
  Word fill;

  KOKKOS_INLINE_FUNCTION void move(std::int64_t at, std::int64_t p) const {
    to[at] = from[p];
  }
  KOKKOS_INLINE_FUNCTION void clear(std::int64_t at) const { to[at] = fill; }
};

/// Pairs of words, or parts of them.
struct ByteValues {
  const unsigned char* from;
  unsigned char* to;
  FillBits fill;

  KOKKOS_INLINE_FUNCTION void move(std::int64_t at, std::int64_t p) const {
    for (int b = 0; b < fill.bytes; ++b) to[at * fill.bytes + b] = from[p * fill.bytes + b];
  }
  KOKKOS_INLINE_FUNCTION void clear(std::int64_t at) const {
    for (int b = 0; b < fill.bytes; ++b)
      to[at * fill.bytes + b] =
          static_cast<unsigned char>(fill.words[b / 8] >> (8 * (b % 8)));
  }
};

/// f(coordinates) with those of level l, typed where they have 32 bits.
template <class F>
void with_coordinates(const TensorRef& from, int l, const F& f) {
  const void* data     = from.levels[l].coordinates;
  const IndexType type = from.format.crd_type();
  if (type.bits() != 32) return f(IndexSpan(data, type));
  if (type.is_signed)
    return f(TypedCoordinates<std::int32_t>{static_cast<const std::int32_t*>(data)});
  f(TypedCoordinates<std::uint32_t>{static_cast<const std::uint32_t*>(data)});
}

/// f(values) with what moves values of so many bytes.
template <class F>
void with_values(const void* from, void* to, const FillBits& fill, const F& f) {
  const auto words = [&](auto zero) {
    using Word = decltype(zero);
    f(WordValues<Word>{static_cast<const Word*>(from), static_cast<Word*>(to),
                       static_cast<Word>(fill.words[0])});
  };
  if (fill.bytes == 8) return words(std::uint64_t{});
  if (fill.bytes == 4) return words(std::uint32_t{});
  f(ByteValues{static_cast<const unsigned char*>(from), static_cast<unsigned char*>(to), fill});
}

/// Neighbouring rows that are handed out together.
struct RowTile {
  static constexpr std::int64_t size = 64;
  std::int64_t begin, end;

  KOKKOS_INLINE_FUNCTION RowTile(std::int64_t tile, std::int64_t rows)
      : begin(tile * size), end(begin + size < rows ? begin + size : rows) {}
  static std::int64_t count(std::int64_t rows) { return (rows + size - 1) / size; }
};

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
