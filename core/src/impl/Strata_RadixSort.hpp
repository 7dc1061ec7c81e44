// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_RADIX_SORT_HPP
#define STRATA_IMPL_RADIX_SORT_HPP

#include <algorithm>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_ConversionNotes.hpp>

namespace Strata::Impl {

template <class ExecutionSpace>
using IndexRange =
    Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

constexpr int radix_bits   = 8;
constexpr int radix_digits = 1 << radix_bits;

/// Where piece `chunk` begins of `size` entries cut into `chunks` equal pieces.
KOKKOS_INLINE_FUNCTION std::int64_t chunk_begin(std::int64_t size,
                                                std::int64_t chunks,
                                                std::int64_t chunk) {
  const std::int64_t each = size / chunks, rest = size % chunks;
  return chunk * each + (chunk < rest ? chunk : rest);
}

/// Keys with the entry each came from, as one sorting pass reads or writes
/// them.
struct KeyedEntries {
  std::uint64_t* keys   = nullptr;
  std::int64_t* entries = nullptr;
  std::int64_t size     = 0;
};

/// Pieces of the input that are counted and scattered one after another inside.
struct RadixPass {
  KeyedEntries from, to;
  std::int64_t* counts = nullptr;  ///< digit × chunk
  std::int64_t chunks  = 0;
  int shift            = 0;
  int bits             = radix_bits;  ///< of a digit

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t chunk) const {
    return chunk_begin(from.size, chunks, chunk);
  }
  KOKKOS_INLINE_FUNCTION int digit(std::int64_t i) const {
    return static_cast<int>((from.keys[i] >> shift) & ((1 << bits) - 1));
  }
};

/// Counts the digits of one chunk.
struct CountDigitsFunctor {
  RadixPass m_pass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t count[radix_digits] = {};
    for (std::int64_t i = m_pass.begin(chunk); i < m_pass.begin(chunk + 1); ++i)
      ++count[m_pass.digit(i)];
    for (int d = 0; d < radix_digits; ++d)
      m_pass.counts[d * m_pass.chunks + chunk] = count[d];
  }
};

/// Exclusive scan of counts.
struct ScanCountsFunctor {
  std::int64_t* m_counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& sum,
                                         bool final) const {
    const std::int64_t count = m_counts[i];
    if (final) m_counts[i] = sum;
    sum += count;
  }
};

/// Moves one chunk to where the scanned counts say; keeps the order (stable).
struct ScatterDigitsFunctor {
  RadixPass m_pass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t next[radix_digits];
    for (int d = 0; d < radix_digits; ++d)
      next[d] = m_pass.counts[d * m_pass.chunks + chunk];
    for (std::int64_t i = m_pass.begin(chunk); i < m_pass.begin(chunk + 1);
         ++i) {
      const std::int64_t place = next[m_pass.digit(i)]++;
      m_pass.to.keys[place]    = m_pass.from.keys[i];
      m_pass.to.entries[place] = m_pass.from.entries[i];
    }
  }
};

/// Chunks that keep every thread busy without long tables of counts.
template <class ExecutionSpace>
std::int64_t radix_chunks(const ExecutionSpace& exec, std::int64_t size) {
  return std::clamp<std::int64_t>(size / 4096, 1,
                                  std::min(exec.concurrency(), 8192));
}

/// Stable sort by `bits` bits of the keys from `first_bit` on; the two buffers
/// trade places so that the result is in `data`. Asynchronous.
template <class ExecutionSpace>
void radix_sort(const ExecutionSpace& exec, KeyedEntries& data,
                KeyedEntries& buffer, int bits, int first_bit = 0) {
  const std::int64_t chunks = radix_chunks(exec, data.size);
  const auto counts = allocate<std::int64_t>(exec, radix_digits * chunks,
                                             "Strata::radix_sort::counts");
  for (int shift = first_bit; shift < first_bit + bits; shift += radix_bits) {
    const int rest = first_bit + bits - shift;
    const RadixPass pass{data, buffer, counts.data(), chunks, shift, std::min(rest, radix_bits)};
    Kokkos::parallel_for("Strata::radix_sort::count",
                         IndexRange<ExecutionSpace>(exec, 0, chunks),
                         CountDigitsFunctor{pass});
    Kokkos::parallel_scan(
        "Strata::radix_sort::scan",
        IndexRange<ExecutionSpace>(exec, 0, radix_digits * chunks),
        ScanCountsFunctor{counts.data()});
    Kokkos::parallel_for("Strata::radix_sort::scatter",
                         IndexRange<ExecutionSpace>(exec, 0, chunks),
                         ScatterDigitsFunctor{pass});
    std::swap(data, buffer);
  }
}

/// Whether entries are worked on one by one: threads of more than a host's are too many to
/// walk over entries of their own, which one thread then joins.
template <class ExecutionSpace>
bool is_entry_by_entry(const ExecutionSpace& exec) {
  constexpr int max_workers = 1024;
  return exec.concurrency() > max_workers || conversion_choices().entry_by_entry;
}

#ifdef KOKKOS_ENABLE_CUDA
/// radix_sort() by CUB, of the CUDA Toolkit. Waits for exec. \throws Error with the words of
/// CUDA.
void library_sort(const Kokkos::Cuda& exec, KeyedEntries& data, KeyedEntries& buffer, int bits,
                  int first_bit);
#endif

/// The same by what the device's library has.
template <class ExecutionSpace>
void library_sort(const ExecutionSpace& exec, KeyedEntries& data, KeyedEntries& buffer, int bits,
                  int first_bit) {
  radix_sort(exec, data, buffer, bits, first_bit);
}

}  // namespace Strata::Impl

#endif
