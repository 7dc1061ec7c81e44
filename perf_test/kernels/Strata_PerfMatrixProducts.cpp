// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in CSR times a dense vector or a dense matrix.
#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

constexpr int width = 32;  // columns of the dense matrices

using Entry = std::function<Contestant(const Product&)> Peer::*;

/// One product with everything that computes it.
Contest product_contest(const Expression& expression, const Product& product,
                        std::function<void(const Product&)> yardstick,
                        Entry entry) {
  Contest contest =
      dense_contest(expression, product.y, product.a.rows * product.width,
                    [=] { yardstick(product); });
  add_peers(contest, entry, product);
  return contest;
}

Contest spmv(const TensorRef& a) {
  const Vector x = make_vector("x", a.extents[1], 1),
               y = make_vector("y", a.extents[0], 2);
  return product_contest(
      {"spmv",
       "y(i) = A(i,j) * x(j)",
       {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}},
      {csr_of(a), 1, x.data(), nullptr, y.data()},
      [](const Product& p) { Yardstick::spmv(p.a, p.x, p.y); }, &Peer::spmv);
}

Contest residual(const TensorRef& a) {
  const Vector x = make_vector("x", a.extents[1], 1),
               b = make_vector("b", a.extents[0], 3),
               r = make_vector("r", a.extents[0], 2);
  return product_contest(
      {"residual",
       "r(i) = b(i) - A(i,j) * x(j)",
       {{"r", ref(r)}, {"b", ref(b)}, {"A", a}, {"x", ref(x)}}},
      {csr_of(a), 1, x.data(), b.data(), r.data()},
      [](const Product& p) { Yardstick::residual(p.a, p.x, p.b, p.y); },
      &Peer::residual);
}

Contest spmm(const TensorRef& a) {
  const Rows x = make_rows("X", a.extents[1], width, 4),
             y = make_rows("Y", a.extents[0], width, 5);
  return product_contest(
      {"spmm32",
       "Y(i,k) = A(i,j) * X(j,k)",
       {{"Y", ref(y)}, {"A", a}, {"X", ref(x)}}},
      {csr_of(a), width, x.data(), nullptr, y.data()},
      [](const Product& p) { Yardstick::spmm32(p.a, p.x, p.y); }, &Peer::spmm);
}

}  // namespace

std::vector<Kernel> matrix_products() {
  return {{"spmv", 2, contestants_for(&Peer::spmv), spmv},
          {"residual", 2, contestants_for(&Peer::residual), residual},
          {"spmm32", 2, contestants_for(&Peer::spmm), spmm}};
}

}  // namespace Strata::Perf
