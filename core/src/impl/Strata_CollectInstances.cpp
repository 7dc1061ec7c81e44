// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CollectImpl.hpp>

namespace Strata::Impl {

#define STRATA_IMPL_INSTANTIATE(ExecutionSpace)                               \
  template std::shared_ptr<const Storage<Kokkos::HostSpace>> collect_storage( \
      const ExecutionSpace&, TensorRef, const TensorFormat&, const std::string&);

#ifdef KOKKOS_ENABLE_SERIAL
STRATA_IMPL_INSTANTIATE(Kokkos::Serial)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
STRATA_IMPL_INSTANTIATE(Kokkos::OpenMP)
#endif

#undef STRATA_IMPL_INSTANTIATE

}  // namespace Strata::Impl
