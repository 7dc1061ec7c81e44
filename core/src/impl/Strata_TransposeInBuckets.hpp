// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CSR to CSC where entries that follow one another go far apart: they are first dealt to
// buckets of neighbouring majors, in the arrays of the target, and then each bucket is put
// in order in a cache.
#ifndef STRATA_IMPL_TRANSPOSE_IN_BUCKETS_HPP
#define STRATA_IMPL_TRANSPOSE_IN_BUCKETS_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConversionNotes.hpp>
#include <impl/Strata_MajorBuckets.hpp>
#include <impl/Strata_PlacesAhead.hpp>
#include <impl/Strata_TransposePass.hpp>

namespace Strata::Impl {

/// Counts, in windows of entries, those that are the first of some neighbouring majors.
template <class Index>
struct CountNewMajorsFunctor {
  static constexpr std::int64_t windows = 8, window = std::int64_t{1} << 14;
  static constexpr int bits             = 18;

  const Index* m_majors;
  std::int64_t m_entries;
  int m_shift;  ///< of majors that are one

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t w, std::int64_t& count) const {
    std::uint64_t seen[(1 << bits) / 64] = {};
    const Index* const from = m_majors + (m_entries - window) / (windows - 1) * w;
    for (std::int64_t e = 0; e < window; ++e) {
      const std::uint64_t line = static_cast<std::uint64_t>(from[e]) >> m_shift;
      const std::uint64_t slot = line * 0x9E3779B97F4A7C15 >> (64 - bits);
      const std::uint64_t bit  = std::uint64_t{1} << slot % 64;
      count += (seen[slot / 64] & bit) == 0;
      seen[slot / 64] |= bit;
    }
  }
};

/// The share of the entries that begin lines of memory of their own. Majors with fewer
/// entries than a line has share one.
template <class Index, class ExecutionSpace>
double share_beginning_lines(const ExecutionSpace& exec, const Index* majors,
                             std::int64_t entries, std::int64_t extent) {
  using Functor = CountNewMajorsFunctor<Index>;
  int shift     = 0;
  while (entries << shift < 8 * extent) ++shift;
  std::int64_t begun = 0;
  Kokkos::parallel_reduce("Strata::convert::share_beginning_lines",
                          IndexRange<ExecutionSpace>(exec, 0, Functor::windows),
                          Functor{majors, entries, shift}, begun);
  return static_cast<double>(begun) / (Functor::windows * Functor::window);
}

/// What the steps share.
template <class Index>
struct BucketedRuns {
  TransposePass pass;
  const Index* majors = nullptr;         ///< of the source
  std::uint16_t* dealt_majors = nullptr;  ///< of what is dealt, their last 16 bits
  int shift                   = 0;        ///< of groups
  std::int64_t groups         = 0;
  std::uint32_t* counts       = nullptr;  ///< chunk x group
  const std::uint16_t* of_group = nullptr;
  std::uint32_t* places         = nullptr;  ///< chunk x bucket
  std::int64_t buckets          = 0;
  const std::int64_t* begins = nullptr;
  const std::int64_t* first_majors = nullptr;
};

template <class Index>
struct CountGroupsFunctor {
  BucketedRuns<Index> m_runs;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::uint32_t* const counts = m_runs.counts + chunk * m_runs.groups;
    const EntryWalk& walk       = m_runs.pass.walk;
    for (std::int64_t g = 0; g < m_runs.groups; ++g) counts[g] = 0;
    for (std::int64_t e = walk.begin(chunk); e < walk.begin(chunk + 1); ++e)
      ++counts[m_runs.majors[e] >> m_runs.shift];
  }
};

/// Where every chunk puts its entries of a bucket.
template <class Index>
struct PlaceChunksFunctor {
  BucketedRuns<Index> m_runs;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t bucket) const {
    const std::int64_t first = m_runs.first_majors[bucket] >> m_runs.shift,
                       last = (m_runs.first_majors[bucket + 1] - 1) >> m_runs.shift;
    auto place = static_cast<std::uint32_t>(m_runs.begins[bucket]);
    for (std::int64_t chunk = 0; chunk < m_runs.pass.walk.chunks; ++chunk) {
      m_runs.places[chunk * m_runs.buckets + bucket] = place;
      for (std::int64_t g = first; g <= last; ++g)
        place += m_runs.counts[chunk * m_runs.groups + g];
    }
  }
};

template <class Index, class Value>
struct DealRunsFunctor {
  BucketedRuns<Index> m_runs;
  RunTarget<Index, Value> m_target;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const RunTarget<Index, Value> target = m_target;
    std::uint32_t* const places          = m_runs.places + chunk * m_runs.buckets;
    std::uint16_t* const dealt           = m_runs.dealt_majors;
    const std::uint16_t* const of_group  = m_runs.of_group;
    const Index* const majors            = m_runs.majors;
    const int shift                      = m_runs.shift;
    const EntryWalk& walk                = m_runs.pass.walk;
    PlacesAhead places_ahead(walk.begin(chunk), walk.begin(chunk + 1), [=](std::int64_t e) {
      const std::uint32_t place = places[of_group[majors[e] >> shift]]++;
      prefetch_for_write(dealt + place);
      target.prefetch(place);
      return place;
    });
    target.for_each_run(
        walk, chunk, [&](std::uint64_t key, std::int64_t begin, std::int64_t end) {
          const Index minor = target.minor(key);
          for (std::int64_t e = begin; e < end; ++e) {
            const std::uint32_t place = places_ahead(e);
            dealt[place]              = static_cast<std::uint16_t>(majors[e]);
            target.minors[place]      = minor;
            target.to[place]          = target.from[e];
          }
        });
  }
};

/// Takes one bucket after another, whichever is next.
template <class Index, class Value>
struct OrderBucketsFunctor {
  BucketedRuns<Index> m_runs;
  RunTarget<Index, Value> m_target;
  MutableIndexSpan m_positions;
  std::int64_t* m_next;
  std::uint32_t* m_places;  ///< worker x m_widest
  Index* m_minors;          ///< worker x m_longest
  Value* m_values;          ///< the same
  std::int64_t m_widest, m_longest;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t worker) const {
    for (;;) {
      const std::int64_t bucket = Kokkos::atomic_fetch_add(m_next, std::int64_t{1});
      if (bucket >= m_runs.buckets) return;
      std::uint32_t* const places = m_places + worker * m_widest;
      place(bucket, places);
      if (m_runs.first_majors[bucket] + 1 < m_runs.first_majors[bucket + 1])
        order(bucket, places, m_minors + worker * m_longest, m_values + worker * m_longest);
    }
  }

 private:
  /// Of an entry in a bucket that begins with major `first`.
  KOKKOS_INLINE_FUNCTION std::uint16_t major(std::int64_t e, std::int64_t first) const {
    return static_cast<std::uint16_t>(m_runs.dealt_majors[e] - static_cast<std::uint16_t>(first));
  }
  KOKKOS_INLINE_FUNCTION void place(std::int64_t bucket, std::uint32_t* places) const {
    const std::int64_t first = m_runs.first_majors[bucket],
                       width = m_runs.first_majors[bucket + 1] - first;
    for (std::int64_t i = 0; i < width; ++i) places[i] = 0;
    for (std::int64_t e = m_runs.begins[bucket]; e < m_runs.begins[bucket + 1]; ++e)
      ++places[major(e, first)];
    std::int64_t next = m_runs.begins[bucket];
    for (std::int64_t i = 0; i < width; ++i) {
      const std::uint32_t own = places[i];
      places[i]               = static_cast<std::uint32_t>(next);
      next += own;
      m_positions.store(first + i + 1, next);
    }
  }
  KOKKOS_INLINE_FUNCTION void order(std::int64_t bucket, std::uint32_t* places, Index* minors,
                                    Value* values) const {
    const std::int64_t begin = m_runs.begins[bucket], size = m_runs.begins[bucket + 1] - begin,
                       first = m_runs.first_majors[bucket];
    for (std::int64_t i = 0; i < size; ++i) minors[i] = m_target.minors[begin + i];
    for (std::int64_t i = 0; i < size; ++i) values[i] = m_target.to[begin + i];
    PlacesAhead places_ahead(0, size, [=, this](std::int64_t i) {
      const std::uint32_t place = places[major(begin + i, first)]++;
      m_target.prefetch(place);
      return place;
    });
    for (std::int64_t i = 0; i < size; ++i) {
      const std::uint32_t place = places_ahead(i);
      m_target.minors[place]    = minors[i];
      m_target.to[place]        = values[i];
    }
  }
};

/// Entries of each group, of all chunks.
template <class Index, class ExecutionSpace>
std::vector<std::int64_t> count_groups(const ExecutionSpace& exec,
                                       const BucketedRuns<Index>& runs) {
  Kokkos::parallel_for("Strata::convert::count_groups",
                       IndexRange<ExecutionSpace>(exec, 0, runs.pass.walk.chunks),
                       CountGroupsFunctor<Index>{runs});
  std::vector<std::int64_t> entries(runs.groups);
  std::int64_t* const totals = entries.data();
  Kokkos::parallel_for(
      "Strata::convert::sum_groups", IndexRange<ExecutionSpace>(exec, 0, runs.groups),
      KOKKOS_LAMBDA(std::int64_t g) {
        for (std::int64_t chunk = 0; chunk < runs.pass.walk.chunks; ++chunk)
          totals[g] += runs.counts[chunk * runs.groups + g];
      });
  exec.fence("Strata::convert: groups have been counted");
  return entries;
}

template <class Index, class Value, class ExecutionSpace>
void order_buckets(const ExecutionSpace& exec, const BucketedRuns<Index>& runs,
                   const RunTarget<Index, Value>& target, const MutableIndexSpan& positions,
                   const MajorBuckets& buckets) {
  const std::int64_t workers = runs.pass.walk.chunks, longest = buckets.longest(),
                     widest = buckets.widest();
  const auto places =
      allocate<std::uint32_t>(exec, workers * widest, "Strata::convert::places");
  const auto minors = allocate<Index>(exec, workers * longest, "Strata::convert::minors");
  const auto values = allocate<Value>(exec, workers * longest, "Strata::convert::values");
  const auto next   = allocate<std::int64_t>(exec, 1, "Strata::convert::next_bucket");
  zero_fill(exec, next.data(), sizeof(std::int64_t));
  Kokkos::parallel_for(
      "Strata::convert::order_buckets", IndexRange<ExecutionSpace>(exec, 0, workers),
      OrderBucketsFunctor<Index, Value>{runs, target, positions, next.data(), places.data(),
                                        minors.data(), values.data(), widest, longest});
  exec.fence("Strata::convert: buckets are in order");
}

/// Deals to the buckets, and puts these in order.
template <class Index, class Value, class ExecutionSpace>
void transpose_by(const ExecutionSpace& exec, BucketedRuns<Index> runs, const GroupSink& sink,
                  const MajorBuckets& buckets) {
  const std::int64_t workers = runs.pass.walk.chunks;
  runs.of_group              = buckets.of_group.data();
  runs.buckets               = buckets.size();
  runs.begins                = buckets.begins.data();
  runs.first_majors          = buckets.first_majors.data();
  const auto places =
      allocate<std::uint32_t>(exec, workers * runs.buckets, "Strata::convert::places");
  const auto dealt  = allocate<std::uint16_t>(exec, runs.pass.walk.source.entries,
                                             "Strata::convert::majors");
  runs.places       = places.data();
  runs.dealt_majors = dealt.data();
  const RunTarget<Index, Value> target(sink);
  Kokkos::parallel_for("Strata::convert::place_chunks",
                       IndexRange<ExecutionSpace>(exec, 0, runs.buckets),
                       PlaceChunksFunctor<Index>{runs});
  Kokkos::parallel_for("Strata::convert::deal_runs",
                       IndexRange<ExecutionSpace>(exec, 0, workers),
                       DealRunsFunctor<Index, Value>{runs, target});
  order_buckets(exec, runs, target, sink.positions, buckets);
}

/// What there is to say before the entries of buckets are counted: `far` where these pay,
/// because half of the entries begin lines, so that caches do not collect what is written.
template <class Index, class ExecutionSpace>
TransposeReason reason_to_transpose(const ExecutionSpace& exec, const TransposePass& pass,
                                    TransposeMethod asked, double& share) {
  constexpr std::int64_t few = std::int64_t{1} << 20, max_workers = 1024;
  const std::int64_t entries = pass.walk.source.entries;
  if (asked == TransposeMethod::direct) return TransposeReason::forced;
  if (pass.walk.chunks > max_workers || MajorGroups(pass.extent).shift > 16)
    return TransposeReason::impossible;
  if (asked == TransposeMethod::buckets) return TransposeReason::far;
  if (entries < few) return TransposeReason::few;
  share = share_beginning_lines(exec, majors_of<Index>(pass.walk), entries, pass.extent);
  return share > 0.5 ? TransposeReason::far : TransposeReason::near;
}

/// Does it where it pays, or is asked for. Returns false where it does not: few entries,
/// which caches hold; entries that go near one another; a bucket that is a large part of
/// all.
template <class Index, class Value, class ExecutionSpace>
bool try_transpose_in_buckets(const ExecutionSpace& exec, const TransposePass& pass,
                              const GroupSink& sink) {
  const std::int64_t entries = pass.walk.source.entries, workers = pass.walk.chunks;
  const TransposeMethod asked = conversion_choices().transpose;
  double share                = -1;
  TransposeReason reason      = reason_to_transpose<Index>(exec, pass, asked, share);
  if (reason != TransposeReason::far) {
    note_transposed(entries, 0, reason, share);
    return false;
  }
  const MajorGroups groups(pass.extent);
  BucketedRuns<Index> runs{pass, majors_of<Index>(pass.walk), nullptr, groups.shift,
                           groups.size()};
  const auto counts =
      allocate<std::uint32_t>(exec, workers * runs.groups, "Strata::convert::counts");
  runs.counts                = counts.data();
  const MajorBuckets buckets = make_buckets(groups, count_groups(exec, runs),
                                            entries_of_bucket(entries, workers));
  if (asked == TransposeMethod::buckets)
    reason = TransposeReason::forced;
  else if (2 * workers * buckets.longest() > entries)
    reason = TransposeReason::uneven;
  const bool pays = reason != TransposeReason::uneven;
  note_transposed(entries, pays ? buckets.size() : 0, reason, share);
  if (pays) transpose_by<Index, Value>(exec, runs, sink, buckets);
  return pays;
}

}  // namespace Strata::Impl

#endif
