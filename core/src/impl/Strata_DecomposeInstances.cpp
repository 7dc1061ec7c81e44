// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_DecomposeImpl.hpp>

namespace Strata::Impl {

#define STRATA_IMPL_INSTANTIATE(ExecutionSpace)                              \
  template std::vector<StoragePtr<ExecutionSpace>> decompose_storage(        \
      const ExecutionSpace&, const TensorRef&, const CompositeFormat&,       \
      const std::string&);                                                   \
  template StoragePtr<ExecutionSpace> compose_storage(                       \
      const ExecutionSpace&, const std::vector<TensorRef>&,                  \
      const TensorFormat&, const std::string&);

#ifdef KOKKOS_ENABLE_SERIAL
STRATA_IMPL_INSTANTIATE(Kokkos::Serial)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
STRATA_IMPL_INSTANTIATE(Kokkos::OpenMP)
#endif

#undef STRATA_IMPL_INSTANTIATE

}  // namespace Strata::Impl
