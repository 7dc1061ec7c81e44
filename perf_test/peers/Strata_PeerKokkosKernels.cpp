// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosKernels_config.h>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>

#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

using Exec    = Kokkos::DefaultHostExecutionSpace;
using Borrow  = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
using Matrix  = KokkosSparse::CrsMatrix<double, int, Exec, void, int>;
using Vector  = Kokkos::View<double*, Exec, Borrow>;
using Given   = Kokkos::View<const double*, Exec, Borrow>;
using Rows    = Kokkos::View<double**, Kokkos::LayoutRight, Exec, Borrow>;
using GivenRows =
    Kokkos::View<const double**, Kokkos::LayoutRight, Exec, Borrow>;

const char* version() {
  static const std::string text = [] {
    const int n = KOKKOSKERNELS_VERSION;
    return std::to_string(n / 10000) + "." + std::to_string(n / 100 % 100) +
           "." + std::to_string(n % 100);
  }();
  return text.c_str();
}

/// The matrix with copied arrays: CrsMatrix takes no constant ones.
Matrix store(const Yardstick::Csr& a) {
  const auto size = static_cast<std::size_t>(a.entries());
  Matrix::row_map_type::non_const_type positions("positions", a.rows + 1);
  Matrix::index_type::non_const_type coordinates("coordinates", size);
  Matrix::values_type::non_const_type values("values", size);
  Kokkos::parallel_for(
      "Strata::perf::store_rows", Kokkos::RangePolicy<Exec>(0, a.rows + 1),
      [=](std::int64_t i) { positions(i) = a.positions[i]; });
  Kokkos::parallel_for("Strata::perf::store_entries",
                       Kokkos::RangePolicy<Exec>(0, size), [=](std::int64_t p) {
                         coordinates(p) = a.coordinates[p];
                         values(p)      = a.values[p];
                       });
  Exec().fence("Strata::perf::store");
  return Matrix("A", static_cast<int>(a.rows), static_cast<int>(a.columns),
                static_cast<int>(size), values, positions, coordinates);
}

/// y = alpha A x + beta y, `prepare` before it.
template <class Result, class Operand>
Contestant product(const Product& p, double alpha, double beta) {
  using Handle = KokkosSparse::SPMVHandle<Exec, Matrix, Operand, Result>;
  const auto handle = std::make_shared<Handle>();
  return {"KokkosKernels", version(),
          [=, a = store(p.a), exec = Exec()] {
            Operand x;
            Result y;
            if constexpr (Result::rank() == 1) {
              x = Operand(p.x, p.a.columns);
              y = Result(p.y, p.a.rows);
            } else {
              x = Operand(p.x, p.a.columns, p.width);
              y = Result(p.y, p.a.rows, p.width);
            }
            if constexpr (Result::rank() == 1)
              if (beta != 0) Kokkos::deep_copy(exec, y, Given(p.b, p.a.rows));
            KokkosSparse::spmv(exec, handle.get(), "N", alpha, a, x, beta, y);
            exec.fence("Strata::perf::kokkos_kernels");
          },
          [=] { return answer_of(p); }};
}

}  // namespace

Peer make_kokkos_kernels(int) {
  Peer peer;
  peer.name    = "KokkosKernels";
  peer.version = version();
  peer.spmv = [](const Product& p) { return product<Vector, Given>(p, 1, 0); };
  peer.residual = [](const Product& p) {
    return product<Vector, Given>(p, -1, 1);
  };
  peer.spmm = [](const Product& p) {
    return product<Rows, GivenRows>(p, 1, 0);
  };
  return peer;
}

}  // namespace Strata::Perf
