// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SORT_RUNS_HPP
#define STRATA_IMPL_SORT_RUNS_HPP

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleValues.hpp>
#include <impl/Strata_ListRuns.hpp>
#include <impl/Strata_SortRecords.hpp>

namespace Strata::Impl {

/// The sum of a run of values, as assemble_values() makes it: of pieces, where it is long.
template <class T>
class RunSum {
 public:
  void add(T value) {
    add(m_piece, value);
    if (++m_count < long_run) return;
    close();
  }
  T result() {
    close();
    return static_cast<T>(m_total);
  }

 private:
  void close() {
    if (m_count > 0) add(m_total, m_piece);
    m_piece = {};
    m_count = 0;
  }
  static void add(sum_type<T>& sum, sum_type<T> value) {
    if constexpr (std::is_same_v<T, bool>)
      sum = sum || value;
    else
      sum = static_cast<sum_type<T>>(sum + value);
  }

  sum_type<T> m_total{}, m_piece{};
  std::int64_t m_count = 0;
};

/// Brings each bucket of a list into order; those of its entries that have equal keys become
/// one, where that is asked for.
struct SortRunsFunctor {
  ListRuns m_runs;
  const unsigned char* m_is_single;  ///< by bucket
  bool m_merges;
  int m_shift;  ///< of the bits of the keys that are out of order: those beneath are in order
  ScalarType m_scalar;
  std::int64_t m_longest;  ///< entries of a bucket that is sorted
  Record* m_records;       ///< 2 x m_longest for every worker
  char* m_values;          ///< m_longest for every worker
  std::int64_t* m_next;    ///< the bucket that no worker has taken yet
  std::int64_t* m_kept;    ///< entries of each bucket, when it is done

  void operator()(std::int64_t worker) const {
    for (;;) {
      const std::int64_t bucket = Kokkos::atomic_fetch_add(m_next, std::int64_t{1});
      if (bucket >= m_runs.buckets) return;
      const std::int64_t size = m_runs.size(bucket);
      if (size < 2)
        m_kept[bucket] = size;
      else if (m_is_single[bucket] != 0)
        m_kept[bucket] = m_merges ? add_all(bucket) : size;
      else
        m_kept[bucket] = sort(bucket, size, worker);
    }
  }

 private:
  const ListArrays& list() const { return m_runs.list; }

  /// The bits to sort by in which keys differ; whether all are in order already.
  struct Found {
    std::uint64_t difference = 0;
    bool is_done             = true;
  };
  Found gather(std::int64_t bucket, Record* records) const {
    std::int64_t size = 0;
    m_runs.for_each(bucket, [&](std::int64_t begin, std::int64_t end) {
      list().walk.list_keys(records + size, static_cast<int>(end - begin), begin);
      size += end - begin;
    });
    Found found;
    records[0].payload = 0;
    for (std::int64_t i = 1; i < size; ++i) {
      records[i].payload = static_cast<std::uint64_t>(i);
      found.difference |= records[i].key ^ records[0].key;
      const bool repeats = records[i].key == records[i - 1].key;
      found.is_done =
          found.is_done && (records[i].key > records[i - 1].key || (repeats && !m_merges));
    }
    found.difference = found.difference >> m_shift << m_shift;
    return found;
  }

  std::int64_t sort(std::int64_t bucket, std::int64_t size, std::int64_t worker) const {
    Record* const records = m_records + 2 * worker * m_longest;
    Record* const room    = records + m_longest;
    const Found found     = gather(bucket, records);
    if (found.is_done) return size;
    const int shift = std::countr_zero(found.difference),
              bits  = static_cast<int>(std::bit_width(found.difference)) - shift;
    Record* const sorted =
        found.difference == 0 ? records : RecordSort{shift, bits}(records, room, size);
    Record* const spare = sorted == records ? room : records;
    char* const values  = m_values + worker * m_longest * list().value_bytes;
    gather_values(bucket, values);
    std::int64_t kept = 0;
    visit_components(m_scalar, [&](auto zero, int components) {
      using T = decltype(zero);
      kept    = merge(sorted, size, reinterpret_cast<const T*>(values),
                      reinterpret_cast<T*>(spare), components);
    });
    store(bucket, sorted, kept, reinterpret_cast<const char*>(spare));
    return kept;
  }

  void gather_values(std::int64_t bucket, char* to) const {
    const auto* const from = static_cast<const char*>(list().values);
    const int bytes        = list().value_bytes;
    m_runs.for_each(bucket, [&](std::int64_t begin, std::int64_t end) {
      const auto count = static_cast<std::size_t>((end - begin) * bytes);
      std::memcpy(to, from + begin * bytes, count);
      to += count;
    });
  }

  /// Values in the order of the records, which stay if their keys differ.
  template <class T>
  std::int64_t merge(Record* records, std::int64_t size, const T* values, T* to,
                     int components) const {
    std::int64_t kept = 0;
    for (std::int64_t i = 0, end = 0; i < size; i = end, ++kept) {
      const std::uint64_t key = records[i].key;
      for (end = i + 1; m_merges && end < size && records[end].key == key;) ++end;
      for (int c = 0; c < components; ++c)
        to[kept * components + c] = end == i + 1
                                        ? values[records[i].payload * components + c]
                                        : sum(records, i, end, values + c, components);
      records[kept].key = key;
    }
    return kept;
  }
  template <class T>
  static T sum(const Record* records, std::int64_t begin, std::int64_t end, const T* values,
               int components) {
    RunSum<T> sum;
    for (std::int64_t i = begin; i < end; ++i) sum.add(values[records[i].payload * components]);
    return sum.result();
  }

  /// Back to the runs of the bucket.
  void store(std::int64_t bucket, const Record* records, std::int64_t kept,
             const char* values) const {
    const int bytes = list().value_bytes;
    m_runs.for_each(bucket, kept, [&](std::int64_t begin, std::int64_t end) {
      for (int l = 0; l < list().walk.source.num_levels; ++l)
        store_coordinates(l, records, begin, end);
      const std::int64_t count = end - begin;
      std::memcpy(static_cast<char*>(list().values) + begin * bytes, values,
                  static_cast<std::size_t>(count * bytes));
      records += count;
      values += count * bytes;
    });
  }
  void store_coordinates(int l, const Record* records, std::int64_t begin,
                         std::int64_t end) const {
    const KeyField field = list().fields[l];
    visit_bytes(list().walk.source.coordinate_bytes, [&](auto zero) {
      using T     = decltype(zero);
      T* const to = static_cast<T*>(list().coordinates[l]) + begin;
      for (std::int64_t i = 0; i < end - begin; ++i)
        to[i] = static_cast<T>(records[i].key >> field.shift & field.mask);
    });
  }

  /// All entries have one key: the first one stays.
  std::int64_t add_all(std::int64_t bucket) const {
    visit_components(m_scalar, [&](auto zero, int components) {
      using T         = decltype(zero);
      T* const values = static_cast<T*>(list().values);
      for (int c = 0; c < components; ++c) {
        RunSum<T> sum;
        std::int64_t first = -1;
        m_runs.for_each(bucket, [&](std::int64_t begin, std::int64_t end) {
          if (first < 0 && begin < end) first = begin;
          for (std::int64_t e = begin; e < end; ++e) sum.add(values[e * components + c]);
        });
        values[first * components + c] = sum.result();
      }
    });
    return 1;
  }
};

}  // namespace Strata::Impl

#endif
