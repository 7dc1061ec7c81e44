// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv.hpp>

#include <Strata_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Kokkos::DefaultExecutionSpace exec;
  const auto format = Strata::Formats::csr().with_index_types({32}, {32});
  const Strata::SparseView<double, Strata::CSRFormat<std::uint32_t>> A(
      Strata::assemble<double>(exec, format, {2, 3}, {{0, 0}, {0, 2}, {1, 1}},
                               {1.0, 2.0, 3.0}));
  Kokkos::View<double*> x("x", 3), y("y", 2);
  Kokkos::deep_copy(exec, x, 1.0);
  app::spmv(exec, y, A, x);
  const auto host_y = Kokkos::create_mirror_view(y);
  Kokkos::deep_copy(exec, host_y, y);
  exec.fence("result");
  return host_y(0) == 3.0 && host_y(1) == 3.0 ? 0 : 1;
}
