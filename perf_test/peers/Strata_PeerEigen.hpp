// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PEER_EIGEN_HPP
#define STRATA_PEER_EIGEN_HPP

#include <memory>
#include <string>
#include <utility>

#include <Eigen/Sparse>

#include "Strata_Peers.hpp"

/// \file
/// Of the parts of one peer.

namespace Strata::Perf::EigenPeer {

using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Mapped = Eigen::Map<const Matrix>;
using Result = Eigen::Map<Eigen::VectorXd>;
using Given  = Eigen::Map<const Eigen::VectorXd>;

inline std::string version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

inline Mapped map(const Yardstick::Csr& a) {
  return {a.rows, a.columns, a.entries(), a.positions, a.coordinates, a.values};
}

inline Contestant contestant(std::function<void()> run,
                             std::function<Answer()> answer) {
  return {"Eigen", version(), std::move(run), std::move(answer)};
}

/// A contestant whose result is its own, made by make(result).
template <class Object, class Make, class Read>
Contestant maker(Make make, Read read) {
  const auto result = std::make_shared<Object>();
  return contestant([=] { make(*result); }, [=] { return read(*result); });
}

inline Answer read_matrix(const Matrix& matrix) {
  return answer_of_csr(matrix.outerIndexPtr(),
                       static_cast<std::size_t>(matrix.rows()),
                       matrix.innerIndexPtr(), matrix.valuePtr());
}

template <class Make>
Contestant matrix_maker(Make make) {
  return maker<Matrix>(make, read_matrix);
}

/// Kernels whose result is sparse, or an operand a sparse vector.
void add_sparse_results(Peer& peer);

}  // namespace Strata::Perf::EigenPeer

#endif
