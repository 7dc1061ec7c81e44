// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

std::vector<Peer> make_peers([[maybe_unused]] int threads) {
  std::vector<Peer> all;
#ifdef STRATA_PERF_EIGEN
  all.push_back(make_eigen(threads));
#endif
#ifdef STRATA_PERF_GRAPHBLAS
  all.push_back(make_graphblas(threads));
#endif
#ifdef STRATA_PERF_LIBRSB
  all.push_back(make_librsb(threads));
#endif
#ifdef STRATA_PERF_KOKKOS_KERNELS
  all.push_back(make_kokkos_kernels(threads));
#endif
  return all;
}

}  // namespace

const std::vector<Peer>& peers(int threads) {
  static const std::vector<Peer> all = make_peers(threads);
  return all;
}

Answer answer_of(const double* values, std::int64_t size) {
  return {{}, {values, values + size}};
}

Answer answer_of(const Product& product) {
  return answer_of(product.y, product.a.rows * product.width);
}

Answer answer_of(const Yardstick::OwnedCsr& matrix) {
  return answer_of_csr(matrix.positions, static_cast<std::size_t>(matrix.rows),
                       matrix.coordinates, matrix.values.data());
}

Answer answer_of(const Yardstick::OwnedVector& vector) {
  return answer_of_vector(vector.values.size(), vector.coordinates.data(),
                          vector.values.data());
}

}  // namespace Strata::Perf
