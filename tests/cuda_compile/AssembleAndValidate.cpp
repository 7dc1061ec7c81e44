// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kernel of assembly and validation, instantiated for CUDA: formats and
// scalar types are run-time values there, so one instantiation holds them all.
#include <Strata_Core.hpp>

namespace {

using Coordinates =
    Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Kokkos::CudaSpace>;
template <class T>
using Values = Kokkos::View<T*, Kokkos::CudaSpace>;

template <class T>
auto assemble_and_validate(const Kokkos::Cuda& exec,
                           const Coordinates& coordinates,
                           const Values<T>& values) {
  auto view = Strata::assemble<T>(exec, Strata::Formats::csr(), {10, 10},
                                  coordinates, values);
  Strata::validate(exec, Strata::ref(view));
  return view;
}

}  // namespace

void strata_cuda_compile_assemble(const Kokkos::Cuda& exec,
                                  const Coordinates& coordinates) {
  assemble_and_validate(exec, coordinates, Values<double>());
  assemble_and_validate(exec, coordinates, Values<Kokkos::complex<float>>());
  assemble_and_validate(exec, coordinates, Values<std::uint8_t>());
  Strata::make_dense(exec, Strata::Formats::csr(), Strata::ScalarType::f64,
                     {10, 10});
}
