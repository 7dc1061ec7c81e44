// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instantiates what SparseViews do on a device and between it and the host.
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>

using Space   = Kokkos::Cuda;
using Memory  = Kokkos::CudaSpace;
using CSR     = Strata::SparseView<double, Strata::CSRFormat<int>, Memory>;
using COO     = Strata::SparseView<const float, Strata::COOFormat<3>, Space,
                               Kokkos::MemoryTraits<Kokkos::RandomAccess>>;
using Dynamic = Strata::SparseView<double, Strata::DynamicFormat, Memory>;
using Atomic  = Strata::SparseView<double, Strata::DynamicFormat, Memory,
                                  Kokkos::MemoryTraits<Kokkos::Atomic>>;
using Result  = Kokkos::View<double, Memory>;

static_assert(
    std::is_same_v<CSR::host_mirror_type::memory_space, Kokkos::HostSpace>);
static_assert(
    !std::is_convertible_v<CSR, CSR::host_mirror_type> &&
    !std::is_convertible_v<
        Dynamic,
        Strata::SparseView<double, Strata::DynamicFormat, Kokkos::HostSpace>>);

void strata_cuda_compile_walk(const Space& exec, const CSR& a, const COO& t,
                              const Dynamic& d, const Result& sum) {
  Strata::parallel_for_each(
      exec, a, KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double& value) {
        value = static_cast<double>(i * j);
      });
  Strata::parallel_for_each(
      exec, d, KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double& value) {
        value += static_cast<double>(i - j);
      });
  Strata::parallel_for_each(
      exec, Atomic(d),
      KOKKOS_LAMBDA(std::int64_t, std::int64_t, Atomic::reference_type value) {
        value += 1.0;
      });
  Strata::parallel_reduce_each(
      exec, t,
      KOKKOS_LAMBDA(int, int, int k, const float& value, double& partial) {
        partial += value * static_cast<float>(k);
      },
      sum);
  double largest = 0;
  Strata::parallel_reduce_each(
      exec, d,
      KOKKOS_LAMBDA(std::int64_t, std::int64_t, double value, double& partial) {
        if (value > partial) partial = value;
      },
      Kokkos::Max<double>(largest));
}

void strata_cuda_compile_locate(const Space& exec, const CSR& a, const COO& t,
                                const Kokkos::View<double*, Memory>& y) {
  const Strata::SparseView<const double, Strata::CSRFormat<int>, Memory,
                           Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      read = a;
  Kokkos::parallel_for(
      "Strata::test::diagonal", Kokkos::RangePolicy<Space>(exec, 0, 3),
      KOKKOS_LAMBDA(int i) {
        y(i)                         = read(i, i) + t(i, 0, i);
        const CSR::const_type inside = a;  // converts in device code
        y(i) += inside(0, i);
      });
}

void strata_cuda_compile_mirrors(const Space& exec, const CSR& a,
                                 const Dynamic& d) {
  const auto host = Strata::create_mirror_view(a);
  static_assert(std::is_same_v<std::remove_const_t<decltype(host)>,
                               CSR::host_mirror_type>);
  Strata::deep_copy(exec, host, a);
  Strata::deep_copy(a, host);
  Strata::deep_copy(exec, a, 1.0);
  Strata::deep_copy(d, 1.0);
  const auto copy = Strata::create_mirror_view_and_copy(Kokkos::HostSpace{}, d);
  const auto back = Strata::create_mirror_view_and_copy(
      Kokkos::view_alloc(exec, Memory{}), copy);
  Strata::deep_copy(exec, back, d);
  Strata::create_mirror(Kokkos::WithoutInitializing, d);
  Strata::create_mirror(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, Kokkos::HostSpace{}), a);
  Strata::create_mirror_view(Kokkos::WithoutInitializing, Memory{}, host);
  Strata::DualSparseView<double, Strata::CSRFormat<int>, Memory> dual(a);
  dual.modify_device();
  dual.sync_host(exec);
  dual.sync_device();
  Strata::permuted(d, {1, 0});
  Strata::transposed(a);
}
