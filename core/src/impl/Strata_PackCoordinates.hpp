// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_PACK_COORDINATES_HPP
#define STRATA_IMPL_PACK_COORDINATES_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <Kokkos_Core.hpp>
#include <Strata_PackedIndex.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_RewriteIndices.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// The coordinates of one byte, the first one in its lowest bits.
struct PackByteFunctor {
  IndexSpan m_from;
  std::int64_t m_count;
  int m_bits;
  std::uint8_t* m_to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t byte) const {
    const std::int64_t first = byte * (8 / m_bits);
    unsigned packed          = 0;
    for (int shift = 0, k = 0; shift < 8 && first + k < m_count; shift += m_bits, ++k)
      packed |= (static_cast<unsigned>(m_from[first + k]) & ((1U << m_bits) - 1)) << shift;
    m_to[byte] = static_cast<std::uint8_t>(packed);
  }
};

/// The coordinates of `storage`, which are whole bytes, in those bits that `format` says; it
/// is the storage of `tensor` in other levels. Blocks.
/// \throws IndexOverflow when one of them is too large
template <class ExecutionSpace>
void pack_coordinates(const ExecutionSpace& exec, std::string_view operation,
                      const TensorRef& tensor, const TensorFormat& format,
                      Storage<typename ExecutionSpace::memory_space>& storage) {
  using memory_space   = typename ExecutionSpace::memory_space;
  const IndexType type = format.crd_type();
  for (int l = 0; l < format.lvl_rank(); ++l) {
    if (!level_traits(format.level(l)).stores_coordinates) continue;
    const auto whole = storage.levels[l].coordinates;
    const IndexSpan from(whole.data(), storage.format.crd_type());
    const std::int64_t extent = tensor.level_extent(l);
    if (extent > 0 && static_cast<std::uint64_t>(extent - 1) > type.max())
      check_index_fits(operation, "coordinate", l,
                       largest_coordinate(exec, from, whole.size(), extent), type);
    const auto bytes = allocate<std::uint8_t>(
        exec, index_bytes(type, whole.size()),
        array_label(storage.label, "coordinates[" + std::to_string(l) + "]"));
    Kokkos::parallel_for(
        "Strata::pack",
        IndexRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(bytes.extent(0))),
        PackByteFunctor{from, whole.size(), type.bits(), bytes.data()});
    exec.fence("Strata::pack: coordinates have been read");
    storage.levels[l].coordinates = ErasedArray<memory_space>(
        Kokkos::View<const std::uint8_t*, memory_space>(bytes), whole.size());
  }
  storage.format = format;
}

}  // namespace Strata::Impl

#endif
