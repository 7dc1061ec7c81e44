// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_PLACES_AHEAD_HPP
#define STRATA_IMPL_PLACES_AHEAD_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>

namespace Strata::Impl {

/// Places of the entries [begin, end), in order, that are taken long before the entries are
/// stored, so that their memory is on its way: further ahead than the caches are slow.
/// `take(e)` returns the place of entry e, and asks for its memory.
template <class Take>
class PlacesAhead {
 public:
  KOKKOS_INLINE_FUNCTION PlacesAhead(std::int64_t begin, std::int64_t end, const Take& take)
      : m_take(take), m_end(end) {
    for (std::int64_t e = begin; e < end && e < begin + ahead; ++e) m_places[slot(e)] = m_take(e);
  }
  /// Of entry e. \pre it has been asked for all entries before, from the first one on
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(std::int64_t e) {
    const std::uint32_t place = m_places[slot(e)];
    if (e + ahead < m_end) m_places[slot(e)] = m_take(e + ahead);
    return place;
  }

 private:
  static constexpr std::int64_t ahead = 128;
  KOKKOS_INLINE_FUNCTION static std::uint64_t slot(std::int64_t e) {
    return static_cast<std::uint64_t>(e) % ahead;
  }

  Take m_take;
  std::int64_t m_end;
  std::uint32_t m_places[ahead];
};

}  // namespace Strata::Impl

#endif
