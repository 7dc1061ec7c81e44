// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_BUCKETS_HPP
#define STRATA_IMPL_CONVERT_BUCKETS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertSinks.hpp>
#include <impl/Strata_SortRecords.hpp>

namespace Strata::Impl {

/// Deals entries out to buckets by the bits of their keys from `shift` on. Every
/// chunk counts, then moves its entries in order: stable.
struct BucketPass {
  EntryWalk walk;
  std::int64_t* counts = nullptr;  ///< chunk x bucket
  std::int64_t buckets = 1;
  int shift            = 0;

  KOKKOS_INLINE_FUNCTION std::int64_t bucket(std::uint64_t key) const {
    return buckets == 1 ? 0 : static_cast<std::int64_t>(key >> shift);
  }
};

struct CountBucketsFunctor {
  BucketPass m_pass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t* counts = m_pass.counts + chunk * m_pass.buckets;
    for (std::int64_t b = 0; b < m_pass.buckets; ++b) counts[b] = 0;
    if (m_pass.walk.drops() || m_pass.walk.is_mapped)
      m_pass.walk.for_each_block_of_chunk(chunk, false, [&](const Record* records, int n) {
        for (int i = 0; i < n; ++i) ++counts[m_pass.bucket(records[i].key)];
      });
    else
      m_pass.walk.for_each_key_block_of_chunk(chunk, [&](const std::uint64_t* keys, int n) {
        for (int i = 0; i < n; ++i) ++counts[m_pass.bucket(keys[i])];
      });
  }
};

/// Turns counts into places: buckets one after another, chunks inside them.
struct PlaceBucketsFunctor {
  std::int64_t* m_counts;
  std::int64_t m_chunks, m_buckets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& sum,
                                         bool final) const {
    std::int64_t& place    = m_counts[i % m_chunks * m_buckets + i / m_chunks];
    const std::int64_t own = place;
    if (final) place = sum;
    sum += own;
  }
};

/// Records go to their buckets block by block; the memory that a block goes to is asked for
/// before any of it is written.
struct MoveToBucketsFunctor {
  BucketPass m_pass;
  Record* m_records;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t* const places = m_pass.counts + chunk * m_pass.buckets;
    m_pass.walk.for_each_block_of_chunk(
        chunk, true, [&](const Record* records, int n) {
          Record* to[EntryWalk::block_size];
          for (int i = 0; i < n; ++i) {
            to[i] = m_records + places[m_pass.bucket(records[i].key)]++;
            prefetch_for_write(to[i]);
          }
          for (int i = 0; i < n; ++i) *to[i] = records[i];
        });
  }
};

/// Entries that are in order go where they belong at once.
template <class Sink>
struct StoreInOrderFunctor {
  BucketPass m_pass;
  Sink m_sink;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t place = m_pass.counts[chunk];
    typename Sink::State state;
    m_pass.walk.for_each_block_of_chunk(chunk, true,
                                        [&](const Record* records, int n) {
                                          if (n == 0) return;
                                          m_sink.store(place, records, n,
                                                       state);
                                          place += n;
                                        });
    m_sink.finish(chunk, place, state);
  }
};

/// Sorts one bucket after another, each in memory that stays in the cache of
/// one thread. Every bucket ends where its last chunk stopped.
template <class Sink>
struct SortBucketsFunctor {
  Record* m_records;
  Record* m_scratch;  ///< m_longest for every worker
  const std::int64_t* m_ends;
  std::int64_t* m_next;  ///< the bucket that no worker has taken yet
  std::int64_t m_buckets, m_longest;
  int m_shift, m_bits;  ///< of the keys' bits that are out of order yet
  Sink m_sink;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t worker) const {
    for (;;) {
      const std::int64_t bucket =
          Kokkos::atomic_fetch_add(m_next, std::int64_t{1});
      if (bucket >= m_buckets) return;
      const std::int64_t begin = bucket == 0 ? 0 : m_ends[bucket - 1];
      const std::int64_t size  = m_ends[bucket] - begin;
      Record* const records    = m_records + begin;
      const Record* sorted =
          RecordSort{m_shift, m_bits}(records, m_scratch + worker * m_longest, size);
      typename Sink::State state;
      for (std::int64_t i = 0; i < size; i += EntryWalk::block_size) {
        const std::int64_t left = size - i;
        m_sink.store(begin + i, sorted + i,
                     left < EntryWalk::block_size ? static_cast<int>(left)
                                                  : EntryWalk::block_size,
                     state);
      }
      m_sink.finish(bucket, begin + size, state);
    }
  }
};

/// Hands entries that are sorted as a whole to their sink.
template <class Sink>
struct UnpackFunctor {
  KeyedEntries m_sorted;
  std::int64_t m_chunks;
  Sink m_sink;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    Record block[EntryWalk::block_size];
    const std::int64_t end = chunk_begin(m_sorted.size, m_chunks, chunk + 1);
    std::int64_t place     = chunk_begin(m_sorted.size, m_chunks, chunk);
    typename Sink::State state;
    while (place < end) {
      int n = 0;
      for (; n < EntryWalk::block_size && place + n < end; ++n)
        block[n] = {m_sorted.keys[place + n],
                    static_cast<std::uint64_t>(m_sorted.entries[place + n])};
      m_sink.store(place, block, n, state);
      place += n;
    }
    m_sink.finish(chunk, place, state);
  }
};

}  // namespace Strata::Impl

#endif
