// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LIST_RUNS_HPP
#define STRATA_IMPL_LIST_RUNS_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_StreamBlocks.hpp>

/// \file
/// Lists of entries that are sorted where they lie, on a host. A list is cut into *segments*,
/// and the entries of each are dealt out to *buckets* of neighbouring keys; a *run* is what
/// a segment has of a bucket. When the entries of each bucket are in order, across its runs,
/// so is the list: one bucket after another, and its runs in the order of their segments.

namespace Strata::Impl {

/// A list, whose arrays may be overwritten.
struct ListArrays {
  EntryWalk walk;  ///< tells keys
  Kokkos::Array<KeyField, max_levels> fields{};  ///< of its levels, in keys
  Kokkos::Array<void*, max_levels> coordinates{};
  void* values    = nullptr;
  int value_bytes = 8;  ///< 1, 2, 4, 8 or 16

  KOKKOS_INLINE_FUNCTION std::int64_t entries() const { return walk.source.entries; }
};

/// Buckets by the keys they begin with. A key that repeats often has a bucket for itself.
struct ListBuckets {
  /// Of all but the first; as many as make a power of two with one more.
  std::vector<std::uint64_t> begins;
  std::vector<bool> is_single;  ///< by bucket: there is one key

  std::int64_t count() const { return static_cast<std::int64_t>(is_single.size()); }
};
/// About `count`, with about equally many entries, by a sample of the keys.
ListBuckets choose_buckets(const EntryWalk& list, std::int64_t count);

struct ListRuns {
  ListArrays list;
  std::int64_t segments = 1, buckets = 1;
  const std::int64_t* begins = nullptr;  ///< of runs, segment x bucket; the end of the list

  /// Calls f(begin, end) for those of a bucket, in order.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t bucket, F&& f) const {
    for (std::int64_t s = 0; s < segments; ++s)
      f(begins[s * buckets + bucket], begins[s * buckets + bucket + 1]);
  }
  /// The same for the first `count` entries.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t bucket, std::int64_t count, F&& f) const {
    for (std::int64_t s = 0; s < segments && count > 0; ++s) {
      const std::int64_t begin = begins[s * buckets + bucket],
                         end   = begins[s * buckets + bucket + 1];
      f(begin, end - begin < count ? end : begin + count);
      count -= end - begin;
    }
  }
  KOKKOS_INLINE_FUNCTION std::int64_t size(std::int64_t bucket) const {
    std::int64_t sum = 0;
    for_each(bucket, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
    return sum;
  }
};

/// Keys of the first entries of every bucket, which is a chunk.
struct RunWalk {
  ListRuns runs;
  const std::int64_t* kept = nullptr;  ///< entries of each bucket
  std::int64_t chunks      = 1;

  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t bucket, F&& f) const {
    constexpr std::int64_t room = EntryWalk::block_size;
    std::uint64_t keys[room];
    std::int64_t size = 0;
    runs.for_each(bucket, kept[bucket], [&](std::int64_t e, std::int64_t end) {
      while (e < end) {
        const std::int64_t n = end - e < room - size ? end - e : room - size;
        runs.list.walk.list_keys(keys + size, static_cast<int>(n), e);
        e += n;
        size += n;
        if (size < room) continue;
        f(KeyBlock{keys, static_cast<int>(size)});
        size = 0;
      }
    });
    if (size > 0) f(KeyBlock{keys, static_cast<int>(size)});
  }
};

}  // namespace Strata::Impl

#endif
