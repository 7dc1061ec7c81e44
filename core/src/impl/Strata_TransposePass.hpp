// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TRANSPOSE_PASS_HPP
#define STRATA_IMPL_TRANSPOSE_PASS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertGroup.hpp>
#include <impl/Strata_ConvertWalk.hpp>

namespace Strata::Impl {

/// A conversion that needs sorting by one dense level only (CSR to CSC). Every chunk has
/// counts of its own.
struct TransposePass {
  EntryWalk walk;
  std::uint32_t* counts = nullptr;  ///< chunk x position of the dense level
  std::int64_t extent   = 0;        ///< of the dense level
  int shift             = 0;        ///< of the dense level in the keys
};

/// Coordinates of the source's last level, stored alone, which is the dense level of the
/// target.
template <class Index>
KOKKOS_INLINE_FUNCTION const Index* majors_of(const EntryWalk& walk) {
  return static_cast<const Index*>(walk.source.levels[walk.source.group].coordinates.data());
}

/// Arrays of values, and of the coordinates below the dense level, where these are the
/// same in a run. Index is the coordinates' type on both sides, Value has the size of
/// values.
template <class Index, class Value>
struct RunTarget {
  KOKKOS_INLINE_FUNCTION explicit RunTarget(const GroupSink& sink)
      : from(static_cast<const Value*>(sink.values.from.data)),
        to(static_cast<Value*>(sink.values.data)),
        minors(static_cast<Index*>(sink.coordinates[1])),
        field(sink.layout.fields[1]) {}

  const Value* from;
  Value* to;
  Index* minors;
  KeyField field;  ///< of minors in keys

  KOKKOS_INLINE_FUNCTION Index minor(std::uint64_t key) const {
    return static_cast<Index>(key >> field.shift & field.mask);
  }
  /// Asks for the memory of an entry that is stored soon.
  KOKKOS_INLINE_FUNCTION void prefetch(std::uint32_t place) const {
    prefetch_for_write(minors + place);
    prefetch_for_write(to + place);
  }
  /// Calls f(key, begin, end) for the runs of a chunk; the key has no major.
  template <class F>
  KOKKOS_INLINE_FUNCTION static void for_each_run(const EntryWalk& walk, std::int64_t chunk,
                                                  const F& f) {
    const SourceLevels& source = walk.source;
    if (source.group == 1 && source.kinds[0] == LevelKind::dense &&
        source.kinds[1] == LevelKind::compressed)
      return for_each_row(walk, chunk, f);
    Impl::for_each_run(source, walk.begin(chunk), walk.begin(chunk + 1),
                       [&](const SourceCursor& cursor, std::int64_t, std::int64_t begin,
                           std::int64_t end) { f(walk.key_above(cursor), begin, end); });
  }

 private:
  /// The same of rows: positions are read once each.
  template <class F>
  KOKKOS_INLINE_FUNCTION static void for_each_row(const EntryWalk& walk, std::int64_t chunk,
                                                  const F& f) {
    const std::int64_t end = walk.begin(chunk + 1);
    std::int64_t e         = walk.begin(chunk);
    if (e >= end) return;
    const IndexSpan& positions = walk.source.levels[1].positions;
    const int shift            = walk.shifts[0];
    for (std::int64_t row = walk.source.parent(1, e, 0); e < end; ++row) {
      const std::int64_t behind = positions[row + 1], stop = behind < end ? behind : end;
      if (e < stop) f(static_cast<std::uint64_t>(row) << shift, e, stop);
      e = stop;
    }
  }
};

}  // namespace Strata::Impl

#endif
