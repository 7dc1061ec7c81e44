// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ALLOCATE_HPP
#define STRATA_IMPL_ALLOCATE_HPP

#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_KokkosScalar.hpp>
#include <Strata_TensorFormat.hpp>
#include <impl/Strata_ErasedArray.hpp>
#include <impl/Strata_HugePages.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

/// View without initialisation. \throws IndexOverflow when memory is short.
template <class T, class ExecutionSpace>
auto allocate(const ExecutionSpace& exec, std::int64_t n,
              const std::string& label) {
  using view_type = Kokkos::View<T*, typename ExecutionSpace::memory_space>;
  const std::int64_t bytes = checked_bytes(label, n, sizeof(T));
  try {
    view_type view(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
                   static_cast<std::size_t>(n));
    prefer_huge_pages_in<typename ExecutionSpace::memory_space>(view.data(), bytes);
    return view;
  } catch (const std::exception&) {
    throw_allocation_failed(label, bytes, "a refusal by the system");
  }
}

/// Calls f(T{}) with the integer type of `type`, that of a byte where it is packed.
template <class F>
decltype(auto) visit_index_type(IndexType type, F&& f) {
  switch (type.bits() + (type.is_signed ? 1 : 0)) {
    case 1:
    case 2:
    case 4:
    case 8: return f(std::uint8_t{});
    case 16: return f(std::uint16_t{});
    case 32: return f(std::uint32_t{});
    case 9: return f(std::int8_t{});
    case 17: return f(std::int16_t{});
    case 33: return f(std::int32_t{});
    case 65: return f(std::int64_t{});
    default: return f(std::uint64_t{});
  }
}

/// Uninitialised positions or coordinates.
template <class ExecutionSpace>
ErasedArray<typename ExecutionSpace::memory_space> allocate_indices(
    const ExecutionSpace& exec, IndexType type, std::int64_t n,
    const std::string& label) {
  using memory_space = typename ExecutionSpace::memory_space;
  check_whole_bytes(label, type);
  return visit_index_type(type, [&](auto zero) {
    using T = decltype(zero);
    return ErasedArray<memory_space>(
        Kokkos::View<const T*, memory_space>(allocate<T>(exec, n, label)));
  });
}

/// Uninitialised values.
template <class ExecutionSpace>
ErasedArray<typename ExecutionSpace::memory_space> allocate_values(
    const ExecutionSpace& exec, ScalarType type, std::int64_t n,
    const std::string& label) {
  return visit_kokkos_scalar(type, [&](auto zero) {
    return ErasedArray<typename ExecutionSpace::memory_space>(
        allocate<decltype(zero)>(exec, n, label));
  });
}

/// Sets all bytes to zero on `exec`; the same kernel for every element type.
/// \pre data is aligned to 8 bytes.
template <class ExecutionSpace>
void zero_fill(const ExecutionSpace& exec, void* data, std::int64_t bytes) {
  auto* words             = static_cast<std::uint64_t*>(data);
  auto* last              = static_cast<unsigned char*>(data);
  const std::int64_t full = bytes / 8;
  using policy =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      "Strata::zero_fill", policy(exec, 0, full + 1),
      KOKKOS_LAMBDA(std::int64_t i) {
        if (i < full)
          words[i] = 0;
        else
          for (std::int64_t b = 8 * full; b < bytes; ++b) last[b] = 0;
      });
}

// Host spaces are compiled once, in Strata_HostInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template ErasedArray<Kokkos::HostSpace> allocate_indices(
    const Kokkos::Serial&, IndexType, std::int64_t, const std::string&);
extern template ErasedArray<Kokkos::HostSpace> allocate_values(
    const Kokkos::Serial&, ScalarType, std::int64_t, const std::string&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template ErasedArray<Kokkos::HostSpace> allocate_indices(
    const Kokkos::OpenMP&, IndexType, std::int64_t, const std::string&);
extern template ErasedArray<Kokkos::HostSpace> allocate_values(
    const Kokkos::OpenMP&, ScalarType, std::int64_t, const std::string&);
#endif

}  // namespace Strata::Impl

#endif
