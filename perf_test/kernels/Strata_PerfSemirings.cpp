// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products under a mask, and over min and + in the place of + and *.
#include "Strata_Kernels.hpp"
#include "Strata_Rearranged.hpp"

namespace Strata::Perf {

namespace {

Contest masked(const TensorRef& a) {
  const TensorRef b = right_factor(a), mask = mask_for(a);
  Contest contest   = sparse_contest(
      {"spgemm_masked",
       "C(i,j) = M(i,j) * A(i,k) * B(k,j)",
       {{"C", new_result(a.format, mask.extents)}, {"M", mask}, {"A", a}, {"B", b}}},
      maker<Yardstick::OwnedCsr>(
          yardstick_name, [x = csr_of(a), y = csr_of(b), m = csr_of(mask), b, mask] {
            return Yardstick::multiply_masked(m, x, y);
          }));
  add_peers(contest, &Peer::multiply_masked, Masked{csr_of(mask), csr_of(a), csr_of(b)});
  return contest;
}

/// Three nodes with edges between all of them, each counted times its weights, once: the
/// lower part has an edge in one direction.
Contest triangles(const TensorRef& a) {
  const TensorRef part = mask_for(a);
  const Kokkos::View<double, Exec> s("s");
  const Masked product{csr_of(part), csr_of(part), csr_of(part), s.data()};
  Contest contest = dense_contest(
      {"triangles", "s = A(i,j) * A(i,k) * A(k,j)", {{"s", ref(s)}, {"A", part}}}, product.s, 1,
      [=] { *product.s = Yardstick::total_masked(product.mask, product.a, product.b); });
  add_peers(contest, &Peer::total_masked, product);
  return contest;
}

Contest shortest(const TensorRef& a) {
  const Vector x = make_vector("x", a.extents[1], 1), y = make_vector("y", a.extents[0], 2);
  Contest contest = dense_contest({"spmv_min_plus",
                        "semiring min-plus; y(i) = A(i,j) * x(j)",
                        {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}},
                       y.data(), a.extents[0], [=, rows = csr_of(a)] {
                         Yardstick::spmv_min_plus(rows, x.data(), y.data());
                       });
  add_peers(contest, &Peer::spmv_min_plus, Product{csr_of(a), 1, x.data(), nullptr, y.data()});
  return contest;
}

Contest shortest_of_two(const TensorRef& a) {
  const TensorRef b = right_factor(a);
  Contest contest = sparse_contest({"spgemm_min_plus",
                         "semiring min-plus; C(i,j) = A(i,k) * B(k,j)",
                         {{"C", new_result(a.format, {a.extents[0], b.extents[1]})}, {"A", a}, {"B", b}}},
                        maker<Yardstick::OwnedCsr>(
                            yardstick_name, [x = csr_of(a), y = csr_of(b), b] {
                              return Yardstick::multiply_min_plus(x, y);
                            }));
  add_peers(contest, &Peer::multiply_min_plus, Pair{csr_of(a), csr_of(b)});
  return contest;
}

}  // namespace

std::vector<Kernel> semirings() {
  return {{"spgemm_masked", 2, contestants_for(&Peer::multiply_masked), masked},
          {"triangles", 2, contestants_for(&Peer::total_masked), triangles},
          {"spmv_min_plus", 2, contestants_for(&Peer::spmv_min_plus), shortest},
          {"spgemm_min_plus", 2, contestants_for(&Peer::multiply_min_plus), shortest_of_two}};
}

}  // namespace Strata::Perf
