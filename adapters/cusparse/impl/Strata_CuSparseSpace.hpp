// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_SPACE_HPP
#define STRATA_IMPL_CUSPARSE_SPACE_HPP

// How the adapter allocates, copies and multiplies on an execution space.

#include <cstddef>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>
#include <impl/Strata_AppendedTensor.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// The library that serves an execution space, and the stream of an instance.
template <class ExecutionSpace>
struct Library {
  static_assert(!std::is_same_v<ExecutionSpace, ExecutionSpace>,
                "Strata::CuSparse: cuSPARSE runs on Kokkos::Cuda");
};
#ifdef KOKKOS_ENABLE_CUDA
template <>
struct Library<Kokkos::Cuda> {
  static const Functions& functions() { return library_functions(); }
  static cudaStream_t stream(const Kokkos::Cuda& exec) { return exec.cuda_stream(); }
};
#endif

template <class ExecutionSpace>
std::shared_ptr<void> allocate_bytes(const void* exec, std::size_t bytes) {
  using memory = Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>;
  const auto owner = std::make_shared<memory>(
      Kokkos::view_alloc(*static_cast<const ExecutionSpace*>(exec),
                         Kokkos::WithoutInitializing, "Strata::CuSparse: buffer"),
      bytes);
  return {owner, owner->data()};
}

template <class ExecutionSpace>
void copy_bytes(const void* exec, void* to, const void* from, std::size_t bytes) {
  using space     = typename ExecutionSpace::memory_space;
  using unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  Kokkos::deep_copy(*static_cast<const ExecutionSpace*>(exec),
                    Kokkos::View<std::byte*, space, unmanaged>(static_cast<std::byte*>(to), bytes),
                    Kokkos::View<const std::byte*, space, unmanaged>(
                        static_cast<const std::byte*>(from), bytes));
}

template <class ExecutionSpace>
TensorRef make_sparse(const void* exec, const TensorRef& wanted, std::int64_t entries) {
  return Strata::Impl::appended_tensor(*static_cast<const ExecutionSpace*>(exec), wanted.format,
                                       wanted.scalar, wanted.extents, {entries}, {},
                                       "Strata::CuSparse", wanted.fill);
}

template <class ExecutionSpace>
TensorRef copy_tensor(const void* exec, const TensorRef& tensor) {
  return Strata::convert(*static_cast<const ExecutionSpace*>(exec), tensor, tensor.format,
                 "Strata::CuSparse");
}

template <class T>
struct MultiplyValues {
  T* m_to;
  const T* m_from;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { m_to[i] *= m_from[i]; }
};

template <class ExecutionSpace, class T>
void multiply_values(const void* exec, void* to, const void* from, std::int64_t size) {
  Kokkos::parallel_for(
      "Strata::CuSparse::sddmm::multiply",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          *static_cast<const ExecutionSpace*>(exec), 0, size),
      MultiplyValues<T>{static_cast<T*>(to), static_cast<const T*>(from)});
}

/// \pre a type that cuSPARSE computes in
template <class ExecutionSpace>
void multiply(const void* exec, ScalarType scalar, void* to, const void* from,
              std::int64_t size) {
  switch (scalar) {
    case ScalarType::f32: return multiply_values<ExecutionSpace, float>(exec, to, from, size);
    case ScalarType::f64: return multiply_values<ExecutionSpace, double>(exec, to, from, size);
    case ScalarType::c64:
      return multiply_values<ExecutionSpace, Kokkos::complex<float>>(exec, to, from, size);
    default:
      return multiply_values<ExecutionSpace, Kokkos::complex<double>>(exec, to, from, size);
  }
}

template <class ExecutionSpace>
const SpaceOperations& space_operations() {
  static const SpaceOperations operations{
      &allocate_bytes<ExecutionSpace>,
      [](const void* exec, const char* label) {
        static_cast<const ExecutionSpace*>(exec)->fence(label);
      },
      &copy_bytes<ExecutionSpace>,
      &make_sparse<ExecutionSpace>,
      &copy_tensor<ExecutionSpace>,
      &multiply<ExecutionSpace>};
  return operations;
}

}  // namespace Strata::CuSparse::Impl

#endif
