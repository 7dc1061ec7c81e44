// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor times vector, A(i,j) = B(i,j,k) * c(k), with every array printed: the
// example with which many papers explain compressed sparse fibres.
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

using Numbers = std::vector<std::uint64_t>;

template <class View>
bool equal(const View& view, const Numbers& expected) {
  const auto host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  bool same = host.extent(0) == expected.size();
  for (std::size_t i = 0; same && i < expected.size(); ++i)
    same = host(i) == expected[i];
  return same;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Kokkos::DefaultExecutionSpace exec;

  // All three levels of B are compressed: only slices, rows and entries that
  // hold something are stored. c is a sparse vector.
  const auto B = Strata::assemble<double>(
      exec, Strata::Formats::csf(3), {2, 3, 4},
      {{0, 0, 0}, {1, 2, 0}, {1, 2, 1}}, {1.0, 2.0, 3.0}, "B");
  const auto c = Strata::assemble<double>(
      exec, Strata::Formats::sparse_vector(), {4}, {{0}, {1}}, {4.0, 5.0}, "c");
  std::cout << "B\n";
  Strata::print(exec, std::cout, Strata::ref(B));
  std::cout << "\nc\n";
  Strata::print(exec, std::cout, Strata::ref(c));

  // Level by level: children of position p are at positions[p], ...,
  // positions[p + 1] - 1 of the level's coordinates.
  using T           = std::uint64_t;
  const bool stored = equal(B.positions<0, T>(), {0, 2}) &&
                      equal(B.coordinates<0, T>(), {0, 1}) &&
                      equal(B.positions<1, T>(), {0, 1, 2}) &&
                      equal(B.coordinates<1, T>(), {0, 2}) &&
                      equal(B.positions<2, T>(), {0, 1, 3}) &&
                      equal(B.coordinates<2, T>(), {0, 0, 1}) &&
                      equal(B.values(), {1, 2, 3});

  // k is summed because the result does not have it; B and c are merged there,
  // visiting only coordinates that both store. The result is dense.
  Kokkos::View<double**> A("A", 2, 3);
  Strata::einsum(exec, "A(i,j) = B(i,j,k) * c(k)", A, B, c);
  exec.fence("A is ready");

  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), A);
  bool right      = true;
  std::cout << "\nA = B times c\n";
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      const double expected = i == 0 && j == 0   ? 1 * 4
                              : i == 1 && j == 2 ? 2 * 4 + 3 * 5
                                                 : 0;
      right = right && host(i, j) == expected;
      std::cout << host(i, j) << (j == 2 ? "\n" : " ");
    }
  return stored && right ? 0 : 1;
}
