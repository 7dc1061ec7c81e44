// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LIST_COLLECTOR_HPP
#define STRATA_IMPL_LIST_COLLECTOR_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertSort.hpp>
#include <impl/Strata_ConvertStream.hpp>
#include <impl/Strata_DealSegments.hpp>
#include <impl/Strata_SortRuns.hpp>

namespace Strata::Impl {

/// Makes a tensor of a list, which is sorted where it lies: beside it and the tensor, there is
/// room for a segment and a bucket of each thread.
template <class ExecutionSpace>
class ListCollector {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using storage_type = Storage<memory_space>;
  template <class T>
  using array_type = Kokkos::View<T*, memory_space>;

  /// \param levels those of the target: see plan_stream()
  /// \param operation in front of what is thrown
  ListCollector(const ExecutionSpace& exec, std::string_view operation, const TensorRef& list,
                const KeyLayout& layout, const StreamLevels& levels, bool merges,
                storage_type& storage)
      : m_exec(exec), m_operation(operation), m_levels(levels), m_merges(merges),
        m_storage(storage) {
    const FillBits fill = make_fill_bits(list.scalar, list.fill);
    m_runs.list.walk    = make_walk(list, {list.values, fill.bytes, fill}, layout, false);
    m_runs.list.values  = const_cast<void*>(list.values);
    m_runs.list.value_bytes = fill.bytes;
    for (int l = 0; l < list.format.lvl_rank(); ++l) {
      m_runs.list.coordinates[l] = const_cast<void*>(list.levels[l].coordinates);
      for (int k = 0; k < layout.num_levels; ++k)
        if (layout.dimensions[k] == list.format.dimension_of_level(l))
          m_runs.list.fields[l] = layout.fields[k];
    }
  }

  /// Sorts by `field`: entries that agree in it are in order. False where buckets come out too
  /// long; the list is then in another order than before, in which such entries kept theirs.
  bool run(const SortField& field) {
    const EntryWalk& walk = m_runs.list.walk;
    m_workers             = radix_chunks(m_exec, walk.source.entries);
    const std::int64_t asked = conversion_choices().sort_buckets;
    const ListBuckets buckets =
        choose_buckets(walk, std::int64_t{1} << bucket_bits(walk.source.entries, field.bits, asked));
    deal(buckets);
    const std::int64_t longest = longest_of(buckets);
    if (longest > DigitMoves::max_size) return false;
    note_sorted_in_buckets(walk.source.entries, buckets.count(), longest, field.bits);
    sort(buckets, longest, field.shift);
    store();
    return true;
  }

 private:
  template <class T>
  array_type<T> allocate_array(std::int64_t size, const char* what) const {
    return allocate<T>(m_exec, size, std::string("Strata::collect::") + what);
  }

  void deal(const ListBuckets& buckets) {
    constexpr std::int64_t in_cache = 1 << 16, most = 1 << 12;
    const std::int64_t entries = m_runs.list.entries(),
                       longest = std::max(in_cache, entries / most);
    m_runs.buckets  = buckets.count();
    m_runs.segments = std::max(m_workers, (entries + longest - 1) / longest);
    const std::int64_t room = (entries + m_runs.segments - 1) / m_runs.segments;
    m_begins      = allocate_array<std::int64_t>(m_runs.segments * m_runs.buckets + 1, "runs");
    m_runs.begins = m_begins.data();
    const auto places = allocate_array<std::uint32_t>(m_workers * room, "places");
    const auto next   = allocate_array<std::uint32_t>(m_workers * m_runs.buckets, "next");
    const auto moved  = allocate_array<std::uint64_t>(
        m_workers * room * (m_runs.list.value_bytes > 8 ? 2 : 1), "moved");
    Kokkos::parallel_for(
        "Strata::collect::deal", IndexRange<ExecutionSpace>(m_exec, 0, m_workers),
        WideVectors(DealSegmentsFunctor{m_runs.list, buckets.begins.data(), m_runs.buckets,
                                    m_runs.segments, m_workers, room, m_begins.data(),
                                    places.data(), next.data(), moved.data()}));
    m_exec.fence("Strata::collect: entries have been dealt out");
  }

  /// Entries of the longest bucket that has to be sorted.
  std::int64_t longest_of(const ListBuckets& buckets) const {
    std::int64_t longest = 0;
    for (std::int64_t b = 0; b < buckets.count(); ++b)
      if (!buckets.is_single[b]) longest = std::max(longest, m_runs.size(b));
    return longest;
  }

  void sort(const ListBuckets& buckets, std::int64_t longest, int shift) {
    const std::vector<unsigned char> is_single(buckets.is_single.begin(),
                                               buckets.is_single.end());
    m_kept             = allocate_array<std::int64_t>(buckets.count(), "kept");
    const auto records = allocate_array<Record>(2 * m_workers * longest, "records");
    const auto values =
        allocate_array<char>(m_workers * longest * m_runs.list.value_bytes, "bucket_values");
    std::int64_t next = 0;
    Kokkos::parallel_for(
        "Strata::collect::sort", IndexRange<ExecutionSpace>(m_exec, 0, m_workers),
        SortRunsFunctor{m_runs, is_single.data(), m_merges, shift, m_storage.scalar, longest,
                        records.data(), values.data(), &next, m_kept.data()});
    m_exec.fence("Strata::collect: entries have been sorted");
  }

  void store() {
    LevelStream<ExecutionSpace, RunWalk> stream(m_exec, m_levels,
                                                RunWalk{m_runs, m_kept.data(), m_runs.buckets});
    stream.fill(m_operation, m_storage);
    m_storage.values = allocate_values(m_exec, m_storage.scalar, stream.distinct(),
                                       array_label(m_storage.label, "values"));
    const auto places = allocate_array<std::int64_t>(m_runs.buckets, "places");
    std::int64_t place = 0;
    for (std::int64_t b = 0; b < m_runs.buckets; place += m_kept(b++)) places(b) = place;
    auto* const to = static_cast<char*>(m_storage.values.mutable_data());
    const ListRuns runs = m_runs;
    const auto kept     = m_kept;
    Kokkos::parallel_for(
        "Strata::collect::copy_values",
        IndexRange<ExecutionSpace>(m_exec, 0, m_runs.buckets), [=](std::int64_t bucket) {
          const int bytes        = runs.list.value_bytes;
          const auto* const from = static_cast<const char*>(runs.list.values);
          char* out              = to + places(bucket) * bytes;
          runs.for_each(bucket, kept(bucket), [&](std::int64_t begin, std::int64_t end) {
            const auto size = static_cast<std::size_t>((end - begin) * bytes);
            std::memcpy(out, from + begin * bytes, size);
            out += size;
          });
        });
    m_exec.fence("Strata::collect: values have been copied");
  }

  const ExecutionSpace& m_exec;
  std::string_view m_operation;
  StreamLevels m_levels;
  bool m_merges;
  storage_type& m_storage;
  ListRuns m_runs;
  std::int64_t m_workers = 1;
  array_type<std::int64_t> m_begins, m_kept;
};

}  // namespace Strata::Impl

#endif
