// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STREAM_PLAN_HPP
#define STRATA_IMPL_STREAM_PLAN_HPP

#include <cstdint>
#include <optional>

#include <Kokkos_Core.hpp>
#include <impl/Strata_EntryKeys.hpp>

/// \file
/// Targets whose arrays are filled by one walk over entries in their order. An entry
/// begins a position of a level where it differs from the one before in this level or one
/// above; what begins is counted first (the queries of Chou, Kjolstad,
/// Amarasinghe 2020), and no position of an entry is ever stored.

namespace Strata::Impl {

/// Dense levels, then compressed and singleton ones, the last of which has a position
/// for every entry.
struct StreamLevels {
  int num_levels   = 0;
  int first        = 0;  ///< of those that are not dense
  int order_levels = 0;  ///< that have to be in order
  std::int64_t parents = 1;  ///< positions of the dense levels
  Kokkos::Array<KeyField, max_levels> fields{};
  Kokkos::Array<std::int64_t, max_levels> extents{};
  /// Entries differ in a level up to this one where a position begins.
  Kokkos::Array<int, max_levels> depths{};
  Kokkos::Array<bool, max_levels> per_entry{};  ///< every entry begins one
  bool merges = false;  ///< but for those with the key of the one before

  /// \p step bits in which the keys of neighbours differ
  KOKKOS_INLINE_FUNCTION bool differs(int depth, std::uint64_t step) const {
    return depth >= 0 && step >> fields[depth].shift != 0;
  }
  /// The second key comes before the first one in a level that has to be in order.
  KOKKOS_INLINE_FUNCTION bool descends(std::uint64_t first, std::uint64_t second) const {
    if (order_levels == 0) return false;
    const int shift = fields[order_levels - 1].shift;
    return second >> shift < first >> shift;
  }
  /// Position of the dense levels.
  KOKKOS_INLINE_FUNCTION std::int64_t major(std::uint64_t key) const {
    std::int64_t position = 0;
    for (int l = 0; l < first; ++l)
      position = position * extents[l] +
                 static_cast<std::int64_t>(key >> fields[l].shift & fields[l].mask);
    return position;
  }
};

/// Arrays by level.
struct StreamArrays {
  Kokkos::Array<void*, max_levels> positions{}, coordinates{};
  int position_bytes = 8, coordinate_bytes = 8;
  std::int64_t* runs = nullptr;  ///< where entries of every key begin, where asked
};

/// None for other formats, for keys of several words, and where coordinates may not fit
/// their type. \pre every level stores a dimension
std::optional<StreamLevels> plan_stream(const TensorFormat& to, const KeyLayout& layout);

}  // namespace Strata::Impl

#endif
