// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_SORT_HPP
#define STRATA_IMPL_CONVERT_SORT_HPP

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConversionNotes.hpp>
#include <impl/Strata_ConvertBuckets.hpp>
#include <impl/Strata_ConvertPlan.hpp>
#include <impl/Strata_EntryOrder.hpp>
#include <impl/Strata_SortEntries.hpp>

namespace Strata::Impl {

/// Bits of the keys that entries are sorted by.
struct SortField {
  int shift = 0;
  int bits  = 0;
};
/// The bits of the first `levels` levels.
SortField sort_field(const KeyLayout& layout, int levels);

/// Binary logarithm of the buckets for `entries` records of `bits` bits to sort by: of a
/// size that the caches hold, unless a number is asked for.
int bucket_bits(std::int64_t entries, int bits, std::int64_t asked);

/// Where chunks put their entries when every entry stays: where they are.
template <class ExecutionSpace>
void place_chunks(const ExecutionSpace& exec, const EntryWalk& walk,
                  std::int64_t* places) {
  Kokkos::parallel_for(
      "Strata::convert::place_chunks",
      IndexRange<ExecutionSpace>(exec, 0, walk.chunks),
      KOKKOS_LAMBDA(std::int64_t chunk) { places[chunk] = walk.begin(chunk); });
}

/// Finds where every chunk puts its entries of every bucket. Returns how many
/// there are.
template <class ExecutionSpace>
std::int64_t place_entries(const ExecutionSpace& exec, const BucketPass& pass) {
  if (pass.buckets == 1 && !pass.walk.drops()) {
    place_chunks(exec, pass.walk, pass.counts);
    return pass.walk.source.entries;
  }
  Kokkos::parallel_for("Strata::convert::count_buckets",
                       IndexRange<ExecutionSpace>(exec, 0, pass.walk.chunks),
                       CountBucketsFunctor{pass});
  std::int64_t entries = 0;
  Kokkos::parallel_scan(
      "Strata::convert::place_buckets",
      IndexRange<ExecutionSpace>(exec, 0, pass.buckets * pass.walk.chunks),
      PlaceBucketsFunctor{pass.counts, pass.walk.chunks, pass.buckets},
      entries);
  return entries;
}

/// Entries of the largest bucket; `begins` says where buckets begin.
template <class ExecutionSpace>
std::int64_t longest_bucket(const ExecutionSpace& exec,
                            const std::int64_t* begins, std::int64_t buckets,
                            std::int64_t entries) {
  std::int64_t longest = 0;
  Kokkos::parallel_reduce(
      "Strata::convert::longest_bucket",
      IndexRange<ExecutionSpace>(exec, 0, buckets),
      KOKKOS_LAMBDA(std::int64_t b, std::int64_t & most) {
        const std::int64_t end = b + 1 < buckets ? begins[b + 1] : entries;
        if (end - begins[b] > most) most = end - begins[b];
      },
      Kokkos::Max<std::int64_t>(longest));
  return longest;
}

/// Brings the entries of a tensor into the order of a target and hands them to
/// a sink, which finish()es one chunk or bucket after another.
template <class ExecutionSpace>
class EntryCollector {
 public:
  EntryCollector(const ExecutionSpace& exec, const EntryWalk& walk)
      : m_exec(exec), m_pass{walk} {}

  /// Counts what goes to each bucket, to sort by `field`, whose bits are 0 where the entries
  /// are in order. False on hosts where one thread would have too much of them to sort.
  bool deal(const SortField& field) {
    const std::int64_t asked = conversion_choices().sort_buckets;
    const bool may_deal      = !is_entry_by_entry(m_exec) && asked != 1;
    const int bits =
        may_deal ? bucket_bits(m_pass.walk.source.entries, field.bits, asked) : 0;
    m_field        = field;
    m_pass.buckets = std::int64_t{1} << bits;
    m_pass.shift   = field.shift + field.bits - bits;
    place();
    if (field.bits == 0 || !may_deal) return true;
    m_deals = (is_balanced() || asked > 1) && m_longest <= DigitMoves::max_size;
    return m_deals;
  }

  /// `make_sink(entries, chunks)` is called when their numbers are known; chunks
  /// are in the order of the target. `release()` is called before it where the
  /// tensor has been read by then, which leaves room. Returns the number of chunks.
  /// \pre deal() has been called; what it said need not be heeded
  template <class MakeSink, class Release>
  std::int64_t run(MakeSink&& make_sink, Release&& release) {
    if (m_field.bits == 0) {
      note_in_order(m_entries);
      store_in_order(make_sink(m_entries, m_pass.walk.chunks));
      return m_pass.walk.chunks;
    }
    if (m_deals) {
      note_sorted_in_buckets(m_entries, m_pass.buckets, m_longest, m_field.bits);
      sort_in_buckets({m_field.shift, m_pass.shift - m_field.shift}, make_sink, release);
      return m_pass.buckets;
    }
    note_sorted_at_once(m_entries, m_longest, m_field.bits);
    sort_at_once(m_field, make_sink, release);
    return m_pass.walk.chunks;
  }

 private:
  IndexRange<ExecutionSpace> chunks() const {
    return IndexRange<ExecutionSpace>(m_exec, 0, m_pass.walk.chunks);
  }
  void place() {
    m_counts = allocate<std::int64_t>(
        m_exec, m_pass.buckets * m_pass.walk.chunks, "Strata::convert::counts");
    m_pass.counts = m_counts.data();
    m_entries     = place_entries(m_exec, m_pass);
  }

  /// False when one bucket would keep one thread busy while others wait.
  bool is_balanced() {
    const std::int64_t threads = m_pass.walk.chunks;
    // The places of the first chunk are where the buckets begin.
    m_longest =
        longest_bucket(m_exec, m_pass.counts, m_pass.buckets, m_entries);
    return threads == 1 ||
           (m_pass.buckets > 1 && m_longest <= std::max(m_entries / threads,
                                                        std::int64_t{1} << 16));
  }

  template <class Sink>
  void store_in_order(const Sink& sink) {
    Kokkos::parallel_for("Strata::convert::store_in_order", chunks(),
                         StoreInOrderFunctor<Sink>{m_pass, sink});
  }

  void move_to_buckets(Record* records) {
    Kokkos::parallel_for("Strata::convert::move_to_buckets", chunks(),
                         MoveToBucketsFunctor{m_pass, records});
  }

  template <class MakeSink, class Release>
  void sort_in_buckets(const SortField& field, MakeSink&& make_sink,
                       Release&& release) {
    const auto records =
        allocate<Record>(m_exec, m_entries, "Strata::convert::records");
    move_to_buckets(records.data());
    release();
    const auto sink            = make_sink(m_entries, m_pass.buckets);
    using Sink                 = std::remove_const_t<decltype(sink)>;
    const std::int64_t workers = m_pass.walk.chunks;
    const auto scratch         = allocate<Record>(m_exec, workers * m_longest,
                                          "Strata::convert::scratch");
    const auto next =
        allocate<std::int64_t>(m_exec, 1, "Strata::convert::next_bucket");
    zero_fill(m_exec, next.data(), sizeof(std::int64_t));
    Kokkos::parallel_for(
        "Strata::convert::sort_buckets", chunks(),
        SortBucketsFunctor<Sink>{records.data(), scratch.data(),
                                 m_pass.counts + (workers - 1) * m_pass.buckets,
                                 next.data(), m_pass.buckets, m_longest,
                                 field.shift, field.bits, sink});
  }

  /// All threads sort all entries by one digit after another.
  template <class MakeSink, class Release>
  void sort_at_once(const SortField& field, MakeSink&& make_sink,
                    Release&& release) {
    const std::int64_t n = m_entries;
    if (m_pass.buckets > 1) {  // one, which keeps the order
      m_pass.buckets = 1;
      place();
    }
    const auto keys =
        allocate<std::uint64_t>(m_exec, 2 * n, "Strata::convert::keys");
    const auto payloads =
        allocate<std::int64_t>(m_exec, 2 * n, "Strata::convert::payloads");
    KeyedEntries data{keys.data(), payloads.data(), n};
    KeyedEntries buffer{keys.data() + n, payloads.data() + n, n};
    store_in_order(KeySink{data.keys, {}, data.entries});
    release();
    library_sort(m_exec, data, buffer, field.bits, field.shift);
    const auto sink = make_sink(m_entries, m_pass.walk.chunks);
    using Sink      = std::remove_const_t<decltype(sink)>;
    Kokkos::parallel_for(
        "Strata::convert::unpack", chunks(),
        UnpackFunctor<Sink>{data, m_pass.walk.chunks, sink});
  }

  const ExecutionSpace& m_exec;
  BucketPass m_pass;
  SortField m_field;
  bool m_deals           = false;
  std::int64_t m_entries = 0, m_longest = 0;
  Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space> m_counts;
};

}  // namespace Strata::Impl

#endif
