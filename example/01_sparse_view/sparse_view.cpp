// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Make a sparse matrix, look at how it is stored, use it in your own kernel.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <Strata_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Kokkos::DefaultExecutionSpace exec;

  // Entries in any order; the two at (2, 0) add up to 4.
  const std::vector<std::vector<std::int64_t>> coordinates = {
      {2, 0}, {0, 1}, {2, 0}, {2, 3}};
  const std::vector<double> values = {1, 2, 3, 5};

  // One tensor, many ways to store it. A format says how each level of the
  // storage keeps its coordinates; the names are short for common ones.
  for (const std::string text :
       {"(i, j) -> (i : dense, j : compressed)", "CSC", "COO(2)", "DCSR"}) {
    const auto format = Strata::TensorFormat::parse(text);
    const auto A =
        Strata::assemble<double>(exec, format, {3, 4}, coordinates, values);
    Strata::validate(exec, Strata::ref(A));  // throws at the first fault
    std::cout << text << "\n";
    Strata::print(exec, std::cout, Strata::ref(A));
    std::cout << "\n";
  }

  // A format known at run time. Index types are part of it: here unsigned
  // integers of 32 bits. Ask the arrays for another type and it tells you.
  const auto csr = Strata::Formats::csr().with_index_types({32}, {32});
  const auto A =
      Strata::assemble<double>(exec, csr, {3, 4}, coordinates, values, "A");
  bool refused = false;
  try {
    A.coordinates<1, std::int64_t>();
  } catch (const Strata::FormatMismatch& error) {
    std::cout << "As expected: " << error.what() << "\n\n";
    refused = true;
  }

  // The same tensor (the same arrays!) with its format as a type: this is what
  // kernels take. Positions, coordinates and values are plain Kokkos::Views.
  using CSR = Strata::CSRFormat<std::uint32_t, std::uint32_t>;
  const Strata::SparseView<double, CSR> rows(A);
  Kokkos::View<double*> sums("sums", rows.extent(0));
  Kokkos::parallel_for(
      "row sums", Kokkos::RangePolicy(exec, 0, rows.extent(0)),
      KOKKOS_LAMBDA(const std::int64_t i) {
        const auto& positions = rows.positions<1>();
        for (auto p = positions(i); p < positions(i + 1); ++p)
          sums(i) += rows.values()(p);
      });

  const auto host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  std::cout << "row sums: " << host(0) << " " << host(1) << " " << host(2)
            << "\n";
  const bool right = refused && rows.nnz() == 3 && host(0) == 2 &&
                     host(1) == 0 && host(2) == 9 &&
                     rows.values().data() == A.values().data();
  return right ? 0 : 1;
}
