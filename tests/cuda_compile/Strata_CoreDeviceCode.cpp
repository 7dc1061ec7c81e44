// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instantiates everything of core that runs on a device.
#include <iostream>

#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>

using Space = Kokkos::Cuda;
using CSR =
    Strata::SparseView<double, Strata::CSRFormat<int>, Kokkos::CudaSpace>;

void assemble(const Space& exec, const std::vector<std::int64_t>& extents,
              const std::int64_t* coordinates, const void* values) {
  const auto tensor =
      Strata::assemble(exec, Strata::Formats::csr(), Strata::ScalarType::f64,
                       extents, coordinates, values, 3);
  Strata::validate(exec, tensor);
  Strata::print(exec, std::cout, tensor);
  Strata::extract(exec, tensor);
  Strata::make_dense(exec, Strata::Formats::dense(2), Strata::ScalarType::f32,
                     extents);
  Strata::assemble<double>(exec, Strata::Formats::csr(), {2, 2}, {{0, 1}},
                           {1.0});
}

auto convert(const Space& exec, const CSR& a) {
  Strata::convert(exec, Strata::ref(a), Strata::Formats::dense(2));
  const auto b = Strata::convert<float>(exec, a, Strata::Formats::dcsc(), "b");
  return Strata::convert<Strata::CSCFormat<int>>(exec, b);
}

auto decompose(const Space& exec, const CSR& a) {
  const Strata::AffineExprPtr row = Strata::AffineExpr::dimension(0);
  const auto parts                = Strata::decompose(
      exec, a,
      Strata::CompositeFormat(
          {{Strata::Formats::csr(), {{Strata::EntryMeasure::rank({row}), {0, 1}}}},
           {Strata::Formats::coo(2)}}));
  return Strata::compose(exec, parts, Strata::Formats::csc());
}

// A kernel of the user's over a compile-time format.
void spmv(const Space& exec, const CSR& a,
          const Kokkos::View<const double*, Kokkos::CudaSpace>& x,
          const Kokkos::View<double*, Kokkos::CudaSpace>& y) {
  Kokkos::parallel_for(
      "Strata::test::spmv", Kokkos::RangePolicy<Space>(exec, 0, a.extent(0)),
      KOKKOS_LAMBDA(int i) {
        CSR::evaluator_type b;
        const auto level = a.level_storage<1>();
        const auto range =
            Strata::CompressedLevel::pos_bounds(b, level, i, i + 1);
        double sum = 0;
        for (auto p = range.begin; p < range.end; ++p)
          sum += a.values()(p) *
                 x(Strata::CompressedLevel::pos_access(b, level, p));
        y(i) = sum;
      });
}
