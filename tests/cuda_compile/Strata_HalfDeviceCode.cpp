// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of two bytes in device code; Kokkos has such numbers here as well, and
// their bytes are Strata's.
#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>

static_assert(Strata::scalar_type_of_v<Kokkos::Experimental::half_t> ==
              Strata::ScalarType::f16);
static_assert(Strata::scalar_type_of_v<Kokkos::Experimental::bhalf_t> ==
              Strata::ScalarType::bf16);

void halve(const Kokkos::Cuda& exec,
           const Kokkos::View<Strata::half_t*, Kokkos::CudaSpace>& values) {
  Kokkos::parallel_for(
      "Strata::test::halve",
      Kokkos::RangePolicy<Kokkos::Cuda>(exec, 0, values.extent(0)),
      KOKKOS_LAMBDA(int i) {
        const Strata::bhalf_t square(values(i) * values(i));
        values(i) = Strata::half_t(square);
      });
}
