// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_ORDER_HPP
#define STRATA_IMPL_ENTRY_ORDER_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertWalk.hpp>

/// \file
/// Whether entries are in the order of a target already.
namespace Strata::Impl {

/// Counts the entries that come before their predecessor in the bits from
/// `m_shift` on. \pre none are dropped
struct CountDescentsFunctor {
  EntryWalk m_walk;
  int m_shift;
  std::int64_t m_most;  ///< of every chunk

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk,
                                         std::int64_t& descents) const {
    const std::int64_t begin = m_walk.begin(chunk), end = m_walk.begin(chunk + 1);
    std::uint64_t before     = 0;
    m_walk.for_each_block(begin > 0 ? begin - 1 : 0,
                          end - begin > m_most ? begin + m_most : end,
                          false, [&](const Record* records, int n) {
                            for (int i = 0; i < n; ++i) {
                              const std::uint64_t key =
                                  records[i].key >> m_shift;
                              descents += key < before;
                              before = key;
                            }
                          });
  }
};

/// The entries that neighbouring chunks keep.
struct KeptEntries {
  std::int64_t chunk;  ///< first one; of none: behind all
  bool any;
  std::uint64_t first, last;  ///< keys
  std::int64_t descents;

  KOKKOS_INLINE_FUNCTION void add(std::uint64_t key) {
    descents += any && key < last;
    first = any ? first : key;
    last  = key;
    any   = true;
  }
  /// Both, in their order, whichever is given first.
  KOKKOS_INLINE_FUNCTION static KeptEntries of(const KeptEntries& a, const KeptEntries& b) {
    return b.chunk < a.chunk ? in_order(b, a) : in_order(a, b);
  }

 private:
  KOKKOS_INLINE_FUNCTION static KeptEntries in_order(const KeptEntries& a, const KeptEntries& b) {
    if (!a.any || !b.any) {
      const KeptEntries& some = a.any ? a : b;
      return {a.chunk, some.any, some.first, some.last, some.descents};
    }
    return {a.chunk, true, a.first, b.last,
            a.descents + b.descents + (b.first < a.last ? 1 : 0)};
  }
};

/// The same as CountDescentsFunctor where entries are dropped: the predecessor of a chunk's
/// first one may stand in any chunk before. A scan, as reductions do not keep neighbours
/// together (those of devices do not either where there are very many).
struct KeptDescentsFunctor {
  using value_type = KeptEntries;

  EntryWalk m_walk;
  int m_shift;

  KOKKOS_INLINE_FUNCTION void init(KeptEntries& none) const {
    none = {INT64_MAX, false, 0, 0, 0};
  }
  KOKKOS_INLINE_FUNCTION void join(KeptEntries& a, const KeptEntries& b) const {
    a = KeptEntries::of(a, b);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk, KeptEntries& before, bool) const {
    KeptEntries own{chunk, false, 0, 0, 0};
    m_walk.for_each_block_of_chunk(chunk, false, [&](const Record* records, int n) {
      for (int i = 0; i < n; ++i) own.add(records[i].key >> m_shift);
    });
    before = KeptEntries::of(before, own);
  }
};

template <class ExecutionSpace>
bool is_in_order(const ExecutionSpace& exec, const EntryWalk& walk, int shift) {
  const IndexRange<ExecutionSpace> chunks(exec, 0, walk.chunks);
  if (walk.drops()) {
    if (is_entry_by_entry(exec)) return false;  // nobody looks
    KeptEntries all{0, false, 0, 0, 0};
    Kokkos::parallel_scan("Strata::convert::is_in_order", chunks,
                          KeptDescentsFunctor{walk, shift}, all);
    exec.fence("Strata::convert::is_in_order");
    return all.descents == 0;
  }
  std::int64_t descents = 0;
  Kokkos::parallel_reduce("Strata::convert::is_in_order", chunks,
                          CountDescentsFunctor{walk, shift, walk.source.entries}, descents);
  return descents == 0;
}

/// Whether chunks begin with entries that are out of order: then nobody need look at all.
/// \pre none are dropped
template <class ExecutionSpace>
bool begins_out_of_order(const ExecutionSpace& exec, const EntryWalk& walk, int shift) {
  std::int64_t descents = 0;
  const CountDescentsFunctor functor{walk, shift, EntryWalk::block_size};
  Kokkos::parallel_reduce("Strata::convert::begins_out_of_order",
                          IndexRange<ExecutionSpace>(exec, 0, walk.chunks), functor, descents);
  return descents > 0;
}

}  // namespace Strata::Impl

#endif
