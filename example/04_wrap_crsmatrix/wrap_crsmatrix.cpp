// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix of Kokkos Kernels as a SparseView and back; nothing is copied.
#include <cstdint>
#include <iostream>

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Strata_Core.hpp>
#include <Strata_KokkosKernels.hpp>
#ifdef WITH_EINSUM
#include <Strata_Einsum.hpp>
#endif

using Space  = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;
using Matrix = KokkosSparse::CrsMatrix<double, int, Space, void, int>;

// [[. . 1 .] [. . . .] [2 . . 3]]
Matrix make_matrix() {
  Kokkos::View<int*, Space> rows("rows", 4), columns("columns", 3);
  Kokkos::View<double*, Space> values("values", 3);
  Kokkos::parallel_for(
      "make_matrix", Kokkos::RangePolicy<Space>(0, 1), KOKKOS_LAMBDA(int) {
        rows(1) = rows(2) = 1;
        rows(3)           = 3;
        columns(0)        = 2;
        columns(2)        = 3;
        for (int p = 0; p < 3; ++p) values(p) = p + 1;
      });
  return Matrix("A", 3, 4, 3, values, rows, columns);
}

bool is_result(const char* what, const Vector& y) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  std::cout << what << ": " << host(0) << " " << host(1) << " " << host(2) << "\n";
  return host(0) == 100 && host(1) == 0 && host(2) == 3002;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Space exec;
  const Matrix matrix = make_matrix();

  // Shares ownership: `A` stays valid when `matrix` is gone. Its type says that
  // rows are compressed and that positions and columns are ints.
  const auto A = Strata::wrap(matrix);
  Strata::validate(exec, Strata::ref(A));  // columns ascend within a row
  Strata::print(exec, std::cout, Strata::ref(A));
  bool right = A.values().data() == matrix.values.data() &&
               A.coordinates<1>().data() == matrix.graph.entries.data() &&
               A.positions<1>().data() == matrix.graph.row_map.data();

  Vector x("x", 4), y("y", 3);
  Kokkos::parallel_for(
      "powers of ten", Kokkos::RangePolicy<Space>(exec, 0, 1),
      KOKKOS_LAMBDA(int) {
        for (int j = 0, power = 1; j < 4; ++j, power *= 10) x(j) = power;
      });
#ifdef WITH_EINSUM
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", y, A, x);
  exec.fence("einsum");
  right = is_result("einsum        ", y) && right;
#endif

  // And back: any SparseView of compressed rows whose index types fit. The
  // pattern of a SparseView does not change, so the ordinals are const.
  const auto back = Strata::to_crs_matrix(A);
  KokkosSparse::spmv(exec, "N", 1.0, back, x, 0.0, y);
  exec.fence("spmv");
  right = is_result("Kokkos Kernels", y) && right;
  return right && back.values.data() == matrix.values.data() ? 0 : 1;
}
