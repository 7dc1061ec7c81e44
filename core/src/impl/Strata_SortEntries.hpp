// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SORT_ENTRIES_HPP
#define STRATA_IMPL_SORT_ENTRIES_HPP

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_Error.hpp>
#include <impl/Strata_ConversionNotes.hpp>
#include <impl/Strata_EntryKeys.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// Entries in level order, equal ones merged.
template <class MemorySpace>
struct SortedEntries {
  EntryKeys keys;          ///< of the merged entries
  std::int64_t size  = 0;  ///< merged entries
  std::int64_t given = 0;  ///< entries before merging
  /// order(e): number of the e-th given entry in level order; empty: e.
  Kokkos::View<std::int64_t*, MemorySpace> order;
  /// Merged entry e sums order(runs(e)) … order(runs(e + 1) - 1); empty: one
  /// each.
  Kokkos::View<std::int64_t*, MemorySpace> runs;
  Kokkos::View<std::uint64_t*, MemorySpace> words;  ///< memory of keys
};

/// Writes word `w` of every key; finds the first entry that is out of range.
struct MakeKeysFunctor {
  KeyLayout m_layout;
  CoordinateSpan m_coordinates;
  std::uint64_t* m_keys;
  int m_word;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry,
                                         std::int64_t& first_bad) const {
    std::uint64_t key = 0;
    bool good         = true;
    for (int l = 0; l < m_layout.num_levels; ++l) {
      if (m_layout.fields[l].word != m_word) continue;
      const auto c = static_cast<std::uint64_t>(
          m_coordinates(entry, m_layout.dimensions[l]));
      good = good && c < static_cast<std::uint64_t>(m_layout.extents[l]);
      key |= c << m_layout.fields[l].shift;
    }
    m_keys[entry] = key;
    if (!good && entry < first_bad) first_bad = entry;
  }
};

/// Names the faulty dimension of an entry that is out of range.
[[noreturn]] void throw_out_of_range(std::int64_t entry,
                                     const std::int64_t* coordinates,
                                     const std::vector<std::int64_t>& extents);

template <class ExecutionSpace>
void report_out_of_range(const ExecutionSpace& exec,
                         const CoordinateSpan& coordinates, std::int64_t entry,
                         const std::vector<std::int64_t>& extents) {
  const auto order = static_cast<std::int64_t>(extents.size());
  const auto copy =
      allocate<std::int64_t>(exec, order, "Strata::assemble::bad_entry");
  Kokkos::parallel_for(
      "Strata::assemble::bad_entry", IndexRange<ExecutionSpace>(exec, 0, order),
      KOKKOS_LAMBDA(std::int64_t d) {
        copy(d) = coordinates(entry, static_cast<int>(d));
      });
  const auto host = Kokkos::create_mirror_view(
      Kokkos::view_alloc(Kokkos::HostSpace{}, Kokkos::WithoutInitializing),
      copy);
  Kokkos::deep_copy(exec, host, copy);
  exec.fence("Strata::assemble::bad_entry");
  throw_out_of_range(entry, host.data(), extents);
}

/// \throws ShapeMismatch for the first entry with a coordinate out of range.
template <class ExecutionSpace, class Words>
void make_keys(const ExecutionSpace& exec, const KeyLayout& layout,
               const CoordinateSpan& coordinates, std::int64_t size,
               const std::vector<std::int64_t>& extents, const Words& words) {
  std::int64_t first_bad = size;
  for (int w = 0; w < layout.num_words; ++w) {
    std::int64_t bad = size;
    Kokkos::parallel_reduce(
        "Strata::assemble::make_keys",
        IndexRange<ExecutionSpace>(exec, 0, size),
        MakeKeysFunctor{layout, coordinates, words.data() + w * size, w},
        Kokkos::Min<std::int64_t>(bad));
    first_bad = std::min(first_bad, bad);
  }
  if (first_bad < size)
    report_out_of_range(exec, coordinates, first_bad, extents);
}

/// Entries whose key is less than the one before.
template <class ExecutionSpace>
bool is_sorted(const ExecutionSpace& exec, const std::uint64_t* words,
               int num_words, std::int64_t size) {
  std::int64_t descents = 0;
  Kokkos::parallel_reduce(
      "Strata::assemble::is_sorted",
      IndexRange<ExecutionSpace>(exec, 1, std::max<std::int64_t>(size, 1)),
      KOKKOS_LAMBDA(std::int64_t e, std::int64_t & count) {
        for (int w = 0; w < num_words; ++w) {
          const std::uint64_t before = words[w * size + e - 1],
                              here   = words[w * size + e];
          if (before == here) continue;
          count += before > here;
          break;
        }
      },
      descents);
  return descents == 0;
}

template <class ExecutionSpace>
void number_entries(const ExecutionSpace& exec, std::int64_t* entries,
                    std::int64_t size) {
  Kokkos::parallel_for(
      "Strata::assemble::number_entries",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t e) { entries[e] = e; });
}

/// to[e] = from[order[e]].
template <class ExecutionSpace>
void gather_words(const ExecutionSpace& exec, std::uint64_t* to,
                  const std::uint64_t* from, const std::int64_t* order,
                  std::int64_t size) {
  Kokkos::parallel_for(
      "Strata::assemble::gather_keys",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t e) { to[e] = from[order[e]]; });
}

/// Sorts by the words of the keys, least significant first; leaves the words
/// sorted and the order filled.
template <class ExecutionSpace, class Sorted>
void sort_words(const ExecutionSpace& exec, const KeyLayout& layout,
                Sorted& sorted) {
  const std::int64_t n = sorted.given;
  auto order  = allocate<std::int64_t>(exec, n, "Strata::assemble::order");
  auto order2 = allocate<std::int64_t>(exec, n, "Strata::assemble::order");
  auto words2 = allocate<std::uint64_t>(exec, n * layout.num_words,
                                        "Strata::assemble::keys");
  number_entries(exec, order.data(), n);
  if (layout.num_words == 1) {
    KeyedEntries data{sorted.words.data(), order.data(), n},
        buffer{words2.data(), order2.data(), n};
    radix_sort(exec, data, buffer, layout.word_bits[0]);
    sorted.words = data.keys == words2.data() ? words2 : sorted.words;
    sorted.order = data.entries == order2.data() ? order2 : order;
    return;
  }
  auto keys = allocate<std::uint64_t>(exec, 2 * n, "Strata::assemble::keys");
  KeyedEntries data{keys.data(), order.data(), n},
      buffer{keys.data() + n, order2.data(), n};
  for (int w = layout.num_words - 1; w >= 0; --w) {
    gather_words(exec, data.keys, sorted.words.data() + w * n, data.entries, n);
    radix_sort(exec, data, buffer, layout.word_bits[w]);
  }
  for (int w = 0; w < layout.num_words; ++w)
    gather_words(exec, words2.data() + w * n, sorted.words.data() + w * n,
                 data.entries, n);
  sorted.words = words2;
  sorted.order = data.entries == order2.data() ? order2 : order;
}

/// Counts the runs of equal keys.
struct CountRunsFunctor {
  EntryKeys m_keys;

  KOKKOS_INLINE_FUNCTION bool starts_run(std::int64_t e) const {
    return e == 0 ||
           !m_keys.same_prefix(m_keys.layout.num_levels - 1, e - 1, e);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e,
                                         std::int64_t& count) const {
    count += starts_run(e);
  }
};

/// Writes where every run begins, and the end of the last one.
struct FindRunsFunctor {
  CountRunsFunctor m_counter;
  std::int64_t* m_runs;
  std::int64_t m_size;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e, std::int64_t& count,
                                         bool final) const {
    const bool starts = m_counter.starts_run(e);
    if (final && starts) m_runs[count] = e;
    count += starts;
    if (final && e + 1 == m_size) m_runs[count] = m_size;
  }
};

template <class Sorted>
void set_words(Sorted& sorted, std::int64_t size) {
  for (int w = 0; w < sorted.keys.layout.num_words; ++w)
    sorted.keys.words[w] = sorted.words.data() + w * size;
}

/// Lets every entry stand for itself.
template <class Sorted>
void keep_entries(Sorted& sorted) {
  sorted.size = sorted.given;
  set_words(sorted, sorted.given);
}

/// Merges entries with equal coordinates.
template <class ExecutionSpace, class Sorted>
void merge_entries(const ExecutionSpace& exec, Sorted& sorted) {
  const std::int64_t n = sorted.given;
  set_words(sorted, n);
  sorted.size = 0;
  Kokkos::parallel_reduce("Strata::assemble::count_distinct",
                          IndexRange<ExecutionSpace>(exec, 0, n),
                          CountRunsFunctor{sorted.keys}, sorted.size);
  if (sorted.size == n) return;
  const std::int64_t m = sorted.size;
  auto runs = allocate<std::int64_t>(exec, m + 1, "Strata::assemble::runs");
  Kokkos::parallel_scan("Strata::assemble::find_runs",
                        IndexRange<ExecutionSpace>(exec, 0, n),
                        FindRunsFunctor{{sorted.keys}, runs.data(), n});
  const int num_words = sorted.keys.layout.num_words;
  auto words =
      allocate<std::uint64_t>(exec, m * num_words, "Strata::assemble::keys");
  for (int w = 0; w < num_words; ++w)
    gather_words(exec, words.data() + w * m, sorted.keys.words[w], runs.data(),
                 m);
  sorted.words = words;
  sorted.runs  = runs;
  set_words(sorted, m);
}

/// Room for the keys of `size` entries.
template <class ExecutionSpace>
SortedEntries<typename ExecutionSpace::memory_space> allocate_keys(
    const ExecutionSpace& exec, const KeyLayout& layout, std::int64_t size) {
  SortedEntries<typename ExecutionSpace::memory_space> sorted;
  sorted.keys.layout = layout;
  sorted.given       = size;
  sorted.words = allocate<std::uint64_t>(exec, size * layout.num_words,
                                         "Strata::assemble::keys");
  return sorted;
}

/// Of all words of a key.
inline int num_bits(const KeyLayout& layout) {
  int bits = 0;
  for (int w = 0; w < layout.num_words; ++w) bits += layout.word_bits[w];
  return bits;
}

/// Brings keys into order and, with `merge`, merges equal ones.
template <class ExecutionSpace, class Sorted>
void order_entries(const ExecutionSpace& exec, Sorted& sorted, bool merge) {
  const KeyLayout& layout = sorted.keys.layout;
  if (is_sorted(exec, sorted.words.data(), layout.num_words, sorted.given)) {
    note_in_order(sorted.given);
  } else {
    note_sorted_at_once(sorted.given, 0, num_bits(layout));
    sort_words(exec, layout, sorted);
  }
  if (merge)
    merge_entries(exec, sorted);
  else
    keep_entries(sorted);
}

/// Sorts entries lexicographically by level and, with `merge`, merges equal
/// ones. \pre every level stores a dimension
/// \throws ShapeMismatch for the first entry with a coordinate out of range.
template <class ExecutionSpace>
SortedEntries<typename ExecutionSpace::memory_space> sort_entries(
    const ExecutionSpace& exec, const TensorFormat& format,
    const std::vector<std::int64_t>& extents, const CoordinateSpan& coordinates,
    std::int64_t size, bool merge = true) {
  const KeyLayout layout = make_key_layout(format, extents);
  auto sorted            = allocate_keys(exec, layout, size);
  make_keys(exec, layout, coordinates, size, extents, sorted.words);
  order_entries(exec, sorted, merge);
  return sorted;
}

}  // namespace Strata::Impl

#endif
