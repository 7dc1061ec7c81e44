// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_SINKS_HPP
#define STRATA_IMPL_CONVERT_SINKS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertWalk.hpp>

namespace Strata::Impl {

/// Asks for memory that is written soon.
template <class T>
KOKKOS_INLINE_FUNCTION void prefetch_for_write([[maybe_unused]] const T* address) {
#if defined(__GNUC__)
  KOKKOS_IF_ON_HOST((__builtin_prefetch(address, 1);))
#endif
}

/// Places first, first + 1 …
struct ConsecutivePlaces {
  std::int64_t first;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(int i) const {
    return first + i;
  }
};
struct ListedPlaces {
  const std::int64_t* places;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(int i) const {
    return places[i];
  }
};

/// Where values go.
struct ValueSink {
  void* data = nullptr;
  ValueBits from;  ///< what payloads are numbers of, where they are numbers

  template <class Places>
  KOKKOS_INLINE_FUNCTION void store(const Places& places, const Record* records,
                                    int n) const {
    if (from.bytes > 8) {
      for (int i = 0; i < n; ++i)
        copy(places(i), static_cast<std::int64_t>(records[i].payload));
      return;
    }
    visit_bytes(from.bytes, [&](auto zero) {
      using T     = decltype(zero);
      T* const to = static_cast<T*>(data);
      for (int i = 0; i < n; ++i)
        to[places(i)] = static_cast<T>(records[i].payload);
    });
  }
  /// Value e of the source, of any size, to `place`.
  KOKKOS_INLINE_FUNCTION void copy(std::int64_t place, std::int64_t e) const {
    if (from.bytes > 8) {
      static_cast<std::uint64_t*>(data)[2 * place]     = from.word(2 * e);
      static_cast<std::uint64_t*>(data)[2 * place + 1] = from.word(2 * e + 1);
      return;
    }
    visit_bytes(from.bytes, [&](auto zero) {
      using T                      = decltype(zero);
      static_cast<T*>(data)[place] = static_cast<T>(from.load(e));
    });
  }
};

/// Takes sorted entries apart into keys, and values or the numbers of entries.
struct KeySink {
  std::uint64_t* keys = nullptr;
  ValueSink values;
  std::int64_t* order = nullptr;  ///< of values with more than 8 bytes

  struct State {};

  /// Stores n records at `place`, after the ones that were stored at place - 1.
  KOKKOS_INLINE_FUNCTION void store(std::int64_t place, const Record* records,
                                    int n, State& /*state*/) const {
    for (int i = 0; i < n; ++i) keys[place + i] = records[i].key;
    if (order)
      for (int i = 0; i < n; ++i)
        order[place + i] = static_cast<std::int64_t>(records[i].payload);
    else
      values.store(ConsecutivePlaces{place}, records, n);
  }
  KOKKOS_INLINE_FUNCTION void finish(std::int64_t /*chunk*/,
                                     std::int64_t /*place*/,
                                     const State& /*state*/) const {}
};

/// The arrays of a target that has some dense levels above one group with a
/// position per entry (CSR, COO, sparse vectors …): entries go there at once.
struct GroupSink {
  KeyLayout layout;
  int group = 0;  ///< first level of the group
  Kokkos::Array<void*, max_levels> coordinates{};
  int coordinate_bytes = 8;
  MutableIndexSpan positions;
  ValueSink values;

  /// What a chunk has stored so far.
  struct State {
    std::int64_t major = -1;       ///< position of the dense levels, of the last entry
    std::uint64_t first = 0, last = 0;  ///< keys
    std::int64_t repeats = 0;      ///< entries with the coordinates of the one before
  };
  /// What every chunk stored, and where it ends: entries of its last position may go on in
  /// the next chunk.
  struct Seam {
    State state;
    std::int64_t end;
  };
  Seam* seams = nullptr;

  /// Asks for the memory of an entry that is stored soon.
  KOKKOS_INLINE_FUNCTION void prefetch(std::int64_t place) const {
    for (int l = group; l < layout.num_levels; ++l)
      prefetch_for_write(static_cast<const char*>(coordinates[l]) + place * coordinate_bytes);
    prefetch_for_write(static_cast<const char*>(values.data) + place * values.from.bytes);
  }
  /// Position of the dense levels.
  KOKKOS_INLINE_FUNCTION std::int64_t major(std::uint64_t key) const {
    if (group == 0) return 0;
    auto position = static_cast<std::int64_t>(key >> layout.fields[0].shift);
    for (int l = 1; l < group; ++l)
      position = position * layout.extents[l] +
                 static_cast<std::int64_t>(key >> layout.fields[l].shift &
                                           layout.fields[l].mask);
    return position;
  }
  template <class Places>
  KOKKOS_INLINE_FUNCTION void store_entries(const Places& places,
                                            const Record* records,
                                            int n) const {
    visit_bytes(coordinate_bytes, [&](auto zero) {
      using T = decltype(zero);
      for (int l = group; l < layout.num_levels; ++l) {
        T* const to          = static_cast<T*>(coordinates[l]);
        const KeyField field = layout.fields[l];
        for (int i = 0; i < n; ++i)
          to[places(i)] =
              static_cast<T>(records[i].key >> field.shift & field.mask);
      }
    });
    values.store(places, records, n);
  }
  /// Stores n records at `place`, after the ones that were stored at place - 1.
  KOKKOS_INLINE_FUNCTION void store(std::int64_t place, const Record* records,
                                    int n, State& state) const {
    store_entries(ConsecutivePlaces{place}, records, n);
    if (state.major < 0) state.first = records[0].key;
    for (int i = 0; i < n; ++i) {
      const std::int64_t next = major(records[i].key);
      if (next == state.major) {
        state.repeats += records[i].key == (i > 0 ? records[i - 1].key : state.last);
        continue;
      }
      if (state.major >= 0) positions.store(state.major + 1, place + i);
      state.major = next;
    }
    state.last = records[n - 1].key;
  }
  KOKKOS_INLINE_FUNCTION void finish(std::int64_t chunk, std::int64_t place,
                                     const State& state) const {
    seams[chunk] = {state, place};
  }
};

/// Ends what chunks left open, in their order; counts the entries that have the coordinates
/// of the one before.
struct CloseSeamsFunctor {
  GroupSink m_sink;
  std::int64_t m_chunks;

  /// Nobody asks for the repeats.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t repeats = 0;
    (*this)(i, repeats);
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, std::int64_t& repeats) const {
    const GroupSink::State* before = nullptr;
    for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk) {
      const GroupSink::State& state = m_sink.seams[chunk].state;
      const std::int64_t end        = m_sink.seams[chunk].end;
      if (state.major < 0) continue;
      if (m_sink.positions[state.major + 1] < end)
        m_sink.positions.store(state.major + 1, end);
      repeats += state.repeats + (before && before->last == state.first);
      before = &state;
    }
  }
};

}  // namespace Strata::Impl

#endif
