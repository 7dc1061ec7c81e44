// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's own kernel: level functions and a view with a compile-time format in
// device code.
#include <Strata_Core.hpp>

using Matrix = Strata::SparseView<double, Strata::CSRFormat<std::int32_t>,
                                  Kokkos::CudaSpace>;
using Vector = Kokkos::View<double*, Kokkos::CudaSpace>;

void strata_cuda_compile_multiply(const Kokkos::Cuda& exec, const Matrix& a,
                                  const Vector& x, const Vector& y) {
  Kokkos::parallel_for(
      "Strata::test::multiply",
      Kokkos::RangePolicy<Kokkos::Cuda>(exec, 0, a.extent(0)),
      KOKKOS_LAMBDA(const std::int64_t row) {
        Matrix::evaluator_type evaluator;
        const auto rows    = a.level_storage<0>();
        const auto columns = a.level_storage<1>();
        const auto parent  = Strata::DenseLevel::locate(evaluator, rows, 0, row);
        const auto segment = Strata::CompressedLevel::pos_bounds(
            evaluator, columns, parent, parent + 1);
        double sum = 0;
        for (auto p = segment.begin; p < segment.end; ++p)
          sum += a.values()(p) *
                 x(Strata::CompressedLevel::pos_access(evaluator, columns, p));
        y(row) = sum;
      });
}

using Tensor = Strata::SparseView<float, Strata::COOFormat<3, std::uint32_t>,
                                  Kokkos::CudaSpace>;

void strata_cuda_compile_last_mode(const Kokkos::Cuda& exec, const Tensor& t,
                                   const Kokkos::View<float*, Kokkos::CudaSpace>&
                                       sums) {
  Kokkos::parallel_for(
      "Strata::test::last_mode",
      Kokkos::RangePolicy<Kokkos::Cuda>(exec, 0, t.nnz()),
      KOKKOS_LAMBDA(const std::int64_t entry) {
        Tensor::evaluator_type evaluator;
        const auto level = t.level_storage<2>();
        const auto segment = Strata::SingletonLevel::pos_bounds(
            evaluator, level, entry, entry + 1);
        const auto k = Strata::SingletonLevel::pos_access(evaluator, level,
                                                          segment.begin);
        Kokkos::atomic_add(&sums(k), t.values()(entry));
      });
}
