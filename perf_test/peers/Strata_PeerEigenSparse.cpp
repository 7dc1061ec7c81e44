// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_PeerEigen.hpp"

#include <algorithm>

namespace Strata::Perf::EigenPeer {

namespace {

using SparseVector = Eigen::SparseVector<double, 0, int>;
/// A copy: Eigen does not compute with mapped sparse vectors.
SparseVector store(const Yardstick::SparseVector& v) {
  SparseVector copy(v.extent);
  copy.resizeNonZeros(v.entries);
  std::copy_n(v.coordinates, v.entries, copy.innerIndexPtr());
  std::copy_n(v.values, v.entries, copy.valuePtr());
  return copy;
}

Contestant add(const Pair& p) {
  return matrix_maker([p](Matrix& result) { result = map(p.a) + map(p.b); });
}

Contestant add_three(const Triple& p) {
  return matrix_maker(
      [p](Matrix& result) { result = map(p.a) + map(p.b) + map(p.c); });
}

Contestant multiply_entries(const Pair& p) {
  return matrix_maker(
      [p](Matrix& result) { result = map(p.a).cwiseProduct(map(p.b)); });
}

Contestant multiply(const Pair& p) {
  return matrix_maker([p](Matrix& result) { result = map(p.a) * map(p.b); });
}

Contestant dot(const VectorPair& p) {
  return contestant([p, x = store(p.x), y = store(p.y)] { *p.s = x.dot(y); },
                    [p] { return answer_of(p.s, 1); });
}

Contestant add_vectors(const VectorPair& p) {
  return maker<SparseVector>(
      [x = store(p.x), y = store(p.y)](SparseVector& result) {
        result = x + y;
      },
      [](const SparseVector& result) {
        return answer_of_vector(static_cast<std::size_t>(result.nonZeros()),
                                result.innerIndexPtr(), result.valuePtr());
      });
}

}  // namespace

void add_sparse_results(Peer& peer) {
  peer.add              = add;
  peer.add_three        = add_three;
  peer.multiply_entries = multiply_entries;
  peer.multiply         = multiply;
  peer.dot              = dot;
  peer.add_vectors      = add_vectors;
}

}  // namespace Strata::Perf::EigenPeer
