// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ORDERED_APPEND_HPP
#define STRATA_ORDERED_APPEND_HPP

// Included by Strata_SpaceOperations.hpp: pieces append to a sparse result of which
// nobody has counted the entries (host spaces).

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// Runs units [begin, end) of a launch, with a slot of its own.
using LaunchEntry = void (*)(const std::uint64_t* words, std::int64_t slot,
                             std::int64_t begin, std::int64_t end,
                             std::int64_t units);

/// An array that grows with the entries of a tensor: the word that is its address.
struct AppendedArray {
  std::size_t word;
  std::int64_t element_bytes;
};

/// A launch whose pieces append. Piece p has room for what it appends at most from
/// starts[p] on, in arrays that nobody has in whole: it writes to the memory of its
/// slot, and what it has written goes behind that of the pieces before it. Pieces are
/// begun in their order, so that those that one waits for are running.
struct OrderedAppend {
  const char* label = nullptr;
  LaunchEntry entry = nullptr;
  const std::uint64_t* words = nullptr;
  std::size_t num_words      = 0;
  std::int64_t pieces        = 0;
  std::vector<AppendedArray> arrays;
  const std::int64_t* starts = nullptr;  ///< of the pieces
  std::int64_t* cursors      = nullptr;  ///< two words a piece: where it ends, behind it
  std::int64_t room          = 0;        ///< of the arrays that the words name, in entries
  std::int64_t most          = 0;        ///< entries of one piece
  std::byte* slots           = nullptr;  ///< slot_bytes for each
  /// Where the pieces are placed, and behind the last one the number of entries, which
  /// is more than `room` where not all of them fitted.
  std::int64_t* places = nullptr;

  std::int64_t words_bytes() const {
    return static_cast<std::int64_t>(num_words * sizeof(std::uint64_t));
  }
  std::int64_t slot_bytes() const {
    std::int64_t bytes = words_bytes();
    for (const AppendedArray& a : arrays) bytes += padded(a);
    return bytes;
  }
  /// Of an array in a slot, up to a multiple of a cache line.
  std::int64_t padded(const AppendedArray& array) const {
    constexpr std::int64_t line = 64;
    return (most * array.element_bytes + line - 1) / line * line + line;
  }
};

/// Pieces `first`, `first + stride`, ... of a launch that counts.
struct SampledPieces {
  LaunchEntry entry          = nullptr;
  const std::uint64_t* words = nullptr;
  std::int64_t pieces = 0, first = 0, stride = 1;

  std::int64_t size() const { return first < pieces ? (pieces - first - 1) / stride + 1 : 0; }
  std::int64_t piece(std::int64_t n) const { return first + n * stride; }
};

/// Positions that count from `starts` of pieces become those that count from `places`.
struct PlacedPositions {
  void* positions = nullptr;
  IndexType type;
  std::int64_t size = 0;
  const std::int64_t *starts = nullptr, *places = nullptr;
  std::int64_t pieces = 0;
};

/// What results made in one pass ask of a host space. All have been done on return.
struct AppendSteps {
  void (*count)(const void* exec, const SampledPieces& work);
  void (*append)(const void* exec, const OrderedAppend& work);
  void (*place)(const void* exec, const PlacedPositions& positions);
  /// The first entries of a tensor that has room for more.
  TensorRef (*shortened)(const TensorRef& tensor, std::int64_t entries);
};

template <class ExecutionSpace>
struct CountPiecesFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  SampledPieces m_work;
  token_type m_tokens;

  void operator()(std::int64_t n) const {
    const std::int64_t p = m_work.piece(n);
    const auto slot      = m_tokens.acquire();
    m_work.entry(m_work.words, slot, p, p + 1, m_work.pieces);
    m_tokens.release(slot);
  }
};

template <class ExecutionSpace>
void count_pieces(const void* exec, const SampledPieces& work) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;
  using functor_type = CountPiecesFunctor<ExecutionSpace>;
  const auto& space  = *static_cast<const ExecutionSpace*>(exec);
  Kokkos::parallel_for("Strata::append::sample",
                       policy_type(space, 0, work.size(), Kokkos::ChunkSize(1)),
                       functor_type{work, typename functor_type::token_type(space)});
  space.fence("Strata::Plan::execute: counted");
}

template <class ExecutionSpace>
struct OrderedAppendFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  const OrderedAppend* m_work;
  std::int64_t* m_next;  ///< the piece that is begun next
  token_type m_tokens;

  void operator()(std::int64_t) const {
    const OrderedAppend& w = *m_work;
    const std::int64_t p   = std::atomic_ref(*m_next).fetch_add(1);
    const auto slot        = m_tokens.acquire();
    std::byte* memory      = w.slots + slot * w.slot_bytes();
    auto* words            = reinterpret_cast<std::uint64_t*>(memory);
    std::memcpy(words, w.words, w.words_bytes());
    const std::byte* written = memory + w.words_bytes();
    for (const AppendedArray& a : w.arrays) {
      words[a.word] = reinterpret_cast<std::uintptr_t>(written) -
                      static_cast<std::uint64_t>(w.starts[p] * a.element_bytes);
      written += w.padded(a);
    }
    w.entry(words, slot, p, p + 1, w.pieces);
    const std::int64_t entries = w.cursors[2 * p] - w.starts[p];
    take(place_of(p, entries), entries, memory + w.words_bytes());
    m_tokens.release(slot);
  }

  /// Where the piece goes, once those before it know.
  std::int64_t place_of(std::int64_t p, std::int64_t entries) const {
    const std::atomic_ref mine(m_work->places[p]);
    std::int64_t place = mine.load(std::memory_order_acquire);
    for (int looks = 0; place < 0; ++looks) {
      if (looks > 1000) std::this_thread::yield();
      place = mine.load(std::memory_order_acquire);
    }
    std::atomic_ref(m_work->places[p + 1]).store(place + entries, std::memory_order_release);
    return place;
  }

  void take(std::int64_t place, std::int64_t entries, const std::byte* from) const {
    if (place + entries > m_work->room) return;
    for (const AppendedArray& a : m_work->arrays) {
      auto* to = reinterpret_cast<std::byte*>(
          static_cast<std::uintptr_t>(m_work->words[a.word]));
      std::memcpy(to + place * a.element_bytes, from, entries * a.element_bytes);
      from += m_work->padded(a);
    }
  }
};

template <class ExecutionSpace>
void append_in_order(const void* exec, const OrderedAppend& work) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;
  using functor_type = OrderedAppendFunctor<ExecutionSpace>;
  const auto& space  = *static_cast<const ExecutionSpace*>(exec);
  std::int64_t next  = 0;
  std::fill_n(work.places + 1, work.pieces, -1);
  work.places[0] = 0;
  Kokkos::parallel_for(work.label,
                       policy_type(space, 0, work.pieces, Kokkos::ChunkSize(1)),
                       functor_type{&work, &next, typename functor_type::token_type(space)});
  space.fence("Strata::Plan::execute: appended");
}

/// Positions ascend, and so do the starts of pieces.
template <class T>
struct PlacePositionsFunctor {
  static constexpr std::int64_t block = 8192;

  T* m_positions;
  PlacedPositions m_work;

  void operator()(std::int64_t b) const {
    const std::int64_t begin = b * block, end = std::min(begin + block, m_work.size);
    const auto* starts = m_work.starts;
    const auto first   = static_cast<std::int64_t>(m_positions[begin]);
    std::int64_t p =
        std::upper_bound(starts, starts + m_work.pieces, first) - starts - 1;
    for (std::int64_t i = begin; i < end; ++i) {
      const auto position = static_cast<std::int64_t>(m_positions[i]);
      while (p + 1 < m_work.pieces && position >= starts[p + 1]) ++p;
      m_positions[i] = static_cast<T>(position - starts[p] + m_work.places[p]);
    }
  }
};

template <class ExecutionSpace>
void place_positions(const void* exec, const PlacedPositions& work) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  const auto& space = *static_cast<const ExecutionSpace*>(exec);
  visit_index_type(work.type, [&](auto zero) {
    using functor_type        = PlacePositionsFunctor<decltype(zero)>;
    const std::int64_t blocks = (work.size + functor_type::block - 1) / functor_type::block;
    Kokkos::parallel_for("Strata::append::place", policy_type(space, 0, blocks),
                         functor_type{static_cast<decltype(zero)*>(work.positions), work});
  });
  space.fence("Strata::Plan::execute: placed");
}

/// Shares the arrays. \pre made by appended_tensor(), one level of which has positions,
/// the last one or with singletons below it.
template <class MemorySpace>
TensorRef shortened(const TensorRef& tensor, std::int64_t entries) {
  auto storage = std::make_shared<Storage<MemorySpace>>(*find_storage<MemorySpace>(tensor));
  for (auto& level : storage->levels)
    if (level.coordinates.size() > 0) level.coordinates = level.coordinates.first(entries);
  storage->values = storage->values.first(entries);
  TensorRef made  = make_ref<MemorySpace>(std::move(storage));
  made.fill       = tensor.fill;
  return made;
}

}  // namespace Strata::Impl

#endif
