// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LANE_REDUCERS_HPP
#define STRATA_LANE_REDUCERS_HPP

#include <limits>

#include <Kokkos_Core.hpp>
#include <Strata_KernelMath.hpp>

/// \file
/// Reducers of generated kernels: as those of Kokkos, but that infinity is neutral
/// where there is one, and that NaN is left out.

namespace Strata {

/// The greatest or the least of the numbers of all lanes.
template <class T, bool IsMaximum>
class ExtremeReducer {
 public:
  using reducer          = ExtremeReducer;
  using value_type       = T;
  using result_view_type = Kokkos::View<T, Kokkos::AnonymousSpace,
                                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  KOKKOS_INLINE_FUNCTION explicit ExtremeReducer(T& value) : m_value(&value) {}

  KOKKOS_INLINE_FUNCTION void join(T& to, const T& from) const {
    to = IsMaximum ? maximum(to, from) : minimum(to, from);
  }
  KOKKOS_INLINE_FUNCTION void init(T& value) const {
    using limits = std::numeric_limits<T>;
    if constexpr (limits::has_infinity)
      value = IsMaximum ? -limits::infinity() : limits::infinity();
    else
      value = IsMaximum ? limits::lowest() : limits::max();
  }
  KOKKOS_INLINE_FUNCTION T& reference() const { return *m_value; }
  KOKKOS_INLINE_FUNCTION result_view_type view() const {
    return result_view_type(m_value);
  }
  KOKKOS_INLINE_FUNCTION bool references_scalar() const { return true; }

 private:
  T* m_value;
};

template <class T>
using Maximum = ExtremeReducer<T, true>;
template <class T>
using Minimum = ExtremeReducer<T, false>;

}  // namespace Strata

#endif
