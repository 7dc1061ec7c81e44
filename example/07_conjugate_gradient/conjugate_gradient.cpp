// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients (Hestenes and Stiefel 1952): a plan for what stands between two
// numbers that the method needs. Its statements share one loop over the rows where A is
// stored by rows: each entry of the residual is squared while it is in a register.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <Strata_Einsum.hpp>

using Space  = Kokkos::DefaultHostExecutionSpace;
using Vector = Kokkos::View<double*, Space::memory_space>;
using Scalar = Kokkos::View<double, Space::memory_space>;
using Matrix =
    Strata::SparseView<double, Strata::DynamicFormat, Space::memory_space>;

// Minus the Laplacian on n x n points with zeros around them.
Matrix laplacian(const Space& exec, std::int64_t n, const std::string& format) {
  std::vector<std::vector<std::int64_t>> coordinates;
  std::vector<double> values;
  const auto add = [&](std::int64_t row, std::int64_t column, double value) {
    coordinates.push_back({row, column});
    values.push_back(value);
  };
  for (std::int64_t y = 0; y < n; ++y)
    for (std::int64_t x = 0; x < n; ++x) {
      const std::int64_t row = y * n + x;
      add(row, row, 4);
      if (x > 0) add(row, row - 1, -1);
      if (x + 1 < n) add(row, row + 1, -1);
      if (y > 0) add(row, row - n, -1);
      if (y + 1 < n) add(row, row + n, -1);
    }
  return Strata::assemble<double>(exec, Strata::TensorFormat::parse(format),
                                  {n * n, n * n}, coordinates, values, "A");
}

struct Solver {
  Solver(const Space& exec, const Matrix& A, const Vector& b, const Vector& x)
      : exec(exec),
        r("r", b.extent(0)),
        p("p", b.extent(0)),
        q("q", b.extent(0)),
        residual(
            plan("r(i) = b(i) - A(i,j) * x(j); p(i) = r(i); s = r(i) * r(i)",
                 {{"r", ref(r)},
                  {"b", ref(b)},
                  {"A", ref(A)},
                  {"x", ref(x)},
                  {"p", ref(p)},
                  {"s", ref(s)}})),
        product(plan("q(i) = A(i,j) * p(j); t = p(i) * q(i)",
                     {{"q", ref(q)}, {"A", ref(A)}, {"p", ref(p)}, {"t", ref(t)}})),
        step(plan("x(i) += a * p(i); r(i) += -a * q(i); s = r(i) * r(i)",
                  {{"x", ref(x)},
                   {"a", ref(a)},
                   {"p", ref(p)},
                   {"r", ref(r)},
                   {"q", ref(q)},
                   {"s", ref(s)}})),
        direction(plan("p(i) = r(i) + c * p(i)",
                       {{"p", ref(p)}, {"r", ref(r)}, {"c", ref(c)}})) {}

  template <class T>
  static Strata::TensorRef ref(const T& view) {
    return Strata::ref(view);
  }
  Strata::Plan plan(const char* notation,
                    const Strata::Operands& operands) const {
    return Strata::compile(exec, notation, operands);
  }
  double value(const Strata::Plan& plan, const Scalar& scalar) const {
    plan.execute(exec);
    exec.fence("a scalar");
    return scalar();
  }

  // Steps until |r| <= tolerance |b|.
  int solve(double tolerance, int most) {
    double rr           = value(residual, s);
    const double enough = tolerance * tolerance * rr;  // x is 0: r is b
    int steps           = 0;
    for (; rr > enough && steps < most; ++steps) {
      a()                 = rr / value(product, t);
      const double before = rr;
      rr                  = value(step, s);
      c()                 = rr / before;
      direction.execute(exec);
    }
    exec.fence("solved");
    return steps;
  }

  Space exec;
  Vector r, p, q;
  Scalar s{"s"}, t{"t"}, a{"a"}, c{"c"};
  Strata::Plan residual, product, step, direction;
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  const Space exec;
  const std::string format = argc > 1 ? argv[1] : "CSR";
  const std::int64_t n     = 60;
  const Matrix A           = laplacian(exec, n, format);
  Vector wanted("wanted", n * n), b("b", n * n), x("x", n * n);
  for (std::int64_t i = 0; i < n * n; ++i)
    wanted(i) = std::sin(0.01 * static_cast<double>(i));
  Strata::einsum(exec, "b(i) = A(i,j) * x(j)", b, A, wanted);
  exec.fence("right-hand side");

  Solver solver(exec, A, b, x);
  const int steps = solver.solve(1e-12, 1000);
  double error    = 0;
  for (std::int64_t i = 0; i < n * n; ++i)
    error = std::max(error, std::abs(x(i) - wanted(i)));
  const bool right = steps < 300 && error < 1e-9;
  std::cout << format << ": " << steps << " steps, largest error " << error
            << (right ? "" : "   <- WRONG") << "\n";
  return right ? 0 : 1;
}
