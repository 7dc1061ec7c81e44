// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_KEYS_HPP
#define STRATA_IMPL_ENTRY_KEYS_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Impl {

/// Levels an assembled tensor may have (tables of this size go into kernels).
constexpr int max_levels = 32;

/// Where the coordinate of a level lies in the key of an entry. A key is one or
/// more 64-bit words, the first levels in the highest bits of the first word,
/// so that keys compare as coordinates do in level order.
struct KeyField {
  int word           = 0;
  int shift          = 0;
  std::uint64_t mask = 0;
};

/// Layout of keys for the level extents of a tensor.
struct KeyLayout {
  int num_levels = 0;
  int num_words  = 0;
  Kokkos::Array<KeyField, max_levels> fields{};
  Kokkos::Array<int, max_levels> dimensions{};        ///< of the levels
  Kokkos::Array<std::int64_t, max_levels> extents{};  ///< of the levels
  Kokkos::Array<int, max_levels> word_bits{};         ///< used bits of a word
};

/// \throws UnsupportedExpression for more than max_levels levels.
KeyLayout make_key_layout(const TensorFormat& format,
                          const std::vector<std::int64_t>& extents);

/// Coordinates as the caller gives them, for any strides.
struct CoordinateSpan {
  const std::int64_t* data      = nullptr;
  std::int64_t entry_stride     = 0;
  std::int64_t dimension_stride = 1;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t entry,
                                                 int dimension) const {
    return data[entry * entry_stride + dimension * dimension_stride];
  }
};

/// Sorted keys in device memory; words[w] is the array of words w.
struct EntryKeys {
  KeyLayout layout;
  Kokkos::Array<const std::uint64_t*, max_levels> words{};

  KOKKOS_INLINE_FUNCTION std::int64_t coordinate(int l,
                                                 std::int64_t entry) const {
    const KeyField& field = layout.fields[l];
    return static_cast<std::int64_t>((words[field.word][entry] >> field.shift) &
                                     field.mask);
  }
  /// True when entries a and b agree in levels 0 … l (all levels: l = -1 is
  /// "none").
  KOKKOS_INLINE_FUNCTION bool same_prefix(int l, std::int64_t a,
                                          std::int64_t b) const {
    if (l < 0) return true;
    const KeyField& field = layout.fields[l];
    for (int w = 0; w < field.word; ++w)
      if (words[w][a] != words[w][b]) return false;
    return ((words[field.word][a] ^ words[field.word][b]) >> field.shift) == 0;
  }
};

}  // namespace Strata::Impl

#endif
