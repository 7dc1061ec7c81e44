// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ROW_KERNELS_HPP
#define STRATA_IMPL_ROW_KERNELS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
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

/// Rows as they are stored.
template <class Coordinates>
struct SourceRows {
  std::int64_t rows;
  IndexSpan positions;
  Coordinates coordinates;

  /// f(position, column)
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t row, const F& f) const {
    const std::int64_t end = positions[row + 1];
    for (std::int64_t p = positions[row]; p < end; ++p) f(p, coordinates[p]);
  }
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

/// Where an entry of a row stands in the block below its coordinate.
class BlockOffset {
 public:
  KOKKOS_INLINE_FUNCTION BlockOffset(const RowPlan& plan, std::int64_t row) : m_plan(plan) {
    std::int64_t stride = 1;
    for (int n = plan.num_inner - 1; n >= 0; --n) {
      const LevelForm& form   = plan.inner[n];
      const std::int64_t base = form.base(row);
      if (form.column == 0) {
        m_fixed += stride * form.at(base, 0);
      } else {
        m_bases[m_count]   = base;
        m_strides[m_count] = stride;
        m_forms[m_count++] = n;
      }
      stride *= plan.inner_extents[n];
    }
  }
  /// \pre `base` and `coordinate` are those of the plan's compressed level
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t base, std::int64_t column,
                                                 std::int64_t coordinate) const {
    if (m_plan.stores_rest)
      return m_fixed + base + m_plan.coordinate.column * column -
             coordinate * m_plan.coordinate.quotient.divisor();
    std::int64_t offset = m_fixed;
    for (int k = 0; k < m_count; ++k)
      offset += m_strides[k] * m_plan.inner[m_forms[k]].at(m_bases[k], column);
    return offset;
  }

 private:
  const RowPlan& m_plan;
  std::int64_t m_fixed = 0;  ///< what the row gives
  int m_count          = 0;
  int m_forms[RowPlan::max_inner];
  std::int64_t m_bases[RowPlan::max_inner], m_strides[RowPlan::max_inner];
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
    for (std::int64_t p = m_plan.first_parent(piece); p < end; ++p) count(p, marks);
    m_tokens.release(slot);
  }

 private:
  KOKKOS_INLINE_FUNCTION void count(std::int64_t parent, std::int64_t* marks) const {
    std::int64_t count        = 0;
    const std::int64_t last   = (parent + 1) * m_plan.group;
    for (std::int64_t i = parent * m_plan.group; i < last && i < m_from.rows; ++i) {
      const std::int64_t base = m_plan.coordinate.base(i);
      m_from.for_each(i, [&](std::int64_t, std::int64_t j) {
        std::int64_t& mark = marks[m_plan.coordinate.at(base, j)];
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
    for (std::int64_t p = m_plan.first_parent(piece); p < end; ++p) fill(p, marks, numbers);
    m_tokens.release(slot);
  }

 private:
  KOKKOS_INLINE_FUNCTION void fill(std::int64_t parent, std::int64_t* marks,
                                   std::int32_t* numbers) const {
    const std::int64_t begin  = m_positions[parent];
    const std::int64_t count  = list(parent, marks, m_coordinates + begin);
    for (std::int64_t n = 0; n < count; ++n)
      numbers[static_cast<std::int64_t>(m_coordinates[begin + n])] =
          static_cast<std::int32_t>(n);
    const std::int64_t end = (begin + count) * m_plan.block;
    for (std::int64_t at = begin * m_plan.block; at < end; ++at) m_values.clear(at);
    const std::int64_t last = (parent + 1) * m_plan.group;
    for (std::int64_t i = parent * m_plan.group; i < last && i < m_from.rows; ++i)
      move_row(i, begin, numbers);
  }

  /// The coordinates below a parent in order; returns their number.
  KOKKOS_INLINE_FUNCTION std::int64_t list(std::int64_t parent, std::int64_t* marks,
                                           Index* out) const {
    std::int64_t count = 0;
    bool sorted        = true;
    const std::int64_t last = (parent + 1) * m_plan.group;
    for (std::int64_t i = parent * m_plan.group; i < last && i < m_from.rows; ++i) {
      const std::int64_t base = m_plan.coordinate.base(i);
      m_from.for_each(i, [&](std::int64_t, std::int64_t j) {
        const std::int64_t u = m_plan.coordinate.at(base, j);
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
  KOKKOS_INLINE_FUNCTION void move_row(std::int64_t i, std::int64_t begin,
                                       const std::int32_t* numbers) const {
    const std::int64_t base = m_plan.coordinate.base(i);
    const BlockOffset offset(m_plan, i);
    m_from.for_each(i, [&](std::int64_t p, std::int64_t j) {
      const std::int64_t u  = m_plan.coordinate.at(base, j);
      const std::int64_t at = begin + numbers[u];
      m_values.move(at * m_plan.block + offset(base, j, u), p);
    });
  }
};

/// Below one parent: marks of all coordinates.
template <class Coordinates>
struct MarkRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  std::int64_t* m_marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t base = m_plan.coordinate.base(i);
    m_from.for_each(i, [&](std::int64_t, std::int64_t j) {
      std::int64_t* const mark = m_marks + m_plan.coordinate.at(base, j);
      if (Kokkos::atomic_load(mark) == 0) Kokkos::atomic_store(mark, std::int64_t{1});
    });
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

/// Below one parent: values to the positions of their coordinates.
template <class Coordinates, class Values>
struct MoveRowsFunctor {
  RowPlan m_plan;
  SourceRows<Coordinates> m_from;
  const std::int64_t* m_marks;  ///< position + 1
  Values m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t base = m_plan.coordinate.base(i);
    const BlockOffset offset(m_plan, i);
    m_from.for_each(i, [&](std::int64_t p, std::int64_t j) {
      const std::int64_t u = m_plan.coordinate.at(base, j);
      m_values.move((m_marks[u] - 1) * m_plan.block + offset(base, j, u), p);
    });
  }
};

}  // namespace Strata::Impl

#endif
