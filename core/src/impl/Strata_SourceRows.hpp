// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SOURCE_ROWS_HPP
#define STRATA_IMPL_SOURCE_ROWS_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_FillValues.hpp>

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

}  // namespace Strata::Impl

#endif
