// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans on Kokkos::Cuda: everything of the runtime that depends on the space.
#include <Kokkos_Core.hpp>
#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

using Space  = Kokkos::Cuda;
using CSR    = Strata::SparseView<double, Strata::CSRFormat<int>, Kokkos::CudaSpace>;
using Vector = Kokkos::View<double*, Kokkos::CudaSpace>;

void multiply(const Space& exec, const CSR& A, const Vector& x, const Vector& y) {
  Strata::einsum(exec, "y(i) = A(i,j) * x(j)", y, A, x);
}

void add(const Space& exec, CSR& C, const CSR& A, const CSR& B) {
  Strata::einsum(exec, "C(i,j) = A(i,j) + B(i,j)", C, A, B);
}

Strata::TensorRef in_phases(const Space& exec, const Strata::Operands& operands) {
  Strata::PlanOptions options;
  options.team_size     = 8;
  options.vector_length = 32;
  const Strata::Plan plan =
      Strata::compile(exec, "C(i,j) = A(i,k) * B(k,j)", operands, options);
  plan.assemble(exec);
  plan.compute(exec);
  plan.execute(exec);
  return plan.result();
}
