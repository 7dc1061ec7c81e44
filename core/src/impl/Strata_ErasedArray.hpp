// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ERASED_ARRAY_HPP
#define STRATA_IMPL_ERASED_ARRAY_HPP

#include <any>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace Strata::Impl {

/// Reference-counted rank-1 View whose element type is known at run time. Index
/// arrays hold View<const T*> (a pattern is immutable), values View<T*>.
template <class MemorySpace>
class ErasedArray {
 public:
  ErasedArray() = default;
  template <class T>
  explicit ErasedArray(const Kokkos::View<T*, MemorySpace>& view)
      : m_view(view),
        m_data(view.data()),
        m_size(static_cast<std::int64_t>(view.extent(0))) {}

  /// The View, or null when it has another element type.
  template <class T>
  const Kokkos::View<T*, MemorySpace>* get() const {
    return std::any_cast<Kokkos::View<T*, MemorySpace>>(&m_view);
  }
  const void* data() const { return m_data; }
  /// \pre the memory was allocated or wrapped as non-const.
  void* mutable_data() const { return const_cast<void*>(m_data); }
  std::int64_t size() const { return m_size; }

 private:
  std::any m_view;
  const void* m_data  = nullptr;
  std::int64_t m_size = 0;
};

}  // namespace Strata::Impl

#endif
