// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sparse vectors: there is one loop, and it merges.
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

}  // namespace

std::vector<Kernel> vector_kernels() {
  return {{"dot", 1, contestants_for(&Peer::dot), dot},
          {"union", 1, contestants_for(&Peer::add_vectors), vector_union}};
}

}  // namespace Strata::Perf
