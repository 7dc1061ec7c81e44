// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_PeerEigen.hpp"

#include <stdexcept>

#include <unsupported/Eigen/SparseExtra>

namespace Strata::Perf {

namespace {

using namespace EigenPeer;
using Rows =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Contestant spmv(const Product& p) {
  return contestant(
      [p] {
        Result(p.y, p.a.rows).noalias() = map(p.a) * Given(p.x, p.a.columns);
      },
      [p] { return answer_of(p); });
}

Contestant residual(const Product& p) {
  return contestant(
      [p] {
        Result r(p.y, p.a.rows);
        r = Given(p.b, p.a.rows);
        r.noalias() -= map(p.a) * Given(p.x, p.a.columns);
      },
      [p] { return answer_of(p); });
}

Contestant spmm(const Product& p) {
  return contestant(
      [p] {
        Eigen::Map<Rows>(p.y, p.a.rows, p.width).noalias() =
            map(p.a) * Eigen::Map<const Rows>(p.x, p.a.columns, p.width);
      },
      [p] { return answer_of(p); });
}

Contestant transpose(const Yardstick::Csr& a) {
  return matrix_maker(
      [a](Matrix& result) { result = Matrix(map(a).transpose()); });
}

Contestant assemble(const Yardstick::Coo& a) {
  const auto list =
      std::make_shared<std::vector<Eigen::Triplet<double, int>>>();
  for (std::int64_t n = 0; n < a.entries; ++n)
    list->emplace_back(a.row[n], a.column[n], a.values[n]);
  return matrix_maker([a, list](Matrix& result) {
    result = Matrix(a.rows, a.columns);
    result.setFromTriplets(list->begin(), list->end());
  });
}

Contestant read(const std::string& path) {
  return matrix_maker([path](Matrix& result) {
    if (!Eigen::loadMarket(result, path))
      throw std::runtime_error("Eigen cannot read " + path);
  });
}

Contestant spmv_csc(const VectorProduct<Yardstick::Csc>& p) {
  using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  return contestant(
      [p] {
        const Eigen::Map<const Columns> a(p.a.rows, p.a.columns, p.a.entries(),
                                          p.a.positions, p.a.coordinates,
                                          p.a.values);
        Result(p.y, p.a.rows).noalias() = a * Given(p.x, p.a.columns);
      },
      [p] { return answer_of(p); });
}

}  // namespace

Peer make_eigen(int threads) {
  Eigen::setNbThreads(threads);
  Peer peer;
  peer.name      = "Eigen";
  peer.version   = version();
  peer.spmv      = spmv;
  peer.residual  = residual;
  peer.spmm      = spmm;
  peer.spmv_csc  = spmv_csc;
  peer.transpose = transpose;
  peer.assemble  = assemble;
  peer.read      = read;
  add_sparse_results(peer);
  return peer;
}

}  // namespace Strata::Perf
