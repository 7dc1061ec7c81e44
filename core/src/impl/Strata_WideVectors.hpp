// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_WIDE_VECTORS_HPP
#define STRATA_IMPL_WIDE_VECTORS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>

/// Code of a program that was compiled for any x86-64 processor can be compiled for wider
/// vectors, too, function by function.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDACC__) && !defined(__AVX2__)
#define STRATA_IMPL_HAS_WIDE_VECTORS 1
#endif

namespace Strata::Impl {

/// A kernel that runs with vectors of 32 bytes where the processor has them. It is written as
/// any other; all that it calls inline is compiled twice. For kernels without floating-point
/// numbers, whose results cannot depend on it.
template <class Functor>
class WideVectors {
 public:
  explicit WideVectors(const Functor& functor) : m_functor(functor) {}

#ifdef STRATA_IMPL_HAS_WIDE_VECTORS
  void operator()(std::int64_t i) const { m_is_wide ? run_wide(i) : m_functor(i); }

 private:
  [[gnu::target("avx2"), gnu::flatten]] void run_wide(std::int64_t i) const { m_functor(i); }

  bool m_is_wide = __builtin_cpu_supports("avx2") != 0;
#else
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { m_functor(i); }

 private:
#endif
  Functor m_functor;
};

}  // namespace Strata::Impl

#endif
