// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <Eigen/Sparse>
#include <unsupported/Eigen/SparseExtra>

#include "Strata_Peers.hpp"

namespace Strata::Perf {

namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Mapped = Eigen::Map<const Matrix>;
using Vector = Eigen::Map<Eigen::VectorXd>;
using Given  = Eigen::Map<const Eigen::VectorXd>;
using Rows   = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic,
                             Eigen::RowMajor>;

const std::string& version() {
  static const std::string text = std::to_string(EIGEN_WORLD_VERSION) + "." +
                                  std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                  std::to_string(EIGEN_MINOR_VERSION);
  return text;
}

Mapped map(const Yardstick::Csr& a) {
  return {a.rows, a.columns, a.entries(), a.positions, a.coordinates, a.values};
}

Contestant contestant(std::function<void()> run,
                      std::function<Answer()> answer) {
  return {"Eigen", version(), std::move(run), std::move(answer)};
}

Contestant spmv(const Product& p) {
  return contestant(
      [p] {
        Vector(p.y, p.a.rows).noalias() = map(p.a) * Given(p.x, p.a.columns);
      },
      [p] { return answer_of(p); });
}

Contestant residual(const Product& p) {
  return contestant(
      [p] {
        Vector r(p.y, p.a.rows);
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

/// A contestant whose result is a matrix of its own, made by `make`.
template <class Make>
Contestant maker(Make make) {
  const auto result = std::make_shared<Matrix>();
  return contestant([=] { make(*result); },
                    [=] {
                      return answer_of_csr(
                          result->outerIndexPtr(),
                          static_cast<std::size_t>(result->rows()),
                          result->innerIndexPtr(), result->valuePtr());
                    });
}

Contestant transpose(const Yardstick::Csr& a) {
  return maker([a](Matrix& result) { result = Matrix(map(a).transpose()); });
}

Contestant assemble(const Yardstick::Coo& a) {
  const auto list =
      std::make_shared<std::vector<Eigen::Triplet<double, int>>>();
  for (std::int64_t n = 0; n < a.entries; ++n)
    list->emplace_back(a.row[n], a.column[n], a.values[n]);
  return maker([a, list](Matrix& result) {
    result = Matrix(a.rows, a.columns);
    result.setFromTriplets(list->begin(), list->end());
  });
}

Contestant read(const std::string& path) {
  return maker([path](Matrix& result) {
    if (!Eigen::loadMarket(result, path))
      throw std::runtime_error("Eigen cannot read " + path);
  });
}

Contestant add(const Pair& p) {
  return maker([p](Matrix& result) { result = map(p.a) + map(p.b); });
}

Contestant multiply_entries(const Pair& p) {
  return maker(
      [p](Matrix& result) { result = map(p.a).cwiseProduct(map(p.b)); });
}

Contestant multiply(const Pair& p) {
  return maker([p](Matrix& result) { result = map(p.a) * map(p.b); });
}

}  // namespace

Peer make_eigen(int threads) {
  Eigen::setNbThreads(threads);
  return {"Eigen", version(), spmv, residual, spmm, transpose, assemble,
          read,    add,       multiply_entries, multiply};
}

}  // namespace Strata::Perf
