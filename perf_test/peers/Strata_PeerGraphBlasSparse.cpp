// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_PeerGraphBlas.hpp"

namespace Strata::Perf::GraphBlasPeer {

namespace {

void add_entries(GrB_Matrix result, GrB_Matrix a, GrB_Matrix b) {
  check(GrB_Matrix_eWiseAdd_BinaryOp(result, nullptr, nullptr, GrB_PLUS_FP64, a,
                                     b, nullptr),
        "GrB_eWiseAdd");
}

void multiply_entries(GrB_Matrix result, GrB_Matrix a, GrB_Matrix b) {
  check(GrB_Matrix_eWiseMult_BinaryOp(result, nullptr, nullptr, GrB_TIMES_FP64,
                                      a, b, nullptr),
        "GrB_eWiseMult");
}

void multiply_matrices(GrB_Matrix result, GrB_Matrix a, GrB_Matrix b) {
  check(GrB_mxm(result, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, a, b,
                nullptr),
        "GrB_mxm");
}

void multiply_min_plus(GrB_Matrix result, GrB_Matrix a, GrB_Matrix b) {
  check(GrB_mxm(result, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, a, b,
                nullptr),
        "GrB_mxm");
}

template <auto Compute>
Contestant contestant_of(const Pair& p) {
  return matrix_maker(p.a.rows, p.b.columns,
                      [a = store(p.a), b = store(p.b)](GrB_Matrix result) {
                        Compute(result, a.get(), b.get());
                      });
}

/// Two sums: the library has none of three.
Contestant add_three(const Triple& p) {
  return matrix_maker(
      p.a.rows, p.a.columns,
      [a = store(p.a), b = store(p.b), c = store(p.c)](GrB_Matrix result) {
        add_entries(result, a.get(), b.get());
        add_entries(result, result, c.get());
      });
}

/// The product where the mask has entries, then times the mask.
void multiply_under(GrB_Matrix mask, GrB_Matrix result, GrB_Matrix a, GrB_Matrix b) {
  check(GrB_mxm(result, mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, a, b, GrB_DESC_S),
        "GrB_mxm");
  multiply_entries(result, result, mask);
}

Contestant multiply_masked(const Masked& p) {
  return matrix_maker(
      p.a.rows, p.b.columns,
      [mask = store(p.mask), a = store(p.a), b = store(p.b)](GrB_Matrix result) {
        multiply_under(mask.get(), result, a.get(), b.get());
      });
}

/// The same, then the sum of its entries.
Contestant total_masked(const Masked& p) {
  return contestant(
      [=, mask = store(p.mask), a = store(p.a), b = store(p.b)] {
        const Matrix product = new_matrix(p.a.rows, p.b.columns);
        multiply_under(mask.get(), product.get(), a.get(), b.get());
        check(GrB_Matrix_reduce_FP64(p.s, nullptr, GrB_PLUS_MONOID_FP64, product.get(), nullptr),
              "GrB_reduce");
      },
      [=] { return Perf::answer_of(p.s, 1); });
}

/// The product where A has entries, then times A.
Contestant sample(const Sampled& p) {
  return matrix_maker(
      p.a.rows, p.a.columns,
      [a = store(p.a), x = store_full(p.x, p.a.rows, p.width),
       y = store_full(p.y, p.a.columns, p.width)](GrB_Matrix result) {
        check(GrB_mxm(result, a.get(), nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                      x.get(), y.get(), GrB_DESC_ST1),
              "GrB_mxm");
        multiply_entries(result, result, a.get());
      });
}

/// The products of entries as a vector, then their sum.
Contestant dot(const VectorPair& p) {
  return contestant(
      [=, x = store(p.x), y = store(p.y)] {
        const Vector products = new_vector(p.x.extent);
        check(GrB_Vector_eWiseMult_BinaryOp(products.get(), nullptr, nullptr,
                                            GrB_TIMES_FP64, x.get(), y.get(),
                                            nullptr),
              "GrB_eWiseMult");
        check(GrB_Vector_reduce_FP64(p.s, nullptr, GrB_PLUS_MONOID_FP64,
                                     products.get(), nullptr),
              "GrB_reduce");
      },
      [=] { return Perf::answer_of(p.s, 1); });
}

Contestant add_vectors(const VectorPair& p) {
  const auto result = std::make_shared<Vector>();
  return contestant(
      [=, x = store(p.x), y = store(p.y)] {
        *result = new_vector(p.x.extent);
        check(GrB_Vector_eWiseAdd_BinaryOp(result->get(), nullptr, nullptr,
                                           GrB_PLUS_FP64, x.get(), y.get(),
                                           nullptr),
              "GrB_eWiseAdd");
        check(GrB_Vector_wait(result->get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return sparse_answer(*result); });
}

}  // namespace

void add_sparse_results(Peer& peer) {
  peer.add               = contestant_of<add_entries>;
  peer.multiply_entries  = contestant_of<multiply_entries>;
  peer.multiply          = contestant_of<multiply_matrices>;
  peer.multiply_min_plus = contestant_of<multiply_min_plus>;
  peer.multiply_masked   = multiply_masked;
  peer.total_masked      = total_masked;
  peer.add_three         = add_three;
  peer.sample            = sample;
  peer.dot               = dot;
  peer.add_vectors       = add_vectors;
}

}  // namespace Strata::Perf::GraphBlasPeer
