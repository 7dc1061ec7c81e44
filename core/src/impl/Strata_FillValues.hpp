// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FILL_VALUES_HPP
#define STRATA_IMPL_FILL_VALUES_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_ScalarType.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// A fill value as bits, whatever its type.
struct FillBits {
  int bytes              = 8;       ///< of a value: 1, 2, 4, 8 or 16
  std::uint64_t words[2] = {0, 0};  ///< the second of 16 bytes only
  std::uint64_t masks[2] = {0, 0};  ///< bits that tell other values from it
};

/// The real number `fill` as a value of `type`. A zero has either sign.
FillBits make_fill_bits(ScalarType type, double fill);

template <class Word, class ExecutionSpace>
void fill_words(const ExecutionSpace& exec, void* data, std::int64_t count,
                const FillBits& fill) {
  auto* words       = static_cast<Word*>(data);
  const Word even   = static_cast<Word>(fill.words[0]);
  const bool paired = fill.bytes == 16;
  const Word odd    = paired ? static_cast<Word>(fill.words[1]) : even;
  Kokkos::parallel_for(
      "Strata::fill_values",
      IndexRange<ExecutionSpace>(exec, 0, paired ? 2 * count : count),
      KOKKOS_LAMBDA(std::int64_t i) { words[i] = i % 2 == 0 ? even : odd; });
}

/// Sets `count` values on exec (asynchronous).
template <class ExecutionSpace>
void fill_values(const ExecutionSpace& exec, void* data, std::int64_t count,
                 const FillBits& fill) {
  switch (fill.bytes) {
    case 1: return fill_words<std::uint8_t>(exec, data, count, fill);
    case 2: return fill_words<std::uint16_t>(exec, data, count, fill);
    case 4: return fill_words<std::uint32_t>(exec, data, count, fill);
    default: return fill_words<std::uint64_t>(exec, data, count, fill);
  }
}

}  // namespace Strata::Impl

#endif
