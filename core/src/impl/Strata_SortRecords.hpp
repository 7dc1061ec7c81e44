// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SORT_RECORDS_HPP
#define STRATA_IMPL_SORT_RECORDS_HPP

#include <cstdint>
#include <limits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_KeyMap.hpp>

namespace Strata::Impl {

/// Stable moves of records by digits of their keys, the last one first. All digits are
/// counted in one walk.
struct DigitMoves {
  static constexpr int max_digits = 3, max_bits = 11;
  static constexpr std::int64_t max_size = std::numeric_limits<std::uint32_t>::max();

  std::int64_t m_size;  ///< up to max_size
  int m_shift, m_bits;  ///< of the last digit

  /// By so many digits, there and back: records end in `to` after an odd number of them.
  template <int digits>
  KOKKOS_INLINE_FUNCTION void run(Record* from, Record* to) const {
    static_assert(digits <= max_digits);
    std::uint32_t counts[digits][1 << max_bits];
    count(from, counts);
    for (int digit = 0; digit < digits; ++digit) {
      place(counts[digit]);
      move(from, to, m_shift + digit * m_bits, counts[digit]);
      Record* const other = from;
      from                = to;
      to                  = other;
    }
  }

 private:
  // Members are read once: counts and records could be theirs, for all that compilers know.
  KOKKOS_INLINE_FUNCTION std::uint64_t mask() const { return (std::uint64_t{1} << m_bits) - 1; }

  template <int digits>
  KOKKOS_INLINE_FUNCTION void count(const Record* records,
                                    std::uint32_t (&counts)[digits][1 << max_bits]) const {
    const std::uint64_t mask = this->mask();
    const std::int64_t size  = m_size;
    const int shift = m_shift, bits = m_bits;
    for (int digit = 0; digit < digits; ++digit)
      for (std::uint64_t d = 0; d <= mask; ++d) counts[digit][d] = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      std::uint64_t key = records[i].key >> shift;
      for (int digit = 0; digit < digits; ++digit, key >>= bits) ++counts[digit][key & mask];
    }
  }
  KOKKOS_INLINE_FUNCTION void place(std::uint32_t* counts) const {
    const std::uint64_t mask = this->mask();
    std::uint32_t begin      = 0;
    for (std::uint64_t d = 0; d <= mask; ++d) {
      const std::uint32_t own = counts[d];
      counts[d]               = begin;
      begin += own;
    }
  }
  KOKKOS_INLINE_FUNCTION void move(const Record* from, Record* to, int shift,
                                   std::uint32_t* places) const {
    const std::uint64_t mask = this->mask();
    const std::int64_t size  = m_size;
    for (std::int64_t i = 0; i < size; ++i) to[places[from[i].key >> shift & mask]++] = from[i];
  }
};

/// Stable sort of records by some bits of their keys, by one thread.
struct RecordSort {
  int m_shift, m_bits;  ///< bits above them are the same in all records

  /// Returns where the sorted records are: `from` or `to`.
  KOKKOS_INLINE_FUNCTION Record* operator()(Record* from, Record* to,
                                            std::int64_t size) const {
    if (size <= 16) {
      sort_few(from, size);
      return from;
    }
    const int count = passes(size);
    const int bits  = count == 0 ? 0 : (m_bits + count - 1) / count;
    for (int pass = 0; pass < count; pass += DigitMoves::max_digits) {
      const DigitMoves moves{size, m_shift + pass * bits, bits};
      switch (count - pass) {
        case 1: moves.run<1>(from, to); break;
        case 2: moves.run<2>(from, to); continue;  // there and back
        default: moves.run<3>(from, to);
      }
      Record* const other = from;
      from                = to;
      to                  = other;
    }
    return from;
  }

 private:
  /// Fewer digits where there are fewer records than counters.
  KOKKOS_INLINE_FUNCTION int passes(std::int64_t size) const {
    int bits = 4;
    while (bits < DigitMoves::max_bits && (std::int64_t{4} << bits) < size) ++bits;
    return (m_bits + bits - 1) / bits;
  }
  /// Bits above m_shift + m_bits are the same in all records of a bucket.
  KOKKOS_INLINE_FUNCTION void sort_few(Record* records,
                                       std::int64_t size) const {
    if (m_bits == 0) return;
    for (std::int64_t i = 1; i < size; ++i) {
      const Record record = records[i];
      std::int64_t k      = i;
      for (; k > 0 && records[k - 1].key >> m_shift > record.key >> m_shift;
           --k)
        records[k] = records[k - 1];
      records[k] = record;
    }
  }
};

}  // namespace Strata::Impl

#endif
