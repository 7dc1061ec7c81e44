// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PEER_GRAPHBLAS_HPP
#define STRATA_PEER_GRAPHBLAS_HPP

#include <memory>
#include <string>
#include <utility>

extern "C" {  // the header leaves that to C++ programs
#include <GraphBLAS.h>
}

#include "Strata_Peers.hpp"

/// \file
/// SuiteSparse:GraphBLAS: 64-bit indices, matrices by row where nothing else is
/// said, full vectors where they are dense. Objects of the library, and the
/// parts of one peer.

namespace Strata::Perf::GraphBlasPeer {

struct MatrixDeleter {
  void operator()(GrB_Matrix m) const { GrB_Matrix_free(&m); }
};
struct VectorDeleter {
  void operator()(GrB_Vector v) const { GrB_Vector_free(&v); }
};
using Matrix = std::shared_ptr<std::remove_pointer_t<GrB_Matrix>>;
using Vector = std::shared_ptr<std::remove_pointer_t<GrB_Vector>>;

/// \throws std::runtime_error unless info is GrB_SUCCESS
void check(GrB_Info info, const char* what);

inline GrB_Index to_index(std::int64_t n) { return static_cast<GrB_Index>(n); }

Matrix new_matrix(std::int64_t rows, std::int64_t columns);
Vector new_vector(std::int64_t size);

/// Copies that the library owns.
Matrix store(const Yardstick::Csr& a);
Matrix store(const Yardstick::Csc& a);
Vector store(const Yardstick::SparseVector& x);
Vector store(const double* x, std::int64_t size);
Matrix store_full(const double* x, std::int64_t rows, std::int64_t columns);

/// Dense results: entries that are not stored are `missing`, or zeros.
Answer answer_of(const Vector& v, std::int64_t size, double missing = 0);
Answer dense_answer(const Matrix& m, std::int64_t rows, std::int64_t columns);
/// Sparse results, as they are stored.
Answer sparse_answer(const Matrix& m, std::int64_t rows);
Answer sparse_answer(const Vector& v);

inline std::string version() {
  return std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
         std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
         std::to_string(GxB_IMPLEMENTATION_SUB);
}

inline Contestant contestant(std::function<void()> run,
                             std::function<Answer()> answer) {
  return {"GraphBLAS", version(), std::move(run), std::move(answer)};
}

/// A contestant whose result is a new matrix, filled by make(matrix).
template <class Make>
Contestant matrix_maker(std::int64_t rows, std::int64_t columns, Make make) {
  const auto result = std::make_shared<Matrix>();
  return contestant(
      [=] {
        *result = new_matrix(rows, columns);
        make(result->get());
        check(GrB_Matrix_wait(result->get(), GrB_MATERIALIZE), "GrB_wait");
      },
      [=] { return sparse_answer(*result, rows); });
}

/// Kernels whose result is sparse, or an operand a sparse vector.
void add_sparse_results(Peer& peer);

}  // namespace Strata::Perf::GraphBlasPeer

#endif
