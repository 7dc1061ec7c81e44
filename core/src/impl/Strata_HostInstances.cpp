// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_AssembleImpl.hpp>
#include <impl/Strata_RewriteLevels.hpp>
#include <impl/Strata_ValidateImpl.hpp>

namespace Strata::Impl {

#define STRATA_IMPL_INSTANTIATE(ExecutionSpace)                                \
  template std::shared_ptr<const Storage<Kokkos::HostSpace>> assemble_storage( \
      const ExecutionSpace&, const TensorFormat&, ScalarType,                  \
      const std::vector<std::int64_t>&, const CoordinateSpan&, const void*,    \
      std::int64_t, const std::string&, double);                               \
  template ErasedArray<Kokkos::HostSpace> allocate_indices(                    \
      const ExecutionSpace&, IndexType, std::int64_t, const std::string&);     \
  template ErasedArray<Kokkos::HostSpace> allocate_values(                     \
      const ExecutionSpace&, ScalarType, std::int64_t, const std::string&);    \
  template class LevelRewriter<ExecutionSpace>;                                \
  template class StorageValidator<ExecutionSpace>;

#ifdef KOKKOS_ENABLE_SERIAL
STRATA_IMPL_INSTANTIATE(Kokkos::Serial)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
STRATA_IMPL_INSTANTIATE(Kokkos::OpenMP)
#endif

#undef STRATA_IMPL_INSTANTIATE

}  // namespace Strata::Impl
