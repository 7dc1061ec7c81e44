// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_DEAL_SEGMENTS_HPP
#define STRATA_IMPL_DEAL_SEGMENTS_HPP

#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ListRuns.hpp>

namespace Strata::Impl {

/// Calls f(T{}) with a type of so many bytes: 1, 2, 4, 8 or 16.
template <class F>
KOKKOS_INLINE_FUNCTION void visit_value_bytes(int bytes, F&& f) {
  struct Pair {
    std::uint64_t words[2];
  };
  if (bytes == sizeof(Pair)) return f(Pair{});
  visit_bytes(bytes, f);
}

/// What one thread needs to deal out a segment.
struct DealScratch {
  std::uint32_t* places;  ///< of its entries
  std::uint32_t* next;    ///< by bucket
  std::uint64_t* moved;   ///< room for coordinates or values
};

/// Deals out the entries of segments to buckets, stably.
struct DealSegmentsFunctor {
  ListArrays m_list;
  const std::uint64_t* m_bucket_begins;
  std::int64_t m_buckets, m_segments, m_workers, m_longest;
  std::int64_t* m_begins;  ///< of ListRuns
  std::uint32_t* m_places;
  std::uint32_t* m_next;
  std::uint64_t* m_moved;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t worker) const {
    const int words = m_list.value_bytes > 8 ? 2 : 1;
    const DealScratch scratch{m_places + worker * m_longest, m_next + worker * m_buckets,
                              m_moved + worker * m_longest * words};
    const std::int64_t end = chunk_begin(m_segments, m_workers, worker + 1);
    for (std::int64_t s = chunk_begin(m_segments, m_workers, worker); s < end; ++s)
      deal(s, scratch);
  }

 private:
  KOKKOS_INLINE_FUNCTION void deal(std::int64_t segment, const DealScratch& scratch) const {
    const std::int64_t begin = chunk_begin(m_list.entries(), m_segments, segment),
                       size  = chunk_begin(m_list.entries(), m_segments, segment + 1) - begin;
    for (std::int64_t b = 0; b < m_buckets; ++b) scratch.next[b] = 0;
    const bool in_order = number_buckets(begin, size, scratch);
    std::uint32_t place = 0;
    for (std::int64_t b = 0; b < m_buckets; ++b) {
      const std::uint32_t count               = scratch.next[b];
      m_begins[segment * m_buckets + b]       = begin + place;
      scratch.next[b]                         = place;
      place += count;
    }
    if (segment + 1 == m_segments) m_begins[m_segments * m_buckets] = begin + size;
    if (in_order) return;
    for (std::int64_t e = 0; e < size; ++e) scratch.places[e] = scratch.next[scratch.places[e]]++;
    for (int l = 0; l < m_list.walk.source.num_levels; ++l)
      move(m_list.coordinates[l], m_list.walk.source.coordinate_bytes, begin, size, scratch);
    move(m_list.values, m_list.value_bytes, begin, size, scratch);
  }

  /// Writes buckets to scratch.places and counts them. Returns whether they are in order.
  KOKKOS_INLINE_FUNCTION bool number_buckets(std::int64_t begin, std::int64_t size,
                                             const DealScratch& scratch) const {
    std::uint64_t keys[EntryWalk::block_size];
    std::uint32_t last = 0, descents = 0;
    for (std::int64_t e = 0; e < size; e += EntryWalk::block_size) {
      const int n = size - e < EntryWalk::block_size ? static_cast<int>(size - e)
                                                     : EntryWalk::block_size;
      std::uint32_t* const numbers = scratch.places + e;
      m_list.walk.list_keys(keys, n, begin + e);
      find_buckets(keys, n, numbers);
      descents += numbers[0] < last;
      for (int i = 1; i < n; ++i) descents += numbers[i] < numbers[i - 1];
      last = numbers[n - 1];
      for (int i = 0; i < n; ++i) ++scratch.next[numbers[i]];
    }
    return descents == 0;
  }
  /// Of all keys of a block side by side: step by step, without branches.
  KOKKOS_INLINE_FUNCTION void find_buckets(const std::uint64_t* keys, int n,
                                           std::uint32_t* numbers) const {
    const auto last = static_cast<std::uint32_t>(m_buckets - 1);
    std::uint32_t half = 1;
    while (half <= last) half *= 2;
    for (int i = 0; i < n; ++i) numbers[i] = 0;
    for (half /= 2; half > 0; half /= 2)
      for (int i = 0; i < n; ++i)
        numbers[i] += m_bucket_begins[numbers[i] + half - 1] <= keys[i] ? half : 0;
    for (int i = 0; i < n; ++i) numbers[i] = numbers[i] < last ? numbers[i] : last;
  }

  KOKKOS_INLINE_FUNCTION static void move(void* array, int bytes, std::int64_t begin,
                                          std::int64_t size, const DealScratch& scratch) {
    visit_value_bytes(bytes, [&](auto zero) {
      using T        = decltype(zero);
      T* const from  = static_cast<T*>(array) + begin;
      T* const moved = reinterpret_cast<T*>(scratch.moved);
      for (std::int64_t e = 0; e < size; ++e) moved[scratch.places[e]] = from[e];
      std::memcpy(from, moved, static_cast<std::size_t>(size) * sizeof(T));
    });
  }
};

}  // namespace Strata::Impl

#endif
