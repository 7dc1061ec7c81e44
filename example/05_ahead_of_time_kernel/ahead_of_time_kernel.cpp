// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kernels from before this program was compiled, compared with plain loops.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <mttkrp.hpp>
#include <spmv.hpp>

using Space       = Kokkos::DefaultExecutionSpace;
using CSR         = Strata::SparseView<double, Strata::CSRFormat<>>;
using CSF =
    Strata::SparseView<double, Strata::CSFFormat<3, std::uint32_t>>;
using Coordinates = std::vector<std::vector<std::int64_t>>;

// Scattered places; those that repeat add up.
Coordinates scattered(int count, const std::vector<std::int64_t>& extents) {
  Coordinates places(count);
  for (std::int64_t e = 0; e < count; ++e)
    for (std::size_t d = 0; d < extents.size(); ++d)
      places[e].push_back(e * (7 + 4 * d) / (d + 1) % extents[d]);
  return places;
}

auto ones(const Strata::TensorFormat& format,
          const std::vector<std::int64_t>& extents, const Coordinates& places) {
  return Strata::assemble<double>(Space(), format, extents, places,
                                  std::vector<double>(places.size(), 1.0));
}

// Fills a view with small numbers; gives them on the host too.
auto number(const auto& view) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t e = 0; e < host.span(); ++e) host.data()[e] = 1.0 + e % 7;
  Kokkos::deep_copy(view, host);
  return host;
}

bool equal(const char* kernel, const auto& result, const auto& expected) {
  const auto host = Kokkos::create_mirror(result);
  Kokkos::deep_copy(host, result);
  double error = 0;
  for (std::size_t e = 0; e < host.span(); ++e)
    error = std::fmax(error, std::fabs(host.data()[e] - expected.data()[e]));
  std::cout << kernel << ": largest error " << error << "\n";
  return error < 1e-9;
}

bool try_spmv(const Space& exec, const Coordinates& places) {
  const CSR A(ones(Strata::Formats::csr(), {300, 200}, places));
  const Kokkos::View<double*> x("x", 200), y("y", 300);
  const auto host_x = number(x), expected = Kokkos::create_mirror(y);
  spmv(exec, y, A, x);  // asynchronous, like every kernel
  exec.fence("y is ready");
  for (const auto& at : places) expected(at[0]) += host_x(at[1]);
  return equal("spmv", y, expected);
}

bool try_mttkrp(const Space& exec, const Coordinates& places) {
  // The index types are those that the kernel was generated for.
  const CSF B(
      ones(Strata::TensorFormat::parse("CSF(3)<32>"), {40, 30, 20}, places));
  const Kokkos::View<double**> A("A", 40, 8), C("C", 30, 8), D("D", 20, 8);
  const auto host_C = number(C), host_D = number(D);
  const auto expected = Kokkos::create_mirror(A);
  mttkrp(exec, A, B, C, D);
  exec.fence("A is ready");
  for (const auto& at : places)
    for (int j = 0; j < 8; ++j)
      expected(at[0], j) += host_C(at[1], j) * host_D(at[2], j);
  return equal("mttkrp", A, expected);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  return try_spmv(Space(), scattered(5000, {300, 200})) &&
                 try_mttkrp(Space(), scattered(4000, {40, 30, 20})) ? 0 : 1;
}
