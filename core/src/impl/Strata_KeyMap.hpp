// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_KEY_MAP_HPP
#define STRATA_IMPL_KEY_MAP_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// An entry on its way: the payload is the bits of its value, or its number
/// where a value has more than 8 bytes.
struct Record {
  std::uint64_t key;
  std::uint64_t payload;
};

/// Keys of the levels of one format to keys of those of another. Both have one
/// word.
struct KeyMap {
  CoordinateProgram program;
  Kokkos::Array<KeyField, max_levels> from{}, to{};

  /// Leaves out what is padding; returns how many records there are.
  KOKKOS_INLINE_FUNCTION int apply(Record* records, int n) const {
    // Host compilers make vector code of tuples side by side.
    KOKKOS_IF_ON_HOST((return apply_by<32>(records, n);))
    KOKKOS_IF_ON_DEVICE((return apply_by<1>(records, n);))
  }

 private:
  template <int Size>
  KOKKOS_INLINE_FUNCTION int apply_by(Record* records, int n) const {
    int kept = 0;
    for (int first = 0; first < n; first += Size)
      kept = apply_to<Size>(records, kept, records + first,
                            n - first < Size ? n - first : Size);
    return kept;
  }

  /// \pre the records that are kept lie before `next`, or where it begins
  template <int Size>
  KOKKOS_INLINE_FUNCTION int apply_to(Record* records, int kept,
                                      const Record* next, int n) const {
    std::int64_t values[CoordinateProgram::max_values][Size];
    for (int l = 0; l < program.inputs(); ++l)
      for (int k = 0; k < n; ++k)
        values[l][k] = static_cast<std::int64_t>(next[k].key >> from[l].shift &
                                                 from[l].mask);
    program.run(values, n);
    std::uint64_t keys[Size] = {};
    for (int l = 0; l < program.results(); ++l) {
      const std::int64_t* const row = values[program.result(l)];
      for (int k = 0; k < n; ++k)
        keys[k] |= static_cast<std::uint64_t>(row[k]) << to[l].shift;
    }
    for (int k = 0; k < n; ++k)
      if (!program.has_conditions() || program.holds(values, k))
        records[kept++] = {keys[k], next[k].payload};
    return kept;
  }
};

}  // namespace Strata::Impl

#endif
