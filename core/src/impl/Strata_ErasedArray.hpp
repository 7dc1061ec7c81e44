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
      : ErasedArray(view, static_cast<std::int64_t>(view.extent(0))) {}
  /// Of `size` elements that are packed into those of the View.
  template <class T>
  ErasedArray(const Kokkos::View<T*, MemorySpace>& view, std::int64_t size)
      : m_view(view),
        m_data(view.data()),
        m_size(size),
        m_bytes(static_cast<std::int64_t>(view.extent(0) * sizeof(T))),
        m_ops(&ops_for<T>) {}

  /// The View, or null when it has another element type.
  template <class T>
  const Kokkos::View<T*, MemorySpace>* get() const {
    return std::any_cast<Kokkos::View<T*, MemorySpace>>(&m_view);
  }
  const void* data() const { return m_data; }
  /// \pre the memory was allocated or wrapped as non-const.
  void* mutable_data() const { return const_cast<void*>(m_data); }
  std::int64_t size() const { return m_size; }
  std::int64_t bytes() const { return m_bytes; }
  /// Views that share the allocation; 0 when it belongs to somebody else.
  int use_count() const { return m_ops ? m_ops->use_count(m_view) : 0; }
  /// The same elements, not owned.
  ErasedArray unmanaged() const {
    return m_ops ? m_ops->unmanaged(*this) : ErasedArray();
  }

 private:
  /// What needs the element type.
  struct Operations {
    int (*use_count)(const std::any&);
    ErasedArray (*unmanaged)(const ErasedArray&);
  };
  template <class T>
  static int use_count_of(const std::any& view) {
    return std::any_cast<const Kokkos::View<T*, MemorySpace>&>(view)
        .use_count();
  }
  template <class T>
  static ErasedArray unmanaged_of(const ErasedArray& array) {
    const auto& view = *array.template get<T>();
    return ErasedArray(
        Kokkos::View<T*, MemorySpace>(view.data(), view.extent(0)), array.size());
  }
  template <class T>
  static constexpr Operations ops_for{&use_count_of<T>, &unmanaged_of<T>};

  std::any m_view;
  const void* m_data      = nullptr;
  std::int64_t m_size     = 0;
  std::int64_t m_bytes    = 0;
  const Operations* m_ops = nullptr;
};

}  // namespace Strata::Impl

#endif
