// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse vectors: two of them, where there is one loop, and it merges; and a matrix times
// one.
#include <algorithm>

#include <Strata_Generators.hpp>
#include <Strata_ReadTensor.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

/// As many entries as `x` has, elsewhere; at most every other is stored.
TensorRef another(const TensorRef& x) {
  const std::int64_t entries = std::min(x.num_values, x.extents[0] / 2);
  return assemble(Exec(), x.format, Generators::uniform(x.extents, entries, 2));
}

Contest dot(const TensorRef& x) {
  const TensorRef y = another(x);
  const Kokkos::View<double, Exec> s("s");
  const VectorPair pair{vector_of(x), vector_of(y), s.data()};
  Contest contest = dense_contest(
      {"dot", "s = x(i) * y(i)", {{"s", ref(s)}, {"x", x}, {"y", y}}, "x"},
      pair.s, 1, [=] { *pair.s = Yardstick::dot(pair.x, pair.y); });
  add_peers(contest, &Peer::dot, pair);
  return contest;
}

Contest vector_union(const TensorRef& x) {
  const TensorRef y = another(x);
  const VectorPair pair{vector_of(x), vector_of(y)};
  Contest contest = sparse_contest(
      {"union",
       "z(i) = x(i) + y(i)",
       {{"z", new_result(x.format, x.extents)}, {"x", x}, {"y", y}},
       "x"},
      maker<Yardstick::OwnedVector>(
          yardstick_name, [=] { return Yardstick::add(pair.x, pair.y); }));
  add_peers(contest, &Peer::add_vectors, pair);
  return contest;
}

/// One in ten entries of x is stored.
Contest matrix_times_sparse(const TensorRef& a) {
  const std::vector<std::int64_t> extents{a.extents[1]};
  const TensorRef x = assemble(Exec(), benchmark_format(1),
                               Generators::uniform(extents, extents[0] / 10, 1));
  const Vector y    = make_vector("y", a.extents[0], 2);
  const SparseProduct product{csr_of(a), vector_of(x), y.data()};
  const auto row  = std::make_shared<Yardstick::Array<double>>(static_cast<std::size_t>(extents[0]), 0.0);
  Contest contest = dense_contest(
      {"spmspv", "y(i) = A(i,j) * x(j)", {{"y", ref(y)}, {"A", a}, {"x", x}}}, product.y,
      a.extents[0], [=] { Yardstick::spmv(product.a, product.x, product.y, *row); });
  add_peers(contest, &Peer::spmspv, product);
  return contest;
}

}  // namespace

std::vector<Kernel> vector_kernels() {
  return {{"dot", 1, contestants_for(&Peer::dot), dot},
          {"spmspv", 2, contestants_for(&Peer::spmspv), matrix_times_sparse},
          {"union", 1, contestants_for(&Peer::add_vectors), vector_union}};
}

}  // namespace Strata::Perf
