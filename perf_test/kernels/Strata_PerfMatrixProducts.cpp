// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in CSR times a dense vector or a dense matrix.
#include <string>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

using Entry = std::function<Contestant(const Product&)> Peer::*;
using Split = Yardstick::Split;
/// The loop for a product.
using Loop = std::function<void(const Product&)>;

/// One product with everything that computes it.
Contest product_contest(const Expression& expression, const Product& product,
                        const std::function<Loop(Split)>& yardstick, Entry entry) {
  const auto run = [&](Split split) {
    return [=, loop = yardstick(split)] { loop(product); };
  };
  Contest contest = dense_contest(expression, product.y, product.a.rows * product.width,
                                  run(Split::entries));
  add_peers(contest, entry, product);
  add_row_splits(contest, run);
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
      [](Split split) {
        return [=](const Product& p) { Yardstick::spmv(p.a, p.x, p.y, split); };
      },
      &Peer::spmv);
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
      [](Split split) {
        return [=](const Product& p) { Yardstick::residual(p.a, p.x, p.b, p.y, split); };
      },
      &Peer::residual);
}

std::string spmm_name(int width) { return "spmm" + std::to_string(width); }

Contest spmm(const TensorRef& a, int width) {
  const Rows x = make_rows("X", a.extents[1], width, 4),
             y = make_rows("Y", a.extents[0], width, 5);
  return product_contest(
      {spmm_name(width),
       "Y(i,k) = A(i,j) * X(j,k)",
       {{"Y", ref(y)}, {"A", a}, {"X", ref(x)}}},
      {csr_of(a), width, x.data(), nullptr, y.data()},
      [width](Split split) {
        return [compute = Yardstick::spmm_of(width, split)](const Product& p) {
          compute(p.a, p.x, p.y);
        };
      },
      &Peer::spmm);
}

}  // namespace

std::vector<Kernel> matrix_products() {
  std::vector<Kernel> kernels{{"spmv", 2, contestants_for(&Peer::spmv), spmv},
                              {"residual", 2, contestants_for(&Peer::residual), residual}};
  for (const int width : {1, 4, 16, 32, 64, 128, 256})
    kernels.push_back({spmm_name(width), 2, contestants_for(&Peer::spmm),
                       [width](const TensorRef& a) { return spmm(a, width); }});
  for (Kernel& kernel : kernels) kernel.has_row_splits = true;
  return kernels;
}

}  // namespace Strata::Perf
