// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Your data stays where it is: strided Views, columns, rows and parts of larger
// arrays are operands and results of generated kernels, without a copy.
#include <cstdint>
#include <iostream>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Einsum.hpp>

// Some application's own data: an array of structures on the host.
struct Particle {
  double position[3];
  double charge;
  double potential;
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Kokkos::DefaultHostExecutionSpace exec;
  const int n = 4;
  std::vector<Particle> particles(n);
  for (int i = 0; i < n; ++i) particles[i].charge = i + 1;

  // One member of every structure is a View with a stride; nothing is copied.
  using Strided = Kokkos::View<double*, Kokkos::LayoutStride, Kokkos::HostSpace>;
  const Kokkos::LayoutStride stride(n, sizeof(Particle) / sizeof(double));
  const Strided charge(&particles[0].charge, stride);
  const Strided potential(&particles[0].potential, stride);

  // Who acts on whom: a sparse matrix.
  const auto G = Strata::assemble<double>(
      exec, Strata::Formats::csr(), {n, n},
      {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 3}}, {1.0, 0.5, 2.0, 1.0, -1.0}, "G");
  Strata::einsum(exec, "p(i) = G(i,j) * q(j)", potential, G, charge);
  exec.fence("potential");

  std::cout << "potential:";
  for (const Particle& p : particles) std::cout << " " << p.potential;
  std::cout << "\n";
  bool right = particles[0].potential == 2 && particles[1].potential == 6.5 &&
               particles[2].potential == 4 && particles[3].potential == -4;
  for (int i = 0; i < n; ++i)  // the neighbours in memory are untouched
    right = right && particles[i].charge == i + 1 && particles[i].position[2] == 0;

  // What a kernel gets is a pointer and strides: the data of the application.
  const Strata::TensorRef tensor = Strata::ref(charge);
  std::cout << "stride in elements: " << tensor.strides.at(0) << "\n";
  right = right && tensor.values == &particles[0].charge;

  // A result may be a part of an array in any layout: here the middle columns
  // of a matrix stored by columns, with an operand stored by rows.
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> Y("Y", n, 4);
  Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> X("X", n, 2);
  for (int j = 0; j < n; ++j) X(j, 0) = j + 1, X(j, 1) = 10 * (j + 1);
  Kokkos::deep_copy(exec, Y, -7.0);
  const auto middle = Kokkos::subview(Y, Kokkos::ALL, std::pair(1, 3));
  Strata::einsum(exec, "Y(i,k) = G(i,j) * X(j,k)", middle, G, X);
  exec.fence("product");

  std::cout << "Y:\n";
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) std::cout << " " << Y(i, k);
    std::cout << "\n";
    right = right && Y(i, 0) == -7 && Y(i, 3) == -7 &&
            Y(i, 1) == particles[i].potential &&
            Y(i, 2) == 10 * particles[i].potential;
  }
  return right && Strata::ref(middle).values == &Y(0, 1) ? 0 : 1;
}
