// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Core.hpp>

#include <functional>
#include <vector>

#include "matmul.hpp"
#include "mttkrp.hpp"
#include "spgemm.hpp"
#include "spmv.hpp"
#include "sum_of_three.hpp"

// Operands are Kokkos views, here of the default layout, and sparse views whose
// format is a type; the index types are those that the kernel was emitted for.
using Space  = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;
using Matrix = Kokkos::View<double**>;
using SparseMatrix = Strata::SparseView<double, Strata::CSRFormat<>>;
using SparseTensor =
    Strata::SparseView<double, Strata::CSFFormat<3, std::uint32_t>>;
using SparseVector = Strata::SparseView<double, Strata::SparseVectorFormat<>>;

void multiply(const Space& exec, const Vector& y, const SparseMatrix& A,
              const Kokkos::View<const double*>& x) {
  spmv(exec, y, A, x);
}

void factor_step(const Space& exec, const Matrix& A, const SparseTensor& B,
                 const Matrix& C, const Matrix& D) {
  mttkrp(exec, A, B, C, D);
  exec.fence("A is needed on the host");
}

SparseMatrix product(const Space& exec, const SparseMatrix& A,
                     const SparseMatrix& B) {
  SparseMatrix C;  // is assigned a matrix with arrays of its own
  spgemm(exec, C, A, B);
  return C;
}

// The matrices in `steps` store entries at the same places.
void products(const Space& exec, const std::vector<SparseMatrix>& steps,
              const SparseMatrix& B,
              const std::function<void(const SparseMatrix&)>& use) {
  SparseMatrix C;
  const auto assembly = matmul_assemble(exec, C, steps[0], B);
  for (const SparseMatrix& A : steps) {
    matmul_compute(exec, C, A, B, assembly);  // new values in the same arrays
    use(C);
  }
}

void add(const Space& exec, const Vector& a, const SparseVector& b,
         const SparseVector& c, const SparseVector& d) {
  sum_of_three(exec, a, b, c, d);
}
