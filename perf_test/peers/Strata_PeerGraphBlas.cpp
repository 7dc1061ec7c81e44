// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "Strata_PeerGraphBlas.hpp"

namespace Strata::Perf {

namespace {

using namespace GraphBlasPeer;

/// \param zero of the semiring: what a row without entries comes to
template <class Problem>
Contestant multiply_over(GrB_Semiring semiring, double zero, const Problem& p, const Vector& x) {
  const Vector y = new_vector(p.a.rows);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_mxv(y.get(), nullptr, nullptr, semiring, a.get(), x.get(),
                      nullptr),
              "GrB_mxv");
        check(GrB_Vector_wait(y.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return answer_of(y, p.a.rows, zero); });
}

template <class Problem>
Contestant matrix_times_vector(const Problem& p) {
  return multiply_over(GrB_PLUS_TIMES_SEMIRING_FP64, 0, p, store(p.x, p.a.columns));
}

Contestant spmspv(const SparseProduct& p) {
  return multiply_over(GrB_PLUS_TIMES_SEMIRING_FP64, 0, p, store(p.x));
}

Contestant spmv_min_plus(const Product& p) {
  return multiply_over(GrB_MIN_PLUS_SEMIRING_FP64,
                       std::numeric_limits<double>::infinity(), p, store(p.x, p.a.columns));
}

Contestant residual(const Product& p) {
  const Vector x = store(p.x, p.a.columns), b = store(p.b, p.a.rows),
               r = new_vector(p.a.rows);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_Vector_apply(r.get(), nullptr, nullptr, GrB_IDENTITY_FP64,
                               b.get(), nullptr),
              "GrB_apply");
        check(GrB_mxv(r.get(), nullptr, GrB_MINUS_FP64,
                      GrB_PLUS_TIMES_SEMIRING_FP64, a.get(), x.get(), nullptr),
              "GrB_mxv");
        check(GrB_Vector_wait(r.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return answer_of(r, p.a.rows); });
}

Contestant spmm(const Product& p) {
  const Matrix x = store_full(p.x, p.a.columns, p.width),
               y = new_matrix(p.a.rows, p.width);
  return contestant(
      [=, a = store(p.a)] {
        check(GrB_mxm(y.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                      a.get(), x.get(), nullptr),
              "GrB_mxm");
        check(GrB_Matrix_wait(y.get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return dense_answer(y, p.a.rows, p.width); });
}

Contestant transpose(const Yardstick::Csr& given) {
  return matrix_maker(
      given.columns, given.rows, [a = store(given)](GrB_Matrix result) {
        check(GrB_transpose(result, nullptr, nullptr, a.get(), nullptr),
              "GrB_transpose");
      });
}

Contestant assemble(const Yardstick::Coo& given) {
  using Indices     = std::vector<GrB_Index>;
  const auto row    = std::make_shared<Indices>(given.row, given.row + given.entries);
  const auto column = std::make_shared<Indices>(given.column, given.column + given.entries);
  return matrix_maker(given.rows, given.columns, [=](GrB_Matrix result) {
    if (given.entries == 0) return;  // null pointers are refused
    check(
        GrB_Matrix_build_FP64(result, row->data(), column->data(), given.values,
                              to_index(given.entries), GrB_PLUS_FP64),
        "GrB_build");
  });
}

}  // namespace

Peer make_graphblas(int threads) {
  check(GrB_init(GrB_NONBLOCKING), "GrB_init");
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_set");
  check(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW), "GxB_set");
  Peer peer;
  peer.name          = "GraphBLAS";
  peer.version       = version();
  peer.spmv          = matrix_times_vector<Product>;
  peer.residual      = residual;
  peer.spmm          = spmm;
  peer.spmv_min_plus = spmv_min_plus;
  peer.spmv_csc      = matrix_times_vector<VectorProduct<Yardstick::Csc>>;
  peer.spmspv        = spmspv;
  peer.transpose     = transpose;
  peer.assemble      = assemble;
  add_sparse_results(peer);
  return peer;
}

}  // namespace Strata::Perf
