// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The example of the README, checked.
#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  Kokkos::DefaultExecutionSpace exec;
  auto A = Strata::assemble<double>(exec, Strata::Formats::csr(), {2, 3},
                                    {{0, 0}, {0, 2}, {1, 1}}, {1.0, 2.0, 3.0});
  Kokkos::View<double*> x("x", 3), y("y", 2);
  Kokkos::deep_copy(exec, x, 1.0);
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", y, A, x);
  exec.fence("result");
  const auto host_y =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  return host_y(0) == 3.0 && host_y(1) == 3.0 ? 0 : 1;
}
